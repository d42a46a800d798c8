import StickerManifest

/// A pack in figures, for the head of its sheet.
package struct PackTotals: Codable, Hashable, Sendable {
    package var stickers: Int
    /// Bytes of all @3x files.
    package var bytes: Int
    /// Stickers that have findings.
    package var withFindings: Int
    /// Sources that were not published.
    package var rejected: Int

    private enum CodingKeys: String, CodingKey {
        case stickers, bytes, withFindings, rejected
    }

    package init(of stickers: [Sticker], rejected: Int) {
        self.stickers = stickers.count
        bytes = stickers.total { $0.renditions.first?.bytes ?? 0 }
        withFindings = stickers.count { !$0.findings.isEmpty }
        self.rejected = rejected
    }
}
