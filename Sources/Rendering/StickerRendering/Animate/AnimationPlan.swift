import ImageHeaders
import JobModel

/// The way in which an animation is written, and its losses.
struct AnimationPlan: Hashable, Sendable {
    enum Colours: Hashable, Sendable {
        /// One palette with a limited number of colours.
        case palette(Int)
        /// Truecolour with some of eight bits a channel rounded away.
        case truecolour(DroppedBits)
    }

    var colours: Colours
    var isDithered = false
    /// Levels of 255 by which a pixel may differ from what it should be, so that it need not change.
    var tolerance = 0
    /// Of so many frames that follow each other quickly one is kept.
    var step = 1

    var paletteColours: Int? {
        if case .palette(let colours) = colours { colours } else { nil }
    }

    var droppedBits: DroppedBits {
        if case .truecolour(let bits) = colours { bits } else { .nothing }
    }
}

/// Which frames are kept when the frame rate goes down, and how long they then stay.
struct FrameThinning: Sendable {
    /// A frame that is shown, by its number in the store, and its delay.
    struct Kept: Hashable, Sendable {
        let place: Int
        var delay: FrameDelay
    }

    let kept: [Kept]

    /// Of each run of `step` frames the first is kept, for as long as all of them; a run never lasts longer than
    /// `longest` seconds, so that frames which stay for long are left alone.
    init(_ delays: [FrameDelay], step: Int, longest: Double) {
        var kept: [Kept] = []
        var run = 0
        for (place, delay) in delays.enumerated() {
            if var last = kept.last, run < step, last.delay.seconds + delay.seconds <= longest + 1e-9,
                let longer = last.delay.adding(delay)
            {
                last.delay = longer
                kept[kept.count - 1] = last
                run += 1
            } else {
                kept.append(Kept(place: place, delay: delay))
                run = 1
            }
        }
        self.kept = kept
    }
}

extension AnimationPlan {
    /// The plan with one thing set.
    func with<Value>(_ change: @escaping (inout AnimationPlan, Value) -> Void) -> (Value) -> AnimationPlan {
        { value in
            var plan = self
            change(&plan, value)
            return plan
        }
    }

    /// The plan with one thing as another plan has it.
    func with(_ knob: AnimationSettings.Sacrifice, of other: AnimationPlan) -> AnimationPlan {
        var plan = self
        switch knob {
        case .tolerance: plan.tolerance = other.tolerance
        case .dither: plan.isDithered = other.isDithered
        case .colours: plan.colours = other.colours
        case .frameRate: plan.step = other.step
        }
        return plan
    }

    /// As `Fit.Attempt` names it.
    var method: String {
        switch colours {
        case .palette: isDithered ? "dithered-palette" : "palette"
        case .truecolour(let bits): bits == .nothing ? "truecolour" : "reduced-truecolour"
        }
    }
}
