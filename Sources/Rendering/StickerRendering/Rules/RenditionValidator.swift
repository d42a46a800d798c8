import JobModel
import Pixels

/// The rules that look at a finished @3x rendition.
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
        let outline = Outline(of: picture)
        for background in backgrounds {
            let backdrop = try backdrops.square(background.fill, side: picture.width)
            guard let contrast = outline.contrast(of: picture, against: backdrop),
                contrast < limits.value(.vanishesOnBackground)
            else { continue }
            findings.append(
                Rule.vanishesOnBackground.finding(
                    "The outline of \(name) can hardly be seen on \(background.name): the contrast with \(background.name) "
                        + "is \(NumberFormat.number(contrast, digits: 2)):1; it should be at least "
                        + "\(NumberFormat.number(limits.value(.vanishesOnBackground), digits: 1)):1.",
                    measured: (contrast * 100).rounded() / 100, limit: limits.value(.vanishesOnBackground)))
        }
        findings += EmojiSize.finding(picture, name: name, limits: limits).map { [$0] } ?? []
        return findings
    }

    /// The share of pixels with an alpha over a tenth.
    private static func visibleShare(_ picture: RGBAImage) -> Double {
        var visible = 0
        picture.bytes.withUnsafeBufferPointer { bytes in
            for offset in stride(from: 3, to: bytes.count, by: 4) where bytes[offset] > 25 { visible &+= 1 }
        }
        return Double(visible) / Double(picture.width * picture.height)
    }
}
