import JobModel

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
