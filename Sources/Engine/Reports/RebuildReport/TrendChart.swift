import Foundation
import JobModel
import SheetModel
import TextEscaping
import Texts

/// A small chart of the last rebuilds. A line shows the size of the library, and bars show the number of changes.
package struct TrendChart {
    private static let width = 640.0
    private static let height = 132.0
    /// The vertical positions of the upper and lower ends of the line and the bars.
    private static let (top, middle, bottom) = (8.0, 72.0, 112.0)
    package let svg: String
    package let caption: String

    /// - Parameter nights: the statistics of at least two rebuilds, the oldest first.
    package init(_ nights: [RebuildStatistics], _ texts: Texts) {
        let step = (TrendChart.width - 8) / Double(max(1, nights.count - 1) + 1)
        func x(_ index: Int) -> Double { 4 + step * (Double(index) + 0.5) }
        let sizes = nights.map { Double($0.bytes) }
        let (low, high) = (sizes.min() ?? 0, sizes.max() ?? 0)
        func y(_ bytes: Double) -> Double {
            guard high > low else { return (TrendChart.top + TrendChart.middle) / 2 }
            return TrendChart.middle - (bytes - low) / (high - low) * (TrendChart.middle - TrendChart.top)
        }
        let points = sizes.enumerated().map { "\(TrendChart.text(x($0.offset))),\(TrendChart.text(y($0.element)))" }
        let most = max(1, nights.map(\.changes).max() ?? 1)
        var bars = ""
        for (index, night) in nights.enumerated() {
            let length = Double(night.changes) / Double(most) * (TrendChart.bottom - TrendChart.middle - 10)
            let wide = max(2, min(14, step * 0.7))
            if night.changes > 0 {
                bars +=
                    "<rect class=\"changes\" x=\"\(TrendChart.text(x(index) - wide / 2))\" "
                    + "y=\"\(TrendChart.text(TrendChart.bottom - max(2, length)))\" width=\"\(TrendChart.text(wide))\" "
                    + "height=\"\(TrendChart.text(max(2, length)))\"/>"
            }
            let mark = night.isComplete && night.needsPerson == 0 ? "well" : "look"
            bars +=
                "<circle class=\"\(mark)\" cx=\"\(TrendChart.text(x(index)))\" "
                + "cy=\"\(TrendChart.text(y(sizes[index])))\" r=\"3\"><title>\(TrendChart.words(night, texts))</title></circle>"
        }
        let baseline =
            "<line class=\"base\" x1=\"4\" x2=\"\(TrendChart.text(TrendChart.width - 4))\" "
            + "y1=\"\(TrendChart.text(TrendChart.bottom))\" y2=\"\(TrendChart.text(TrendChart.bottom))\"/>"
        let (first, last) = (
            nights.first.map { TrendChart.day($0.time) } ?? "", nights.last.map { TrendChart.day($0.time) } ?? ""
        )
        svg =
            "<svg class=\"trend\" viewBox=\"0 0 \(Int(TrendChart.width)) \(Int(TrendChart.height))\" role=\"img\" "
            + "aria-label=\"\(MarkupText.escaped(texts("night.trend.title")))\">\(baseline)"
            + "<polyline class=\"size\" points=\"\(points.joined(separator: " "))\"/>\(bars)"
            + "<text x=\"4\" y=\"128\">\(first)</text>"
            + "<text x=\"\(TrendChart.text(TrendChart.width - 4))\" y=\"128\" text-anchor=\"end\">\(last)</text></svg>"
        let sizesInBytes = nights.map(\.bytes)
        caption = texts(
            "night.trend.about",
            [
                "low": texts.size(sizesInBytes.min() ?? 0), "high": texts.size(sizesInBytes.max() ?? 0), "count": most,
            ])
    }

    private static func words(_ night: RebuildStatistics, _ texts: Texts) -> String {
        MarkupText.escaped(
            texts(
                "night.trend.night",
                [
                    "day": day(night.time), "stickers": texts("number.sticker", ["count": night.stickers]),
                    "size": texts.size(night.bytes), "changes": texts("night.trend.changes", ["count": night.changes]),
                    "duration": RebuildReport.duration(night.seconds, texts),
                ]))
    }

    /// The day in UTC, such as `2026-11-21`, which is the same on every machine.
    static func day(_ time: Date) -> String {
        String(time.formatted(.iso8601).prefix(10))
    }

    private static func text(_ number: Double) -> String {
        NumberFormat.decimal(number, places: 1)
    }
}

extension RebuildStatistics {
    /// The number of stickers that were added, removed or changed.
    var changes: Int { added + changed + removed }
}
