import Glibc
import JobModel
import Pixels
import StickerManifest

/// The rules about the parts of a message's picture that Messages cuts off or covers. They examine the picture at
/// @3x, which has three pixels per point.
enum MessageValidator {
    /// The number of pixels that Messages cuts off on the left and on the right. Source: Apple,
    /// `MSMessageTemplateLayout.image`.
    static let crop = 18
    /// The radius of the rounded corners in pixels. Apple does not document it, and this is a safe value.
    static let radius = 60

    static func findings(
        _ picture: RGBAImage, texts: MessageTexts, name: String, limits: RuleLimits
    ) -> [RuleFinding] {
        let detail = Detail(picture)
        let isPhoto = detail.grain > mostGrain
        return [
            isPhoto ? nil : edges(detail, name: name, limits: limits),
            isPhoto ? nil : corners(detail, name: name, limits: limits),
            TitleContrast.finding(picture, texts: texts, name: name, limits: limits),
        ].compactMap(\.self)
    }

    /// The grain above which a picture is treated as a photo. Photos have shades nearly everywhere, and details at
    /// all edges, so important details cannot be distinguished in them.
    private static let mostGrain = 0.4
    /// The share of details from which the whole picture is treated as a pattern. No single detail of a pattern is
    /// important.
    private static let texture = 0.5

    private static func edges(_ detail: Detail, name: String, limits: RuleLimits) -> RuleFinding? {
        let limit = limits.value(.messageEdges)
        let width = detail.width
        let shares = [
            ("left", detail.rowShare(from: 0, to: crop)), ("right", detail.rowShare(from: width - crop, to: width)),
        ].filter { $0.1 * 100 > limit }
        guard let worst = shares.max(by: { $0.1 < $1.1 }) else { return nil }
        let inner = stride(from: 3 * crop, to: width - 4 * crop, by: 3 * crop).map {
            detail.rowShare(from: $0, to: $0 + crop)
        }
        guard inner.reduce(0, +) / Double(max(1, inner.count)) < texture else { return nil }
        let sides = shares.map(\.0).joined(separator: " and ")
        return Rule.messageEdges.finding(
            "\(name) has detail in the outer \(crop) pixels at the \(sides), which Messages cuts off: on "
                + "\(NumberFormat.percent(worst.1)) of the height (up to \(NumberFormat.number(limit, digits: 0)) % is fine).",
            measured: (worst.1 * 1000).rounded() / 10, limit: limit)
    }

    private static func corners(_ detail: Detail, name: String, limits: RuleLimits) -> RuleFinding? {
        let limit = limits.value(.messageCorners)
        let shares = Corner.allCases.map { ($0.rawValue, detail.cornerShare($0)) }.filter { $0.1 * 100 > limit }
        guard let worst = shares.max(by: { $0.1 < $1.1 }), detail.pixelShare < texture / 2 else { return nil }
        let places = shares.map(\.0).joined(separator: ", ")
        return Rule.messageCorners.finding(
            "\(name) has detail in the \(places) corner\(shares.count == 1 ? "" : "s"), which Messages rounds off: in "
                + "\(NumberFormat.percent(worst.1)) of the cut area (up to \(NumberFormat.number(limit, digits: 0)) % is "
                + "fine).",
            measured: (worst.1 * 1000).rounded() / 10, limit: limit)
    }

    enum Corner: String, CaseIterable {
        case upperLeft = "upper left", upperRight = "upper right", lowerLeft = "lower left", lowerRight = "lower right"
    }
}

/// Finds details: places where colours change strongly within a few pixels, such as the edges of lines, letters and
/// outlines. A background of one colour, a gradient, or an area that continues to the edge has no details.
private struct Detail {
    let width: Int
    private let height: Int
    private let bytes: [UInt8]

    /// The distance between two pixels that are compared. A soft edge has this width.
    private static let step = 3
    /// The minimum difference between two compared pixels that counts as a detail, in levels (0 to 255) of one channel.
    private static let least = 48

    init(_ picture: RGBAImage) {
        (width, height, bytes) = (picture.width, picture.height, picture.bytes)
    }

    /// The share of the rows that have a detail between two columns.
    func rowShare(from left: Int, to right: Int) -> Double {
        var count = 0
        for y in 0..<height where (left..<(right - Self.step)).contains(where: { differs($0, y, $0 + Self.step, y) }) {
            count += 1
        }
        return Double(count) / Double(max(1, height))
    }

    /// The share of a rounded corner's cut area that has details.
    func cornerShare(_ corner: MessageValidator.Corner) -> Double {
        let radius = MessageValidator.radius
        let isLeft = corner == .upperLeft || corner == .lowerLeft
        let isUpper = corner == .upperLeft || corner == .upperRight
        var (count, changed) = (0, 0)
        for row in 0..<radius {
            // The number of pixels of the row that are outside the arc.
            let y = Double(radius - row) - 0.5
            let outside = Double(radius) - (Double(radius * radius) - y * y).squareRoot()
            for column in 0..<Int(outside) {
                let x = isLeft ? MessageValidator.crop + column : width - 1 - MessageValidator.crop - column
                let line = isUpper ? row : height - 1 - row
                count += 1
                let (beside, below) = (
                    isLeft ? x - Self.step : x + Self.step, isUpper ? line + Self.step : line - Self.step
                )
                if differs(x, line, beside, line) || differs(x, line, x, below) { changed += 1 }
            }
        }
        return Double(changed) / Double(max(1, count))
    }

    /// The share of the whole picture that has details. Only every fourth pixel of every fourth row is examined.
    var pixelShare: Double {
        var (count, changed) = (0, 0)
        for y in stride(from: 0, to: height - Self.step, by: 4) {
            for x in stride(from: 0, to: width - Self.step, by: 4) {
                count += 1
                if differs(x, y, x + Self.step, y) || differs(x, y, x, y + Self.step) { changed += 1 }
            }
        }
        return Double(changed) / Double(max(1, count))
    }

    /// The share of the examined pixels whose difference from a pixel nearby is too large for a gradient, and too small
    /// for an edge.
    var grain: Double {
        var (count, grainy) = (0, 0)
        for y in stride(from: 0, to: height - Self.step, by: 4) {
            for x in stride(from: 0, to: width - Self.step, by: 4) {
                count += 1
                if (Self.step..<Self.least).contains(difference(x, y, x + Self.step, y + Self.step)) { grainy += 1 }
            }
        }
        return Double(grainy) / Double(max(1, count))
    }

    /// The difference of the channel that differs most, in levels.
    private func difference(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Int {
        let (one, other) = ((y * width + x) * 4, (otherY * width + otherX) * 4)
        return (0..<3).reduce(0) { max($0, abs(Int(bytes[one + $1]) - Int(bytes[other + $1]))) }
    }

    private func differs(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Bool {
        difference(x, y, otherX, otherY) >= Self.least
    }
}

/// The contrast of a white title with the part of the picture that it covers.
private enum TitleContrast {
    /// The share of the covered pixels that must be dark. The other pixels may be light specks.
    private static let share = 0.95

    static func finding(_ picture: RGBAImage, texts: MessageTexts, name: String, limits: RuleLimits) -> RuleFinding? {
        let areas = texts.languages.compactMap { BubbleLayout($0.text).titleArea }
        let lightest = areas.compactMap { area in
            light(below: area, of: picture).map { (area: area, luminance: $0.luminance, place: $0.place) }
        }.max { $0.luminance < $1.luminance }
        guard let lightest, let lowest = areas.map(\.y).min() else { return nil }
        let contrast = 1.05 / (lightest.luminance + 0.05)
        let limit = limits.value(.messageTitleContrast)
        guard contrast < limit else { return nil }
        let percent =
            (1...100).first { 1.05 / (luminance(picture.bytes, lightest.place, strength: $0) + 0.05) >= limit } ?? 100
        let rounded = (contrast * 100).rounded(.down) / 100
        let fromBottom = Int((Double(MessageRecipe.points) - lowest).rounded(.up)) * 3
        return Rule.messageTitleContrast.finding(
            "The white title over \(name) has a contrast of \(NumberFormat.number(rounded, digits: 2)) to 1 with the picture "
                + "below it; it should be at least \(NumberFormat.number(limit, digits: 1)) to 1.",
            measured: rounded, limit: limit,
            fix: "Draw the lower part of the picture darker, or add a black gradient that reaches \(percent) % at "
                + "\(NumberFormat.number(fromBottom)) of 900 pixels from the bottom and keeps this value below."
        )
    }

    /// The lightest pixel that a title covers, ignoring a few light specks. Nil if the area is empty.
    private static func light(
        below area: BubbleLayout.Area, of picture: RGBAImage
    ) -> (luminance: Double, place: Int)? {
        let scale = Double(picture.width) / Double(MessageRecipe.points)
        var tones: [(luminance: Double, place: Int)] = []
        for y in stride(from: Int(area.y * scale), to: Int((area.y + area.height) * scale), by: 2) {
            for x in stride(from: Int(area.x * scale), to: Int((area.x + area.width) * scale), by: 2)
            where (0..<picture.width).contains(x) && (0..<picture.height).contains(y) {
                let place = (y * picture.width + x) * 4
                tones.append((luminance(picture.bytes, place, strength: 0), place))
            }
        }
        guard !tones.isEmpty else { return nil }
        tones.sort { $0.luminance < $1.luminance }
        return tones[min(tones.count - 1, Int(Double(tones.count) * share))]
    }

    /// The relative luminance of a pixel that is darkened by translucent black. Source: WCAG 2.2.
    ///
    /// - Parameter strength: the opacity of the black, in percent.
    private static func luminance(_ bytes: [UInt8], _ place: Int, strength: Int) -> Double {
        let rest = Double(100 - strength) / 100
        func linear(_ channel: Int) -> Double {
            let level = Double(bytes[place + channel]) / 255 * rest
            return level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2)
    }
}
