import JobModel
import SheetModel
import StickerManifest

/// One sticker on a page, with all there is to know about it: parts below each other.
struct DetailPage {
    private let sticker: Sticker
    private let section: SheetDocument.Section
    private let document: SheetDocument
    private let paper: Paper

    /// Between parts, in points.
    private static let space = 12.0
    /// The height of the label above a part.
    private static let labelHeight = 14.0
    /// Points that a pixel of a rendition takes: an @3x file is then as large in points as in Messages.
    private static let pixel = 1 / 3.0
    /// The sides that the magnified squares may have: a whole number of points per pixel.
    private static let edgeSides = [4, 3, 2].map { Double($0 * PictureSource.edgeSide) }

    init(_ sticker: Sticker, in section: SheetDocument.Section, document: SheetDocument, paper: Paper) {
        self.sticker = sticker
        self.section = section
        self.document = document
        self.paper = paper
    }

    var page: PrintPage {
        var page = PrintPage(paper)
        page.bookmark = "\(section.pack.title): \(sticker.shownName)"
        var y = head(on: &page)
        y = scales(on: &page, y: y) + DetailPage.space
        y = backgrounds(on: &page, y: y) + DetailPage.space
        if let strip = sticker.filmstrip {
            let row = FrameRow(strip, width: paper.contentWidth, most: 72)
            label("Frames", on: &page, x: Paper.margin, y: y)
            row.draw(on: &page, x: Paper.margin, y: y + DetailPage.labelHeight)
            y += DetailPage.labelHeight + row.height + DetailPage.space
        }
        edgeAndWords(on: &page, y: y)
        return page
    }

    private func label(_ text: String, on page: inout PrintPage, x: Double, y: Double) {
        page.vector.text(text, x: x, baseline: y + 8, style: .printStrong)
    }

    private func head(on page: inout PrintPage) -> Double {
        let approval = section.approval(of: sticker).map { Badge($0) }
        let room = paper.contentWidth - (approval.map { $0.width + 12 } ?? 0)
        let top = Paper.margin
        page.vector.text(
            LineBreaker.clipped(sticker.shownName, in: .printTitle, width: room), x: Paper.margin, baseline: top + 17,
            style: .printTitle)
        if let approval {
            approval.draw(on: &page.vector, x: paper.width - Paper.margin - approval.width, y: top + 6)
        }
        var facts = [section.number(of: sticker), section.pack.title, sticker.id, SheetDocument.sizeText(of: sticker)]
        if let motion = sticker.animation.map(AnimationText.init) { facts += [motion.length, motion.pace] }
        var lines = [facts.joined(separator: "  ·  "), "From \(sticker.source.path)"]
        let decision = SheetDecision(about: sticker, in: section.pack, of: document)
        if let decision { lines.append(decision.line) }
        for (place, line) in lines.enumerated() {
            page.vector.text(
                LineBreaker.clipped(line, in: .printQuiet, width: paper.contentWidth), x: Paper.margin,
                baseline: top + 32 + Double(place) * 11, style: .printQuiet)
        }
        var comment = TextColumn(width: paper.contentWidth)
        comment.paragraph(decision?.comment ?? "", style: .printStrong, limit: 3)
        page.vector.group(x: Paper.margin, y: top + 26 + Double(lines.count) * 11) { comment.draw(on: &$0) }
        let bottom = top + 32 + Double(lines.count) * 11 + comment.height
        page.vector.rule(x: Paper.margin, y: bottom - 3, width: paper.contentWidth)
        return (bottom + 9).rounded()
    }

    /// Each scale with its own pixels, in their true proportions.
    private func scales(on page: inout PrintPage, y: Double) -> Double {
        label("All sizes at actual pixels", on: &page, x: Paper.margin, y: y)
        let top = y + DetailPage.labelHeight
        var x = Paper.margin
        let tallest = Double(sticker.renditions.map(\.height).max() ?? 0) * DetailPage.pixel
        for rendition in sticker.renditions {
            let (width, height) = (
                Double(rendition.width) * DetailPage.pixel, Double(rendition.height) * DetailPage.pixel
            )
            // On one line at the bottom, where their figures start.
            page.place(
                .rendition(rendition, on: .checker), x: x, y: top + tallest - height, width: width, height: height,
                isFramed: true)
            let words = words(for: rendition, width: max(width, 82))
            page.vector.group(x: x, y: (top + tallest + 5).rounded(.up)) { words.draw(on: &$0) }
            x += max(width, 82).rounded(.up) + 12
        }
        return (top + tallest + 5).rounded(.up) + 52
    }

    private func words(for rendition: Rendition, width: Double) -> TextColumn {
        var column = TextColumn(width: width)
        let share = Double(rendition.bytes) / Double(max(document.byteLimit, 1))
        column.ends("@\(rendition.scale)x", "\(rendition.width) × \(rendition.height) px", style: .printStrong)
        column.paragraph(NumberFormat.size(rendition.bytes), style: .printBody, limit: 1)
        column.space(1)
        column.bar(share, ink: share > 0.9 ? .warning : .text, thickness: 2)
        column.space(1)
        column.paragraph("\(NumberFormat.decimal(share * 100, places: 1)) % of limit", style: .printSmall, limit: 1)
        column.paragraph(rendition.form, style: .printSmall, limit: 1)
        column.paragraph("fidelity \(NumberFormat.fidelity(rendition.fidelity))", style: .printSmall, limit: 1)
        return column
    }

    private func backgrounds(on page: inout PrintPage, y: Double) -> Double {
        label("On every background", on: &page, x: Paper.margin, y: y)
        let top = y + DetailPage.labelHeight
        let gap = 6.0
        let count = Double(max(document.backgrounds.count, 1))
        let cell = max(12, min(110, ((paper.contentWidth + gap) / count - gap).rounded(.down)))
        for (place, background) in document.backgrounds.enumerated() {
            let x = Paper.margin + Double(place) * (cell + gap)
            page.vector.text(
                LineBreaker.clipped(background, in: .printSmall, width: cell), x: x, baseline: top + cell + 9,
                style: .printSmall)
            guard let preview = sticker.previews.first(where: { $0.background == background }) else { continue }
            page.place(.preview(path: preview.path), x: x, y: top, width: cell, height: cell, isFramed: true)
        }
        return top + cell + 11
    }

    /// The edge at the left, and the findings and the cost of the fit at its right.
    private func edgeAndWords(on page: inout PrintPage, y: Double) {
        let top = y + DetailPage.labelHeight
        let room = paper.contentBottom - top
        let (side, gap) = (DetailPage.edgeSides.first { $0 <= room } ?? 56, 6.0)
        var x = Paper.margin
        if let best = sticker.delivery {
            label("The edge, magnified", on: &page, x: x, y: y)
            page.place(.edge(best, on: .paper), x: x, y: top, width: side, height: side, isFramed: true)
            page.place(.edge(best, on: .dark), x: x + side + gap, y: top, width: side, height: side, isFramed: true)
            let small = 52.0
            page.place(.edgePlace(best), x: x + 2 * (side + gap), y: top, width: small, height: small, isFramed: true)
            let caption = Double(PictureSource.edgeSide)
            page.vector.text(
                "\(Int(caption)) × \(Int(caption)) px", x: x + 2 * (side + gap), baseline: top + small + 9,
                style: .printSmall)
            page.vector.text(
                "of @\(best.scale)x", x: x + 2 * (side + gap), baseline: top + small + 18, style: .printSmall)
            x += 2 * (side + gap) + small + 18
        }
        let width = paper.width - Paper.margin - x
        label("Findings", on: &page, x: x, y: y)
        // As many findings as there is room for; of the rest the number.
        let columns = (0...3).reversed().map { words(findings: $0, width: width) }
        guard let words = columns.first(where: { $0.height <= room }) ?? columns.last else { return }
        page.vector.group(x: x, y: top) { words.draw(on: &$0) }
    }

    private func words(findings limit: Int, width: Double) -> TextColumn {
        var words = PrintFindings.column(for: sticker.findings, width: width, limit: limit)
        if sticker.findings.isEmpty { words.paragraph("No automatic findings.", style: .printBody, limit: 1) }
        words.space(8)
        words.paragraph("Compression", style: .printStrong, limit: 1)
        words.space(3)
        words.paragraph(sticker.fit.summary, style: .printQuiet, limit: 4)
        return words
    }
}
