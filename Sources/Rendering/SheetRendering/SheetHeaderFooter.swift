import JobModel
import SheetModel
import StickerManifest
import Texts

/// The parts of a sheet above and below the rows: the header with the names of the columns, the list of unpublished
/// sources, and the footer.
struct SheetHeaderFooter {
    let job: SheetJob
    let grid: SheetGrid
    let texts: Texts

    var header: VectorPage {
        var page = VectorPage(width: grid.width, height: 142, language: texts.language)
        let right = grid.width - SheetGrid.margin
        let generatorWidth = TextRuler.width(of: job.generator, in: .quiet) + 24
        let title = LineBreaker.clipped(job.pack.title, in: .title, width: grid.contentWidth - generatorWidth)
        page.text(title, x: SheetGrid.margin, baseline: 64, style: .title)
        page.text(job.generator, x: right, baseline: 64, style: .quiet, anchor: .end)
        let counts = LineBreaker.clipped(summary, in: .quiet, width: grid.contentWidth)
        page.text(counts, x: SheetGrid.margin, baseline: 88, style: .quiet)
        guard !job.pack.stickers.isEmpty else { return page }
        for (place, background) in job.backgrounds.enumerated() {
            let name = LineBreaker.clipped(background.name, in: .small, width: grid.cellWidth)
            page.text(name, x: grid.cellX(place), baseline: 132, style: .small)
        }
        let pixels = job.itemKind == .message ? "@3x" : texts("sheet.column.pixels")
        page.text(
            LineBreaker.clipped(pixels, in: .small, width: grid.pixelSide), x: grid.pixelX, baseline: 132, style: .small
        )
        return page
    }

    var footer: VectorPage {
        var page = VectorPage(width: grid.width, height: 62, language: texts.language)
        page.rule(x: SheetGrid.margin, y: 0, width: grid.contentWidth)
        let place = texts("sheet.pageOf", ["number": job.page, "all": job.pageCount])
        page.text(
            LineBreaker.clipped(job.pack.id, in: .small, width: grid.contentWidth / 2), x: SheetGrid.margin,
            baseline: 26, style: .small)
        page.text(place, x: grid.width - SheetGrid.margin, baseline: 26, style: .small, anchor: .end)
        return page
    }

    /// The list of unpublished sources with the reasons: a heading, then one band per source.
    var rejected: [VectorPage] {
        guard !job.rejected.isEmpty else { return [] }
        var heading = VectorPage(width: grid.width, height: 56, language: texts.language)
        heading.rule(x: SheetGrid.margin, y: 0, width: grid.contentWidth)
        heading.text(texts("sheet.notPublished"), x: SheetGrid.margin, baseline: 38, style: .name.inked(.error))
        return [heading] + job.rejected.map { RejectedEntry($0, grid: grid, texts: texts).page }
    }

    private var summary: String {
        let size = texts.size(job.pack.size, of: job.itemKind)
        guard let totals = job.totals else {
            return [places, size].compactMap(\.self).joined(separator: SheetHeaderFooter.dot)
        }
        var parts = [texts("number.\(noun)", ["count": totals.stickers]), size]
        if totals.bytes > 0 { parts.append(texts("report.fact.bytes", ["size": texts.size(totals.bytes)])) }
        if totals.withFindings > 0 { parts.append(texts("sheet.withFindings", ["count": totals.withFindings])) }
        if totals.rejected > 0 { parts.append(texts("sheet.rejected", ["count": totals.rejected])) }
        let text = parts.joined(separator: SheetHeaderFooter.dot)
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The text that states which stickers are on this page. Nil for a pack without stickers.
    private var places: String? {
        let count = job.pack.stickers.count
        guard count > 0 else { return nil }
        return texts(
            "sheet.places.\(noun)",
            ["count": count, "first": job.firstPlace, "last": job.firstPlace + count - 1])
    }

    private var noun: String { job.itemKind.noun }

    private static let dot = "  ·  "
}
