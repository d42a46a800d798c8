import JobModel

/// Selects the losses of an animation that is too large, and the amount of each.
extension AnimationSearch {
    /// An animation is much too large if its size is more than this multiple of the limit.
    private static let farTooLarge = 2

    /// The plan with the smallest losses that is expected to fit. Nil if there is none.
    mutating func squeezed(_ ideal: AnimationPlan) throws -> AnimationPlan? {
        if try sizes.fits(ideal) { return ideal }
        guard try isWithinReach(ideal) else {
            isOutOfReach = true
            lastResort = try encoder.animation.sacrifice.filter { $0 != .tolerance }.reduce(ideal) { plan, knob in
                try steps(knob, from: plan).last ?? plan
            }
            return nil
        }
        var plan = ideal
        var given: [AnimationSettings.Sacrifice] = []
        for knob in encoder.animation.sacrifice {
            let steps = try useful(try self.steps(knob, from: plan), of: knob, than: plan)
            guard let strongest = steps.last else { continue }
            if try sizes.fits(strongest) {
                plan = try mildest(steps)
                return try givingBack(given, plan, ideal: ideal)
            }
            plan = strongest
            given.append(knob)
        }
        lastResort = plan
        return nil
    }

    /// Whether a plan can fit. For an animation that is much too large, this is estimated with all allowed losses
    /// before palettes are created.
    private mutating func isWithinReach(_ ideal: AnimationPlan) throws -> Bool {
        guard try sizes.estimate(ideal) > limit * AnimationSearch.farTooLarge else { return true }
        let settings = encoder.animation
        var plan = ideal
        for knob in settings.sacrifice {
            switch (knob, plan.colours) {
            case (.tolerance, _): plan.tolerance = settings.maximumTolerance
            case (.dither, _): plan.isDithered = false
            case (.colours, .palette(let colours)): plan.colours = .palette(min(colours, settings.minimumColours))
            case (.colours, .truecolour): plan.colours = fewestColours
            case (.frameRate, _): plan = try steps(.frameRate, from: plan).last ?? plan
            }
        }
        if try sizes.fits(plan) { return true }
        // A tolerance can also increase the size; see `useful`.
        plan.tolerance = ideal.tolerance
        return try sizes.fits(plan)
    }

    /// The steps of a loss that reduce the size. A tolerance reduces it only if frames can be composited over each
    /// other. If whole rectangles are rewritten, the remains of earlier frames take more bytes than the tolerance
    /// saves.
    private mutating func useful(
        _ steps: [AnimationPlan], of knob: AnimationSettings.Sacrifice, than plan: AnimationPlan
    ) throws -> [AnimationPlan] {
        guard knob == .tolerance, let strongest = steps.last else { return steps }
        let before = try sizes.estimate(plan)
        guard try Double(sizes.estimate(strongest)) < Double(before) * 0.95 else { return [] }
        return steps
    }

    /// Plans with fewer and fewer colours in the palette.
    private mutating func palettes(below colours: Int, from plan: AnimationPlan) throws -> [AnimationPlan] {
        let fewer = sizes.palettes.rungs.filter { $0 < colours && $0 >= encoder.animation.minimumColours }
        return try sizes.palettes.reaching(encoder.animation.fidelityFloor, among: fewer).reversed().map {
            plan.with { $0.colours = .palette($1) }($0)
        }
    }

    /// Plans in truecolour with fewer and fewer bits per channel. If a palette is also allowed, at most one bit per
    /// channel is removed, and plans with palettes follow.
    private mutating func coarser(than plan: AnimationPlan) throws -> [AnimationPlan] {
        let mayIndex = encoder.animation.colour == .auto
        let rounded = DroppedBits.ladder.filter {
            $0.total > plan.droppedBits.total && (!mayIndex || $0.total <= DroppedBits(1).total)
        }.map {
            plan.with { $0.colours = .truecolour($1) }($0)
        }
        return try mayIndex ? rounded + bestPalettes(instead: plan) : rounded
    }

    /// Plans with a palette instead of truecolour, the best first.
    mutating func bestPalettes(instead plan: AnimationPlan) throws -> [AnimationPlan] {
        guard let most = sizes.palettes.rungs.last else { return [] }
        var dithered: [AnimationPlan] = []
        if encoder.settings.dither == .auto, try sizes.palettes.isBetterDithered(sizes.palettes.candidate(most)) {
            dithered = [plan.with { $0.colours = .palette($1) }(most).with { $0.isDithered = $1 }(true)]
        }
        return try dithered + palettes(below: most + 1, from: plan)
    }

    /// The fewest colours that may replace truecolour, regardless of fidelity.
    private var fewestColours: AnimationPlan.Colours {
        encoder.animation.colour == .auto
            ? .palette(encoder.animation.minimumColours) : .truecolour(DroppedBits(3))
    }

    /// The plan without unnecessary losses. The most visible loss is reduced first.
    private mutating func givingBack(
        _ given: [AnimationSettings.Sacrifice], _ plan: AnimationPlan, ideal: AnimationPlan
    ) throws -> AnimationPlan {
        var plan = plan
        for knob in given.reversed() {
            let back = plan.with(knob, of: ideal)
            let steps = [back] + (try self.steps(knob, from: back).filter { $0 != plan }) + [plan]
            plan = try mildest(steps)
        }
        return plan
    }

    /// The first plan that is expected to fit. The plans become smaller, and the last is known to fit.
    private mutating func mildest(_ plans: [AnimationPlan]) throws -> AnimationPlan {
        var (low, high) = (0, plans.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if try sizes.fits(plans[middle]) { high = middle } else { low = middle + 1 }
        }
        return plans[high]
    }

    /// Plans with increasing amounts of one loss.
    private mutating func steps(_ knob: AnimationSettings.Sacrifice, from plan: AnimationPlan) throws
        -> [AnimationPlan]
    {
        let settings = encoder.animation
        switch knob {
        case .tolerance:
            return [2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32].filter {
                $0 > plan.tolerance && $0 <= settings.maximumTolerance
            }.map { plan.with { $0.tolerance = $1 }($0) }
        case .dither: return plan.isDithered ? [plan.with { $0.isDithered = $1 }(false)] : []
        case .colours:
            return try plan.paletteColours.map { try palettes(below: $0, from: plan) } ?? coarser(than: plan)
        case .frameRate:
            var plans: [AnimationPlan] = []
            var frames = encoder.kept(plan).count
            for step in (plan.step + 1)...(plan.step + 7) {
                let thinner = plan.with { $0.step = $1 }(step)
                let left = encoder.kept(thinner).count
                guard left < frames else { break }
                frames = left
                plans.append(thinner)
            }
            return plans
        }
    }

}
