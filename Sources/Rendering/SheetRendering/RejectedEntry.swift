import JobModel
import SheetModel
import StickerManifest
import Texts

/// A rejected source on a sheet, with the name of its file on the left and its findings on the right.
struct RejectedEntry {
    private let name: TextColumn
    private let reasons: TextColumn
    private let grid: SheetGrid
    private let language: Language
    /// The height, in points.
    let height: Double

    init(_ source: RejectedSource, grid: SheetGrid, texts: Texts) {
        self.grid = grid
        language = texts.language
        var name = TextColumn(width: SheetGrid.textWidth)
        let words = RejectedView(source, texts)
        name.paragraph(words.fileName, style: .name, limit: 2)
        name.paragraph([words.place, words.size].joined(separator: texts("list.comma")), style: .quiet, limit: 2)
        if words.keepsEarlierVersion {
            name.paragraph(texts("rejected.keeps"), style: .quiet, limit: 2)
        }
        let reasons = FindingsText.column(for: source.findings, width: grid.findingsWidth, texts)
        self.name = name
        self.reasons = reasons
        height = (max(name.height, reasons.height) + 2 * SheetGrid.rowPadding).rounded(.up)
    }

    /// The entry as a band that is as wide as the sheet.
    var page: VectorPage {
        var page = VectorPage(width: grid.width, height: height, language: language)
        page.rule(x: SheetGrid.margin, y: 0, width: grid.contentWidth)
        page.group(x: SheetGrid.margin, y: SheetGrid.rowPadding) { name.draw(on: &$0) }
        page.group(x: grid.cellX(0), y: SheetGrid.rowPadding) { reasons.draw(on: &$0) }
        return page
    }
}

/// The text about findings, next to or below their subject.
enum FindingsText {
    /// The maximum number of findings on a sheet. The HTML page shows all findings.
    private static let limit = 4

    /// - Parameter width: the width of the text, in points.
    static func column(for findings: [Finding], width: Double, _ texts: Texts) -> TextColumn {
        var column = TextColumn(width: width)
        for (place, finding) in findings.prefix(limit).enumerated() {
            if place > 0 { column.space(6) }
            column.finding(FindingView(finding, texts))
        }
        let rest = findings.count - limit
        if rest > 0 {
            column.space(6)
            column.paragraph(texts("sheet.moreFindings.page", ["count": rest]), style: .quiet, limit: 1)
        }
        return column
    }
}
