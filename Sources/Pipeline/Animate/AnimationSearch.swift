import PNG
import Pixels
import StickerCatalog

/// Finds how an animation is written: as good as the target asks where that fits, and else giving up the least visible
/// thing first, in the order that the settings say.
struct AnimationSearch {
    /// What came out, and how.
    struct Outcome: Sendable {
        let animation: EncodedAnimation
        let fit: Fit
        let findings: [RuleFinding]
    }

    /// Nothing fits: what was tried, and the sentence for people.
    struct Failure: Error, Sendable {
        let finding: RuleFinding
    }

    /// An estimate has to stay below this share of the limit, since it looks at a part of the frames.
    private static let margin = 0.98
    /// How many times all frames are written at most.
    private static let fullTries = 4

    let encoder: AnimationEncoder
    /// The sticker's name, for messages.
    let name: String
    private var palettes: AnimationPalette
    private var estimates: [AnimationPlan: Int] = [:]
    /// How much larger files are than was estimated, as far as is known.
    private var correction: Double
    private(set) var attempts: [Fit.Attempt] = []

    /// - Throws: `PNGError.outOfMemory`.
    init(encoder: AnimationEncoder, name: String) throws {
        self.encoder = encoder
        self.name = name
        palettes = try AnimationPalette(
            encoder.store, settings: encoder.settings, target: encoder.animation.fidelityTarget)
        // Estimates are deflated more quickly than files: at the highest level a palette takes a sixth less.
        correction = encoder.animation.colour == .truecolour || encoder.settings.effort == .fast ? 1 : 0.84
    }

    private var limit: Int { encoder.settings.byteLimit }
    var colourCount: Int { palettes.colourCount }

    /// - Throws: `Failure` when nothing fits; `QuantizerError`, `PNGError`.
    mutating func run() throws -> Outcome {
        let ideal = try idealPlan()
        if let truecolour = try worthwhileTruecolour(besides: ideal) {
            return outcome(truecolour, ideal: truecolour.plan)
        }
        let fitting = try fitting(ideal)
        return outcome(fitting, ideal: ideal)
    }

    /// The same frames at a smaller scale: stored alike, and what was given up for the larger one is given up here too,
    /// so that both show the same frames.
    ///
    /// - Throws: as `run`.
    mutating func run(like larger: Outcome) throws -> Outcome {
        var plan = larger.animation.plan
        if plan.paletteColours != nil, larger.findings.isEmpty {
            plan.colours = .palette(try palettes.smallestReachingTarget(startingAt: 64).colours.count)
        }
        let animation = try full(plan)
        guard animation.bytes.count < limit else { return try run() }
        let alike = outcome(animation, ideal: plan)
        // Fewer pixels should take fewer bytes: where they do not, another way of storing them may.
        guard animation.bytes.count > larger.animation.bytes.count, let other = try? run(),
            other.animation.bytes.count < animation.bytes.count, other.animation.plan.step == plan.step
        else { return alike }
        return other
    }

    // MARK: - What is aimed at

    /// What reaches the target, whatever it takes.
    private mutating func idealPlan() throws -> AnimationPlan {
        guard encoder.animation.colour != .truecolour else {
            return AnimationPlan(colours: .truecolour(droppedBits: 0))
        }
        let best = try palettes.smallestReachingTarget(startingAt: 128)
        var plan = AnimationPlan(colours: .palette(best.colours.count))
        if best.fidelity < encoder.animation.fidelityTarget, encoder.settings.dither == .auto {
            plan.isDithered = palettes.isBetterDithered(best)
        }
        return plan
    }

    /// Truecolour, where the settings leave the choice, it fits, and costs little more; see
    /// docs/decisions/animation-colour.md.
    private mutating func worthwhileTruecolour(besides palette: AnimationPlan) throws -> EncodedAnimation? {
        guard encoder.animation.colour == .auto, let colours = palette.paletteColours else { return nil }
        let inPalette = Double(try estimate(palette)) * correction
        guard inPalette < Double(limit) else { return nil }
        let plan = AnimationPlan(colours: .truecolour(droppedBits: 0))
        // Where no palette is good enough, truecolour may cost what it wants.
        let isPoor = try palettes.candidate(colours).fidelity < encoder.settings.fidelityFloor
        let most = isPoor ? Double(limit) : min(Double(limit), inPalette * AnimationSearch.truecolourCost)
        // A few frames often tell that it is out of the question.
        if !isPoor {
            let cost = try encoder.costOfTruecolour(besides: palette, palette: try self.palette(palette)) / correction
            guard cost < AnimationSearch.truecolourCost * 1.3 else { return nil }
        }
        guard Double(try estimate(plan)) < most * 1.05 else { return nil }
        let animation = try full(plan)
        return Double(animation.bytes.count) < most ? animation : nil
    }

    /// How much larger than a palette truecolour may be.
    private static let truecolourCost = 1.5

    // MARK: - What fits

    private mutating func fitting(_ ideal: AnimationPlan) throws -> EncodedAnimation {
        var plan = try squeezed(ideal)
        var best: EncodedAnimation?
        for _ in 0..<AnimationSearch.fullTries {
            guard let wanted = plan else { break }
            let animation = try full(wanted)
            let bytes = animation.bytes.count
            if let estimated = estimates[wanted], estimated > 0 { correction = Double(bytes) / Double(estimated) }
            if bytes < limit {
                if best.map({ $0.isWorse(than: animation) }) ?? true { best = animation }
                // With what is known now, perhaps less has to be given up.
                guard wanted != ideal, Double(bytes) < Double(limit) * 0.94 else { break }
                let milder = try squeezed(ideal)
                guard let milder, milder != wanted, attemptedBytes(milder) == nil else { break }
                plan = milder
            } else {
                correction *= 1.01
                guard best == nil else { break }
                plan = try squeezed(ideal)
                if plan == wanted { correction *= 1.04; plan = try squeezed(ideal) }
            }
        }
        guard let best else { throw Failure(finding: nothingFits()) }
        return best
    }

    private var tried: [AnimationPlan: Int] = [:]

    private func attemptedBytes(_ plan: AnimationPlan) -> Int? { tried[plan] }

    /// The plan that gives up least and is expected to fit; nil when none is.
    private mutating func squeezed(_ ideal: AnimationPlan) throws -> AnimationPlan? {
        if try fits(ideal) { return ideal }
        guard try isWithinReach(ideal) else { return nil }
        var plan = ideal
        var given: [AnimationSettings.Sacrifice] = []
        for knob in encoder.animation.sacrifice {
            let steps = try useful(try self.steps(knob, from: plan), of: knob, than: plan)
            guard let strongest = steps.last else { continue }
            if try fits(strongest) {
                plan = try mildest(steps)
                return try givingBack(given, plan, ideal: ideal)
            }
            plan = strongest
            given.append(knob)
        }
        return nil
    }

    /// Whether something can fit at all: what is far too large is told at once, with all given up that there is, and not
    /// after every palette has been made.
    private mutating func isWithinReach(_ ideal: AnimationPlan) throws -> Bool {
        guard try estimate(ideal) > limit * AnimationSearch.farTooLarge else { return true }
        let settings = encoder.animation
        var plan = ideal
        for knob in settings.sacrifice {
            switch (knob, plan.colours) {
            case (.tolerance, _): plan.tolerance = settings.maximumTolerance
            case (.dither, _): plan.isDithered = false
            case (.colours, .palette(let colours)): plan.colours = .palette(min(colours, settings.minimumColours))
            case (.colours, .truecolour): plan.colours = .truecolour(droppedBits: 3)
            case (.frameRate, _): plan = try steps(.frameRate, from: plan).last ?? plan
            }
        }
        if try fits(plan) { return true }
        // A tolerance can cost bytes; see `useful`.
        plan.tolerance = ideal.tolerance
        return try fits(plan)
    }

    /// How many times the limit is far too large.
    private static let farTooLarge = 2

    /// The steps that save bytes. A tolerance does only where frames can be laid over each other: where all of a rectangle
    /// is written anew anyway, remains of earlier frames cost more than they save.
    private mutating func useful(
        _ steps: [AnimationPlan], of knob: AnimationSettings.Sacrifice, than plan: AnimationPlan
    ) throws -> [AnimationPlan] {
        guard knob == .tolerance, let strongest = steps.last else { return steps }
        let before = try estimate(plan)
        guard try Double(estimate(strongest)) < Double(before) * 0.95 else { return [] }
        return steps
    }

    /// What was given up before the last thing, and turned out to be more than was needed, is taken back: the most
    /// visible first.
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

    /// The first of plans, each smaller than the one before, that is expected to fit; the last is known to.
    private mutating func mildest(_ plans: [AnimationPlan]) throws -> AnimationPlan {
        var (low, high) = (0, plans.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if try fits(plans[middle]) { high = middle } else { low = middle + 1 }
        }
        return plans[high]
    }

    /// Plans that give up ever more of one thing.
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
            guard let colours = plan.paletteColours else {
                return (1...3).filter { $0 > plan.droppedBits }.map {
                    plan.with { $0.colours = .truecolour(droppedBits: $1) }($0)
                }
            }
            let fewer = palettes.rungs.filter { $0 < colours && $0 >= settings.minimumColours }
            return try palettes.reaching(settings.fidelityFloor, among: fewer).reversed().map {
                plan.with { $0.colours = .palette($1) }($0)
            }
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

    private mutating func fits(_ plan: AnimationPlan) throws -> Bool {
        if let bytes = tried[plan] { return bytes < limit }
        return Double(try estimate(plan)) * correction < Double(limit) * AnimationSearch.margin
    }

    private mutating func estimate(_ plan: AnimationPlan) throws -> Int {
        if let known = estimates[plan] { return known }
        let bytes = try encoder.estimate(plan, palette: try palette(plan))
        estimates[plan] = bytes
        return bytes
    }

    private mutating func full(_ plan: AnimationPlan) throws -> EncodedAnimation {
        let animation = try encoder.encode(plan, palette: try palette(plan))
        tried[plan] = animation.bytes.count
        attempts.append(
            Fit.Attempt(
                method: plan.method, colours: animation.colours, bytes: animation.bytes.count,
                fidelity: animation.fidelity))
        return animation
    }

    private mutating func palette(_ plan: AnimationPlan) throws -> [RGBAColour] {
        guard let colours = plan.paletteColours else { return [.clear] }
        return try palettes.candidate(colours).colours
    }

    private func outcome(_ animation: EncodedAnimation, ideal: AnimationPlan) -> Outcome {
        let words = AnimationWords(encoder: encoder, name: name, colourCount: palettes.colourCount)
        return Outcome(
            animation: animation,
            fit: Fit(
                summary: words.summary(animation, ideal: ideal), gaveUp: words.gaveUp(animation, ideal: ideal),
                attempts: attempts),
            findings: words.findings(animation, ideal: ideal))
    }

    private func nothingFits() -> RuleFinding {
        AnimationWords(encoder: encoder, name: name, colourCount: palettes.colourCount)
            .nothingFits(smallest: tried.values.min() ?? estimates.values.min() ?? 0, isEstimate: tried.isEmpty)
    }
}

extension AnimationPlan {
    /// The plan with one thing set.
    fileprivate func with<Value>(_ change: @escaping (inout AnimationPlan, Value) -> Void) -> (Value) -> AnimationPlan {
        { value in
            var plan = self
            change(&plan, value)
            return plan
        }
    }

    /// The plan with one thing as another plan has it.
    fileprivate func with(_ knob: AnimationSettings.Sacrifice, of other: AnimationPlan) -> AnimationPlan {
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
        case .truecolour(let bits): bits == 0 ? "truecolour" : "reduced-truecolour"
        }
    }
}
