import JobModel
import SheetModel
import StickerManifest
import Texts

/// A page with all details of one sticker, in sections from top to bottom.
package struct DetailPage {
    private let sticker: Sticker
    private let section: SheetDocument.Section
    private let document: SheetDocument
    private let texts: Texts
    private let paper: Paper

    /// The space between sections in points.
    private static let space = 12.0
    /// The height of the label above a section.
    private static let labelHeight = 14.0
    /// The size of a pixel in points. An @3x file is then as large as in Messages.
    private static let pixel = 1 / 3.0
    /// The possible sides of the magnified squares. Each results in a whole number of points per pixel.
    private static let edgeSides = [4, 3, 2].map { Double($0 * PictureSource.edgeSide) }

    package init(_ sticker: Sticker, in section: SheetDocument.Section, document: SheetDocument, paper: Paper) {
        self.sticker = sticker
        self.section = section
        self.document = document
        texts = document.texts
        self.paper = paper
    }

    package var page: PrintPage {
        var page = PrintPage(paper, language: texts.language)
        page.bookmark = "\(section.pack.title): \(sticker.shownName)"
        var y = head(on: &page)
        y = scales(on: &page, y: y) + DetailPage.space
        y = backgrounds(on: &page, y: y) + DetailPage.space
        if let strip = sticker.filmstrip {
            let row = FrameRow(strip, width: paper.contentWidth, most: 72)
            label(texts("sheet.frames"), on: &page, x: Paper.margin, y: y)
            row.draw(on: &page, x: Paper.margin, y: y + DetailPage.labelHeight, texts)
            y += DetailPage.labelHeight + row.height + DetailPage.space
        }
        edgeAndWords(on: &page, y: y)
        return page
    }

    private func label(_ text: String, on page: inout PrintPage, x: Double, y: Double) {
        page.vector.text(text, x: x, baseline: y + 8, style: .printStrong)
    }

    private func head(on page: inout PrintPage) -> Double {
        let approval = section.approval(of: sticker).map { Badge($0, texts) }
        let room = paper.contentWidth - (approval.map { $0.width + 12 } ?? 0)
        let top = Paper.margin
        page.vector.text(
            LineBreaker.clipped(sticker.shownName, in: .printTitle, width: room), x: Paper.margin, baseline: top + 17,
            style: .printTitle)
        if let approval {
            approval.draw(on: &page.vector, x: paper.width - Paper.margin - approval.width, y: top + 6)
        }
        var facts = [section.number(of: sticker), section.pack.title, sticker.id, document.sizeText(of: sticker)]
        if let motion = sticker.animation.map({ AnimationText($0, texts) }) { facts += [motion.length, motion.pace] }
        var lines = [facts.joined(separator: "  ·  "), texts("sheet.from", ["source": sticker.source.path])]
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

    /// Draws the file of each scale in its actual pixels, so that the relative sizes are correct.
    private func scales(on page: inout PrintPage, y: Double) -> Double {
        label(texts("sheet.sizes"), on: &page, x: Paper.margin, y: y)
        let top = y + DetailPage.labelHeight
        var x = Paper.margin
        let tallest = Double(sticker.renditions.map(\.height).max() ?? 0) * DetailPage.pixel
        for rendition in sticker.renditions {
            let (width, height) = (
                Double(rendition.width) * DetailPage.pixel, Double(rendition.height) * DetailPage.pixel
            )
            // The pictures are aligned at the bottom, where their texts begin.
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
        column.paragraph(texts.size(rendition.bytes), style: .printBody, limit: 1)
        column.space(1)
        column.bar(share, ink: share > 0.9 ? .warning : .text, thickness: 2)
        column.space(1)
        for line in [
            texts("sheet.share", ["share": texts.decimal(share * 100, places: 1)]), rendition.form(texts),
            texts("sheet.fidelity", ["fidelity": texts.fidelity(rendition.fidelity)]),
        ] {
            column.paragraph(line, style: .printSmall, limit: 1)
        }
        return column
    }

    private func backgrounds(on page: inout PrintPage, y: Double) -> Double {
        label(texts("sheet.backgrounds"), on: &page, x: Paper.margin, y: y)
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

    /// Draws the magnified edge on the left. Draws the findings and the losses of quality to its right.
    private func edgeAndWords(on page: inout PrintPage, y: Double) {
        let top = y + DetailPage.labelHeight
        let room = paper.contentBottom - top
        let (side, gap) = (DetailPage.edgeSides.first { $0 <= room } ?? 56, 6.0)
        var x = Paper.margin
        if let best = sticker.delivery {
            label(texts("sheet.edge"), on: &page, x: x, y: y)
            page.place(.edge(best, on: .paper), x: x, y: top, width: side, height: side, isFramed: true)
            page.place(.edge(best, on: .dark), x: x + side + gap, y: top, width: side, height: side, isFramed: true)
            let small = 52.0
            page.place(.edgePlace(best), x: x + 2 * (side + gap), y: top, width: small, height: small, isFramed: true)
            page.vector.text(
                "\(PictureSource.edgeSide) × \(PictureSource.edgeSide) px", x: x + 2 * (side + gap),
                baseline: top + small + 9,
                style: .printSmall)
            page.vector.text(
                texts("sheet.edge.of", ["scale": best.scale]), x: x + 2 * (side + gap), baseline: top + small + 18,
                style: .printSmall)
            x += 2 * (side + gap) + small + 18
        }
        let width = paper.width - Paper.margin - x
        label(texts("findings"), on: &page, x: x, y: y)
        // Shows as many findings as fit, and the number of the others.
        let columns = (0...3).reversed().map { words(findings: $0, width: width) }
        guard let words = columns.first(where: { $0.height <= room }) ?? columns.last else { return }
        page.vector.group(x: x, y: top) { words.draw(on: &$0) }
    }

    private func words(findings limit: Int, width: Double) -> TextColumn {
        var words = TextColumn(sticker.findings, width: width, limit: limit, texts)
        if sticker.findings.isEmpty { words.paragraph(texts("sheet.noFindings"), style: .printBody, limit: 1) }
        words.space(8)
        words.paragraph(texts("sheet.compression"), style: .printStrong, limit: 1)
        words.space(3)
        words.paragraph(sticker.fit.summary, style: .printQuiet, limit: 4)
        return words
    }
}
