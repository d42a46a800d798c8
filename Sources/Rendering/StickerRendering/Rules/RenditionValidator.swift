import JobModel
import Pixels

/// The rules that check a finished @3x rendition.
enum RenditionValidator {
    /// - Throws: `BackgroundFault`.
    static func findings(
        _ picture: RGBAImage, name: String, backgrounds: [Background], backdrops: JobBackgrounds, limits: RuleLimits
    ) throws -> [RuleFinding] {
        var findings: [RuleFinding] = []
        let coverage = visibleShare(picture) * 100
        if coverage < limits.value(.nearlyEmpty) {
            findings.append(
                Rule.nearlyEmpty.finding(
                    "Only \(NumberFormat.number(coverage, digits: 1)) % of \(name) can be seen (at least "
                        + "\(NumberFormat.number(limits.value(.nearlyEmpty), digits: 0)) % is expected).",
                    measured: (coverage * 10).rounded() / 10, limit: limits.value(.nearlyEmpty)))
        }
        findings +=
            try VanishedArt.finding(
                picture, name: name, backgrounds: backgrounds, backdrops: backdrops, limits: limits
            ).map { [$0] } ?? []
        findings += EmojiSize.finding(picture, name: name, limits: limits).map { [$0] } ?? []
        return findings
    }

    /// The share of the pixels whose alpha is above a tenth.
    private static func visibleShare(_ picture: RGBAImage) -> Double {
        var visible = 0
        picture.bytes.withUnsafeBufferPointer { bytes in
            for offset in stride(from: 3, to: bytes.count, by: 4) where bytes[offset] > 25 { visible &+= 1 }
        }
        return Double(visible) / Double(picture.width * picture.height)
    }
}
