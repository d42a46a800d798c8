import JobModel
import SheetModel
import StickerManifest

/// The parts around the rows: the header with the names of the columns, the list of unpublished sources, and the
/// footer.
enum SheetHeaderFooter {
    static func header(of job: SheetJob, grid: SheetGrid) -> VectorPage {
        var page = VectorPage(width: grid.width, height: 142)
        let right = grid.width - SheetGrid.margin
        let generatorWidth = TextRuler.width(of: job.generator, in: .quiet) + 24
        let title = LineBreaker.clipped(job.pack.title, in: .title, width: grid.contentWidth - generatorWidth)
        page.text(title, x: SheetGrid.margin, baseline: 64, style: .title)
        page.text(job.generator, x: right, baseline: 64, style: .quiet, anchor: .end)
        let counts = LineBreaker.clipped(summary(of: job), in: .quiet, width: grid.contentWidth)
        page.text(counts, x: SheetGrid.margin, baseline: 88, style: .quiet)
        guard !job.pack.stickers.isEmpty else { return page }
        for (place, background) in job.backgrounds.enumerated() {
            let name = LineBreaker.clipped(background.name, in: .small, width: grid.cellWidth)
            page.text(name, x: grid.cellX(place), baseline: 132, style: .small)
        }
        page.text(job.isMessages ? "@3x" : "@3x, its own pixels", x: grid.pixelX, baseline: 132, style: .small)
        return page
    }

    static func footer(of job: SheetJob, grid: SheetGrid) -> VectorPage {
        var page = VectorPage(width: grid.width, height: 62)
        page.rule(x: SheetGrid.margin, y: 0, width: grid.contentWidth)
        let place = "Page \(job.page) of \(job.pageCount)"
        page.text(
            LineBreaker.clipped(job.pack.id, in: .small, width: grid.contentWidth / 2), x: SheetGrid.margin,
            baseline: 26, style: .small)
        page.text(place, x: grid.width - SheetGrid.margin, baseline: 26, style: .small, anchor: .end)
        return page
    }

    /// Unpublished sources with the reasons: a heading, then one band per source.
    static func rejected(_ sources: [RejectedSource], grid: SheetGrid) -> [VectorPage] {
        guard !sources.isEmpty else { return [] }
        var heading = VectorPage(width: grid.width, height: 56)
        heading.rule(x: SheetGrid.margin, y: 0, width: grid.contentWidth)
        heading.text("Not published", x: SheetGrid.margin, baseline: 38, style: .name.inked(.error))
        return [heading] + sources.map { RejectedEntry($0, grid: grid).page }
    }

    private static func summary(of job: SheetJob) -> String {
        let size = MessagePack.sizeText(job.pack.size, pack: job.pack.id, box: job.pieceBox)
        guard let totals = job.totals else {
            return ([places(of: job)] + [size]).compactMap(\.self).joined(separator: dot)
        }
        var parts = [NumberFormat.count(totals.stickers, MessagePack.noun(of: job.pack.id, box: job.pieceBox)), size]
        if totals.bytes > 0 { parts.append("\(NumberFormat.size(totals.bytes)) at @3x") }
        if totals.withFindings > 0 { parts.append("\(NumberFormat.number(totals.withFindings)) with findings") }
        if totals.rejected > 0 { parts.append("\(NumberFormat.number(totals.rejected)) not published") }
        let text = parts.joined(separator: dot)
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The range of the pack's stickers on a page.
    private static func places(of job: SheetJob) -> String? {
        let count = job.pack.stickers.count
        guard count > 0 else { return nil }
        let (first, last) = (NumberFormat.number(job.firstPlace), NumberFormat.number(job.firstPlace + count - 1))
        let noun = MessagePack.noun(of: job.pack.id, box: job.pieceBox).capitalized
        return count == 1 ? "\(noun) \(first)" : "\(noun)s \(first) to \(last)"
    }

    private static let dot = "  ·  "
}
