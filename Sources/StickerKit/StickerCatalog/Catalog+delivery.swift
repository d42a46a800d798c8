extension Catalog {
    /// The manifest as apps get it, of the same shape: the file that an app shows of each sticker, the one at @3x, and
    /// nothing that is only for those who make stickers. Rejected art, findings, previews, filmstrips, icons, the
    /// attempts at fitting, decisions and what waits for one are left out.
    public var delivered: Catalog {
        var delivered = self
        delivered.rejected = []
        delivered.rulesOff = []
        delivered.awaitingApproval = nil
        for pack in delivered.packs.indices {
            delivered.packs[pack].icon = []
            for sticker in delivered.packs[pack].stickers.indices {
                delivered.packs[pack].stickers[sticker].strip()
            }
        }
        return delivered
    }
}

extension Sticker {
    fileprivate mutating func strip() {
        if let best = delivery { renditions = [best] }
        previews = []
        filmstrip = nil
        findings = []
        review = nil
        fit.attempts = []
    }

    /// The file that an app shows: the one at @3x, from which the system makes the smaller ones.
    public var delivery: Rendition? {
        renditions.max { $0.scale < $1.scale }
    }
}
