import StickerCatalog

/// What is written about a sticker at the left of its row.
enum StickerText {
    static func column(for sticker: Sticker, byteLimit: Int, width: Double) -> TextColumn {
        var column = TextColumn(width: width)
        column.paragraph(sticker.label.isEmpty ? sticker.id : sticker.label, style: .name, limit: 2)
        let points = sticker.size.points
        column.ends(sticker.id, "\(sticker.size.rawValue), \(points) × \(points) pt", style: .quiet)
        column.space(8)
        addFiles(of: sticker, to: &column)
        addLimit(of: sticker, byteLimit: byteLimit, to: &column)
        return column
    }

    private static func addFiles(of sticker: Sticker, to column: inout TextColumn) {
        for rendition in sticker.renditions {
            column.rule()
            column.space(2)
            column.figures(
                "@\(rendition.scale)x",
                [
                    ("\(rendition.width) × \(rendition.height) px", 140),
                    ("\(Figures.grouped(rendition.bytes)) bytes", column.width),
                ], style: .body)
            column.space(2)
        }
        column.rule()
    }

    private static func addLimit(of sticker: Sticker, byteLimit: Int, to column: inout TextColumn) {
        guard let largest = sticker.renditions.first else { return }
        let share = Double(largest.bytes) / Double(max(byteLimit, 1))
        column.space(4)
        column.ends(form(of: largest), "fidelity \(Figures.fidelity(largest.fidelity))", style: .quiet)
        if let motion = sticker.animation.map(MotionWords.init) {
            column.ends(motion.length, motion.pace, style: .quiet)
        }
        column.space(5)
        column.bar(share, ink: share > 0.9 ? .warning : .text)
        column.space(2)
        column.ends(
            "\(Figures.decimal(share * 100, places: 1)) % of the limit", "under \(Figures.grouped(byteLimit)) bytes",
            style: .small)
    }

    static func form(of rendition: Rendition) -> String {
        let colours = rendition.colours.map { Figures.count($0, "colour") } ?? "full colour"
        return "\(rendition.format.uppercased()), \(colours)"
    }
}
