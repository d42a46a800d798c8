/// Rules about what moves.
extension Rule {
    package static let tooManyFrames = Rule(
        id: "too-many-frames", defaultLevel: .error, isAdjustable: false,
        summary: "The animation has more frames than the configuration allows.",
        mend: "Leave out frames (12 per second are plenty for drawn art), or raise \"limits.frames\" in pipeline.json.",
        unit: "frames")

    package static let animationDamaged = Rule(
        id: "animation-damaged", defaultLevel: .warning,
        summary: "Part of the animation is damaged; what could be read was published, and frames may be missing.",
        mend: "Export the animation again, and compare it with what was published.")

    package static let animationReduced = Rule(
        id: "animation-reduced", defaultLevel: .warning,
        summary: "To stay under the byte limit, the animation was simplified; the message says what was given up.",
        mend: "Look at it; if it shows, use fewer frames, make it shorter, keep still what need not move, or choose a "
            + "smaller sticker size.",
        unit: "bytes")

    package static let animationLength = Rule(
        id: "animation-length", defaultLevel: .warning,
        summary: "The animation plays for longer than people look at a sticker.",
        mend: "Make it shorter; two or three seconds that loop are best.",
        limit: 10, unit: "seconds")

    package static let frameRate = Rule(
        id: "frame-rate", defaultLevel: .warning,
        summary: "There are more frames per second than Messages plays smoothly.",
        mend: "Export at 24 frames per second or fewer; drawn art is good at 12.",
        limit: 30, unit: "frames a second")

    package static let shortDelays = Rule(
        id: "short-delays", defaultLevel: .warning,
        summary: "Frames stay for so short a time that many players show them for 100 ms instead.",
        mend: "Show each frame for at least 20 ms, preferably 40.",
        limit: 20, unit: "milliseconds")

    package static let emptyFirstFrame = Rule(
        id: "empty-first-frame", defaultLevel: .warning,
        summary: "The first frame shows nothing, and it is what people see in the sticker drawer.",
        mend: "Start the animation with a frame that shows what it is about.")

    package static let loopJumps = Rule(
        id: "loop-jumps", defaultLevel: .warning,
        summary: "Last and first frame differ much more than any other two: the loop jumps.",
        mend: "If that is not intended, make the last frame lead back into the first.",
        limit: 40, unit: "percent")

    package static let hiddenFirstFrame = Rule(
        id: "hidden-first-frame", defaultLevel: .warning,
        summary: "The file has a picture for players that cannot animate, which is not part of the animation; it was "
            + "left out, since some players show it as a frame.",
        mend: "Export the animation so that its first frame is also the picture that stands for it.")

    package static let deepAnimation = Rule(
        id: "deep-animation", defaultLevel: .warning,
        summary: "The animation has 16 bits per channel, which some players handle badly; it was published with 8.",
        mend: "Export with 8 bits per channel, to see exactly what is published.")

    package static let trailingBytes = Rule(
        id: "trailing-bytes", defaultLevel: .warning,
        summary: "Extra data follows the image, which some players handle badly; it was left out.",
        mend: "Export again; if something was put there on purpose, keep it in a file of its own.",
        unit: "bytes")
}
