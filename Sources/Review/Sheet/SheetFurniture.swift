import StickerCatalog

/// What stands around the rows: the head with the columns' names, the list of what was not published, the foot.
enum SheetFurniture {
    static func header(of job: SheetJob, grid: SheetGrid) -> VectorPage {
        var page = VectorPage(width: grid.width, height: 142)
        let right = grid.width - SheetGrid.margin
        let generatorWidth = TextRuler.width(of: job.generator, in: .quiet) + 24
        let title = LineBreaker.clipped(job.pack.title, in: .title, width: grid.contentWidth - generatorWidth)
        page.text(title, x: SheetGrid.margin, baseline: 64, style: .title)
        page.text(job.generator, x: right, baseline: 64, style: .quiet, anchor: .end)
        let counts = LineBreaker.clipped(summary(of: job), in: .quiet, width: grid.contentWidth)
        page.text(counts, x: SheetGrid.margin, baseline: 88, style: .quiet)
        guard !job.stickers.isEmpty else { return page }
        for (place, background) in job.backgrounds.enumerated() {
            let name = LineBreaker.clipped(background.name, in: .small, width: grid.cellWidth)
            page.text(name, x: grid.cellX(place), baseline: 132, style: .small)
        }
        page.text("@3x, its own pixels", x: grid.pixelX, baseline: 132, style: .small)
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

    /// Sources that were not published, with the reasons: a heading, then a band each.
    static func rejected(_ sources: [RejectedSource], grid: SheetGrid) -> [VectorPage] {
        guard !sources.isEmpty else { return [] }
        var heading = VectorPage(width: grid.width, height: 56)
        heading.rule(x: SheetGrid.margin, y: 0, width: grid.contentWidth)
        heading.text("Not published", x: SheetGrid.margin, baseline: 38, style: .name.inked(.error))
        return [heading] + sources.map { RejectedEntry($0, grid: grid).page }
    }

    private static func summary(of job: SheetJob) -> String {
        let stickers = job.pack.stickers
        let findings = stickers.count { !$0.findings.isEmpty }
        let bytes = stickers.reduce(0) { $0 + ($1.renditions.first?.bytes ?? 0) }
        let points = job.pack.size.points
        var parts = [
            Figures.count(stickers.count, "sticker"), "\(job.pack.size.rawValue), \(points) × \(points) pt",
        ]
        if bytes > 0 { parts.append("\(Figures.size(bytes)) at @3x") }
        if findings > 0 { parts.append("\(Figures.grouped(findings)) with findings") }
        if job.rejectedCount > 0 { parts.append("\(Figures.grouped(job.rejectedCount)) not published") }
        let text = parts.joined(separator: "  ·  ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
