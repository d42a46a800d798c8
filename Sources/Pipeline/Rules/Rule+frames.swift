/// Rules about how frames come in, and how they go out as GIF.
extension Rule {
    package static let delayLengthened = Rule(
        id: "delay-lengthened", defaultLevel: .warning,
        summary: "Frames of a GIF or WebP say that they stay for 10 ms or less, which players take for 100 ms.",
        mend: "Set the delay that you mean, 20 ms or more, and export again.",
        unit: "frames")
}
