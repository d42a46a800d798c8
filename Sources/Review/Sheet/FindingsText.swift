import StickerCatalog

/// What is written about findings, beside or below what they were found in.
enum FindingsText {
    /// The most findings shown on a sheet; the HTML page has all of them.
    private static let limit = 4

    /// - Parameter width: points.
    static func column(for findings: [Finding], width: Double) -> TextColumn {
        var column = TextColumn(width: width)
        for (place, finding) in findings.prefix(limit).enumerated() {
            if place > 0 { column.space(6) }
            column.finding(finding)
        }
        let rest = findings.count - limit
        if rest > 0 {
            column.space(6)
            column.paragraph("and \(Figures.count(rest, "more finding")), on the HTML page", style: .quiet, limit: 1)
        }
        return column
    }
}
