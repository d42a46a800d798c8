/// Rules about animations.
extension Rule {
    package static let tooManyFrames = Rule(
        id: "too-many-frames", defaultLevel: .error, isAdjustable: false,
        summary: "The animation has more frames than the configuration allows.",
        fix: "Leave out frames (12 per second are enough for drawn art), or raise \"limits.frames\" in pipeline.json.",
        unit: "frames")

    package static let animationDamaged = Rule(
        id: "animation-damaged", defaultLevel: .warning,
        summary: "Part of the animation is damaged. The readable frames were published; others may be missing.",
        fix: "Export the animation again, and compare it with the published sticker.")

    package static let animationReduced = Rule(
        id: "animation-reduced", defaultLevel: .warning,
        summary: "The animation was simplified to stay under the byte limit; the message says how.",
        fix:
            "Look at the sticker. If the loss is visible, use fewer frames, make the animation shorter, move fewer "
            + "parts, or choose a smaller sticker size.",
        unit: "bytes")

    package static let animationLength = Rule(
        id: "animation-length", defaultLevel: .warning,
        summary: "The animation plays for longer than people look at a sticker.",
        fix: "Make the animation shorter; a loop of two or three seconds is best.",
        limit: 10, unit: "seconds")

    package static let frameRate = Rule(
        id: "frame-rate", defaultLevel: .warning,
        summary: "The animation has more frames per second than Messages plays smoothly.",
        fix: "Export at 24 frames per second or fewer; 12 are enough for drawn art.",
        limit: 30, unit: "frames a second")

    package static let shortDelays = Rule(
        id: "short-delays", defaultLevel: .warning,
        summary: "Some frames are so short that many players show them for 100 ms instead.",
        fix: "Show each frame for at least 20 ms, preferably 40 ms.",
        limit: 20, unit: "milliseconds")

    package static let emptyFirstFrame = Rule(
        id: "empty-first-frame", defaultLevel: .warning,
        summary: "The first frame, which people see in the sticker drawer, is empty.",
        fix: "Start the animation with a frame that shows its subject.")

    package static let loopJumps = Rule(
        id: "loop-jumps", defaultLevel: .warning,
        summary: "The loop jumps: the last and the first frame differ much more than any other neighbouring frames.",
        fix: "If the jump is not intended, draw the last frames so that they lead back to the first.",
        limit: 40, unit: "percent")

    package static let hiddenFirstFrame = Rule(
        id: "hidden-first-frame", defaultLevel: .warning,
        summary:
            "The file contains a separate picture for players without animation. It was left out, because some "
            + "players show it as a frame.",
        fix: "Export the animation so that its first frame is also its still picture.")

    package static let deepAnimation = Rule(
        id: "deep-animation", defaultLevel: .warning,
        summary:
            "The animation has 16 bits per channel, which some players show incorrectly; it was published with 8 bits.",
        fix: "Export with 8 bits per channel, to see exactly what is published.")

    package static let trailingBytes = Rule(
        id: "trailing-bytes", defaultLevel: .warning,
        summary: "The file contains extra data after the image, which some players cannot read. The data was left out.",
        fix: "Export the art again. If the data is intentional, keep it in a separate file.",
        unit: "bytes")
}

/// Rules about frames in sources, and about GIF output.
extension Rule {
    package static let delayLengthened = Rule(
        id: "delay-lengthened", defaultLevel: .warning,
        summary: "Frames of a GIF or WebP have a delay of 10 ms or less, which players treat as 100 ms.",
        fix: "Set the intended delay, at least 20 ms, and export the art again.",
        unit: "frames")

    package static let softAlphaFlattened = Rule(
        id: "soft-alpha-flattened", defaultLevel: .warning,
        summary: "In the GIF, half-transparent pixels became opaque or invisible.",
        fix:
            "Write the animation as APNG (\"format\": \"apng\" in the sidecar, or \"animation.format\" in "
            + "pipeline.json), which keeps soft edges and shadows.",
        limit: 1, unit: "percent")

    package static let gifTiming = Rule(
        id: "gif-timing", defaultLevel: .warning,
        summary:
            "In the GIF, some frames are a little longer or shorter, because GIF stores times in hundredths of a "
            + "second.",
        fix: "Use delays of 20, 30, 40 ms and so on, or write the animation as APNG.",
        unit: "frames")

    package static let framesDiffer = Rule(
        id: "frames-differ", defaultLevel: .error, isAdjustable: false,
        summary: "The pictures in a folder of frames cannot be one animation.",
        fix: "Export all frames as PNG from the same canvas, so that they have the same size in pixels.")
}
