import ImageHeaders
import JobModel

/// The encoding of an animation, with the losses that it accepts.
struct AnimationPlan: Hashable, Sendable {
    enum Colours: Hashable, Sendable {
        /// One palette with a limited number of colours.
        case palette(Int)
        /// Truecolour with some of the eight bits of each channel rounded away.
        case truecolour(DroppedBits)
    }

    var colours: Colours
    var isDithered = false
    /// The maximum difference from the ideal at which a pixel may stay unchanged, in levels from 0 to 255.
    var tolerance = 0
    /// The number of consecutive frames that are combined into one, if they are short.
    var step = 1

    var paletteColours: Int? {
        if case .palette(let colours) = colours { colours } else { nil }
    }

    var droppedBits: DroppedBits {
        if case .truecolour(let bits) = colours { bits } else { .nothing }
    }
}

/// The frames that remain at a lower frame rate, with their new delays.
struct FrameThinning: Sendable {
    /// A frame that is shown: its index in the store, and its delay.
    struct Kept: Hashable, Sendable {
        let place: Int
        var delay: FrameDelay
    }

    let kept: [Kept]

    /// Keeps the first frame of each run of `step` frames, with the duration of the run. A run lasts at most
    /// `longest` seconds, so that frames with long delays are not changed.
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
    /// A function that returns this plan with one value changed.
    func with<Value>(_ change: @escaping (inout AnimationPlan, Value) -> Void) -> (Value) -> AnimationPlan {
        { value in
            var plan = self
            change(&plan, value)
            return plan
        }
    }

    /// This plan with the amount of one loss taken from another plan.
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

    /// The name of the encoding in `Fit.Attempt`.
    var method: String {
        switch colours {
        case .palette: isDithered ? "dithered-palette" : "palette"
        case .truecolour(let bits): bits == .nothing ? "truecolour" : "reduced-truecolour"
        }
    }
}
