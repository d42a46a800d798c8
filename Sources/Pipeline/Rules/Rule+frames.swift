/// Rules about how frames come in, and how they go out as GIF.
extension Rule {
    package static let delayLengthened = Rule(
        id: "delay-lengthened", defaultLevel: .warning,
        summary: "Frames of a GIF or WebP say that they stay for 10 ms or less, which players take for 100 ms.",
        mend: "Set the delay that you mean, 20 ms or more, and export again.",
        unit: "frames")

    package static let framesDiffer = Rule(
        id: "frames-differ", defaultLevel: .error, isAdjustable: false,
        summary: "The pictures in a folder of frames cannot be one animation.",
        mend: "Export all frames as PNG from the same canvas, so that they have the same size in pixels.")
}
