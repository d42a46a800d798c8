/// Rules about animations.
extension Rule {
    package static let tooManyFrames = Rule(
        id: "too-many-frames", defaultLevel: .error, isAdjustable: false,
        summary: "The animation has more frames than the configuration allows.",
        fix: "Leave out frames (12 per second are plenty for drawn art), or raise \"limits.frames\" in pipeline.json.",
        unit: "frames")

    package static let animationDamaged = Rule(
        id: "animation-damaged", defaultLevel: .warning,
        summary: "Part of the animation is damaged; what could be read was published, and frames may be missing.",
        fix: "Export the animation again, and compare it with the published sticker.")

    package static let animationReduced = Rule(
        id: "animation-reduced", defaultLevel: .warning,
        summary: "To stay under the byte limit, the animation was simplified; the message says what was given up.",
        fix: "Look at it; if it shows, use fewer frames, make it shorter, keep still what need not move, or choose a "
            + "smaller sticker size.",
        unit: "bytes")

    package static let animationLength = Rule(
        id: "animation-length", defaultLevel: .warning,
        summary: "The animation plays for longer than people look at a sticker.",
        fix: "Make it shorter; two or three seconds that loop are best.",
        limit: 10, unit: "seconds")

    package static let frameRate = Rule(
        id: "frame-rate", defaultLevel: .warning,
        summary: "There are more frames per second than Messages plays smoothly.",
        fix: "Export at 24 frames per second or fewer; drawn art is good at 12.",
        limit: 30, unit: "frames a second")

    package static let shortDelays = Rule(
        id: "short-delays", defaultLevel: .warning,
        summary: "Frames stay for so short a time that many players show them for 100 ms instead.",
        fix: "Show each frame for at least 20 ms, preferably 40.",
        limit: 20, unit: "milliseconds")

    package static let emptyFirstFrame = Rule(
        id: "empty-first-frame", defaultLevel: .warning,
        summary: "The first frame shows nothing, and it is what people see in the sticker drawer.",
        fix: "Start the animation with a frame that shows what it is about.")

    package static let loopJumps = Rule(
        id: "loop-jumps", defaultLevel: .warning,
        summary: "Last and first frame differ much more than any other two: the loop jumps.",
        fix: "If that is not intended, make the last frame lead back into the first.",
        limit: 40, unit: "percent")

    package static let hiddenFirstFrame = Rule(
        id: "hidden-first-frame", defaultLevel: .warning,
        summary: "The file has a picture for players that cannot animate, which is not part of the animation; it was "
            + "left out, since some players show it as a frame.",
        fix: "Export the animation so that its first frame is also the picture that stands for it.")

    package static let deepAnimation = Rule(
        id: "deep-animation", defaultLevel: .warning,
        summary: "The animation has 16 bits per channel, which some players handle badly; it was published with 8.",
        fix: "Export with 8 bits per channel, to see exactly what is published.")

    package static let trailingBytes = Rule(
        id: "trailing-bytes", defaultLevel: .warning,
        summary: "Extra data follows the image, which some players handle badly; it was left out.",
        fix: "Export again; keep intentional data in a separate file.",
        unit: "bytes")
}

/// Rules about frames in sources, and about GIF output.
extension Rule {
    package static let delayLengthened = Rule(
        id: "delay-lengthened", defaultLevel: .warning,
        summary: "Frames of a GIF or WebP say that they stay for 10 ms or less, which players take for 100 ms.",
        fix: "Set the delay that you mean, 20 ms or more, and export again.",
        unit: "frames")

    package static let softAlphaFlattened = Rule(
        id: "soft-alpha-flattened", defaultLevel: .warning,
        summary: "Written as GIF, half-transparent pixels became opaque or vanished.",
        fix: "Write it as APNG (\"format\": \"apng\" in the sidecar, or \"animation.format\" in pipeline.json), which "
            + "keeps soft edges and shadows.",
        limit: 1, unit: "percent")

    package static let gifTiming = Rule(
        id: "gif-timing", defaultLevel: .warning,
        summary:
            "Written as GIF, frames stay for a little longer or shorter, since GIF has only hundredths of a second.",
        fix: "Use delays in steps of 10 ms, 20 ms or more, or write the animation as APNG.",
        unit: "frames")

    package static let framesDiffer = Rule(
        id: "frames-differ", defaultLevel: .error, isAdjustable: false,
        summary: "The pictures in a folder of frames cannot be one animation.",
        fix: "Export all frames as PNG from the same canvas, so that they have the same size in pixels.")
}
