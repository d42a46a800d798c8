import Intake
import JobModel

/// Finds numbered still images of a pack that look like the frames of one animation: `Walk_0001.png`,
/// `Walk_0002.png`, …
///
/// Stickers can be numbered too. But programs that export frames pad numbers to at least three digits, count from 0, or
/// add the delay to the name as ezgif does. People rarely do that.
package struct LooseFrames {
    /// The findings by the path of the first file of a series.
    private var findings: [String: RuleFinding] = [:]

    /// The minimum number of files of an animation.
    private static let fewest = 3

    /// - Parameters:
    ///   - entries: the entries of one pack.
    ///   - mostFrames: the maximum number of frames of an animation. A longer series is not treated as an animation.
    package init(_ entries: [StickerEntry], mostFrames: Int) {
        var series: [Series: [Frame]] = [:]
        for entry in entries {
            guard let (key, frame) = Self.frame(of: entry) else { continue }
            series[key, default: []].append(frame)
        }
        for (key, frames) in series where frames.count >= Self.fewest && frames.count <= mostFrames {
            let sorted = frames.sorted { ($0.number, $0.path) < ($1.number, $1.path) }
            guard let first = sorted.first, let last = sorted.last, first.number + sorted.count - 1 == last.number,
                Self.areFrames(sorted, of: key)
            else { continue }
            let folder = key.name.isEmpty ? "Animation" : key.name
            findings[first.path] = Rule.looseFrames.finding(
                "\(first.path) to \(last.path), \(NumberFormat.number(sorted.count)) files of the same size, look like the "
                    + "frames of one animation; each became a sticker.",
                fix: "If they are frames, move them into a folder \(folder).frames, which becomes one animated sticker."
            )
        }
    }

    /// Whether consecutive numbers look like the frame numbers that programs write.
    private static func areFrames(_ frames: [Frame], of series: Series) -> Bool {
        guard let first = frames.first else { return false }
        if frames.contains(where: \.hasDelay) { return true }
        // Stickers are often named with only a number, so such names need four digits.
        let leastDigits = series.name.isEmpty ? 4 : 3
        let arePadded =
            first.digits.utf8.count >= leastDigits && first.digits.hasPrefix("0")
            && frames.allSatisfy { $0.digits.utf8.count == first.digits.utf8.count }
        return arePadded || (first.number == 0 && !series.name.isEmpty)
    }

    /// The finding about a series, at its first file. Nil for all other files.
    package func finding(_ entry: StickerEntry) -> RuleFinding? {
        findings.isEmpty ? nil : findings[entry.art.path]
    }

    private struct Frame {
        let path: String
        let number: Int
        /// The digits of the number, including leading zeros.
        let digits: String
        /// Whether the name contains the delay of the frame, such as `_delay-0.1s`.
        let hasDelay: Bool
    }

    /// The properties that all frames of an animation share.
    private struct Series: Hashable {
        let name: String
        let width: Int
        let height: Int
    }

    /// The name prefixes of numbered photos from cameras and phones. Such photos are not frames.
    private static let photoNames: Set<String> = ["img", "dsc", "dscn", "dscf", "pxl", "photo", "screenshot"]

    private static func frame(of entry: StickerEntry) -> (Series, Frame)? {
        guard entry.art.rank == 0, entry.art.framePaths.isEmpty, entry.art.itemKind == .sticker,
            let art = entry.result.art, art.frames == 1,
            let (name, digits, hasDelay) = parts(of: entry.art.title), let number = Int(digits),
            !photoNames.contains(name.lowercased())
        else { return nil }
        return (
            Series(name: name, width: art.width, height: art.height),
            Frame(path: entry.art.path, number: number, digits: digits, hasDelay: hasDelay)
        )
    }

    /// Splits a title into name and number: `Walk_0001` into `Walk` and `0001`, `frame_03_delay-0.1s` into `frame`
    /// and `03`. Nil for a title without a number.
    private static func parts(of title: String) -> (name: String, digits: String, hasDelay: Bool)? {
        var rest = title.utf8[...]
        var hasDelay = false
        if rest.last == UInt8(ascii: "s"), let delay = title.firstRange(of: "_delay-") {
            rest = rest[..<delay.lowerBound]
            hasDelay = true
        }
        let digits = rest.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.reversed()
        guard (1...9).contains(digits.count) else { return nil }
        rest = rest.dropLast(digits.count)
        let separators = Array(" _-.(#".utf8)
        while let last = rest.last, separators.contains(last) { rest = rest.dropLast() }
        return (String(Substring(rest)), String(decoding: Array(digits), as: UTF8.self), hasDelay)
    }
}
