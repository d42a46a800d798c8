import StickerCatalog

extension SheetBook {
    /// What the cover counts.
    struct Counts: Equatable {
        var stickers = 0
        var animated = 0
        var rejected = 0
        /// Stickers with findings.
        var warnings = 0
        /// Of the files that an app ships, those at @3x.
        var bytes = 0
    }

    /// Of all packs.
    var counts: Counts {
        sections.map(\.counts).reduce(into: Counts()) { sum, counts in
            sum.stickers += counts.stickers
            sum.animated += counts.animated
            sum.rejected += counts.rejected
            sum.warnings += counts.warnings
            sum.bytes += counts.bytes
        }
    }

    /// How many stickers stand where, and how many nobody has decided about; empty while there is no decision at all.
    var standings: [String] {
        let all = sections.flatMap { section in section.pack.stickers.map { section.standing(of: $0) } }
        guard all.contains(where: { $0 != nil }) else { return [] }
        var words = Standing.allCases.compactMap { standing in
            let count = all.count { $0 == standing }
            return count > 0 ? "\(Figures.grouped(count)) \(standing.rawValue.lowercased())" : nil
        }
        let open = all.count { $0 == nil }
        if open > 0 { words.append("\(Figures.grouped(open)) undecided") }
        return words
    }
}

extension SheetBook.Section {
    var counts: SheetBook.Counts {
        SheetBook.Counts(
            stickers: pack.stickers.count, animated: pack.stickers.count { $0.animation != nil },
            rejected: rejected.count, warnings: pack.stickers.count { !$0.findings.isEmpty },
            bytes: pack.stickers.reduce(0) { $0 + ($1.delivery?.bytes ?? 0) })
    }

    /// `12 stickers`, `regular, 136 × 136 pt`, `204,112 bytes at @3x`.
    var facts: [String] {
        let counts = counts
        var facts = [Figures.count(counts.stickers, "sticker"), SheetBook.words(for: pack.size)]
        if counts.animated > 0 { facts.append("\(Figures.grouped(counts.animated)) animated") }
        if counts.bytes > 0 { facts.append("\(Figures.size(counts.bytes)) at @3x") }
        return facts
    }
}

extension SheetBook {
    /// `regular, 136 × 136 pt`.
    static func words(for size: StickerSize) -> String {
        "\(size.rawValue), \(size.points) × \(size.points) pt"
    }
}
