/// Rules about how frames come in, and how they go out as GIF.
extension Rule {
    package static let delayLengthened = Rule(
        id: "delay-lengthened", defaultLevel: .warning,
        summary: "Frames of a GIF or WebP say that they stay for 10 ms or less, which players take for 100 ms.",
        mend: "Set the delay that you mean, 20 ms or more, and export again.",
        unit: "frames")

    package static let softAlphaFlattened = Rule(
        id: "soft-alpha-flattened", defaultLevel: .warning,
        summary: "Written as GIF, half-transparent pixels became opaque or vanished.",
        mend: "Write it as APNG (\"format\": \"apng\" in the sidecar, or \"animation.format\" in pipeline.json), which "
            + "keeps soft edges and shadows.",
        limit: 1, unit: "percent")

    package static let gifTiming = Rule(
        id: "gif-timing", defaultLevel: .warning,
        summary:
            "Written as GIF, frames stay for a little longer or shorter, since GIF has only hundredths of a second.",
        mend: "Use delays in steps of 10 ms, 20 ms or more, or write the animation as APNG.",
        unit: "frames")

    package static let framesDiffer = Rule(
        id: "frames-differ", defaultLevel: .error, isAdjustable: false,
        summary: "The pictures in a folder of frames cannot be one animation.",
        mend: "Export all frames as PNG from the same canvas, so that they have the same size in pixels.")
}
