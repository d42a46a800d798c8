import StickerCatalog

/// Findings in plain words, each under its rule as a badge.
enum PrintFindings {
    /// - Parameters:
    ///   - width: points.
    ///   - limit: the most findings that are written; the rest is counted.
    static func column(for findings: [Finding], width: Double, limit: Int) -> TextColumn {
        var column = TextColumn(width: width)
        for (place, finding) in findings.prefix(limit).enumerated() {
            if place > 0 { column.space(7) }
            column.badges([Badge(finding)], lines: 1)
            column.space(2)
            column.paragraph(finding.message, style: .printBody, limit: 4)
            column.paragraph(finding.mend, style: .printQuiet, limit: 3)
        }
        let rest = findings.count - limit
        if rest > 0 {
            column.space(5)
            column.paragraph(
                "and \(Figures.count(rest, "more finding")), on the review page", style: .printQuiet, limit: 1)
        }
        return column
    }
}
