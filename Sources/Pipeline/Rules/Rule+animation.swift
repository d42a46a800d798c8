/// Rules about what moves.
extension Rule {
    package static let tooManyFrames = Rule(
        id: "too-many-frames", defaultLevel: .error, isAdjustable: false,
        summary: "The animation has more frames than the configuration allows.",
        mend: "Leave out frames (12 a second are plenty for drawn art), or raise \"limits.frames\" in pipeline.json.",
        unit: "frames")

    package static let animationDamaged = Rule(
        id: "animation-damaged", defaultLevel: .warning,
        summary: "Part of the animation is damaged; what could be read was published, and frames may be missing.",
        mend: "Export the animation again, and compare it with what was published.")
}
