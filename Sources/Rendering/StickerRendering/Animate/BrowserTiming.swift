import ImageHeaders
import JobModel

/// The duration of frames in a GIF or WebP. A frame with 10 ms or less lasts 100 ms, as in every browser. In the
/// past, a delay of 0 meant "as fast as possible" (Blink `DeferredImageDecoder::FrameDurationAtIndex`, Gecko
/// `FrameTimeout::Normalized`, WebKit `ScalableImageDecoder`).
struct BrowserTiming {
    let delays: [FrameDelay]
    let findings: [RuleFinding]

    /// - Parameter milliseconds: the delays in the file, in milliseconds.
    init(milliseconds: [Int], name: String) {
        delays = milliseconds.map { FrameDelay(milliseconds: $0 <= 10 ? 100 : $0) }
        let lengthened = milliseconds.count { $0 <= 10 }
        guard lengthened > 0 else {
            findings = []
            return
        }
        let frames = lengthened == milliseconds.count ? "All" : "\(NumberFormat.number(lengthened)) of"
        findings = [
            Rule.delayLengthened.finding(
                "\(frames) \(NumberFormat.number(milliseconds.count)) frames of \(name) have a delay of 10 ms or "
                    + "less; they are shown for 100 ms, as in every browser.",
                measured: Double(lengthened))
        ]
    }
}
