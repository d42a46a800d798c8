import StickerManifest

/// The figures of a pack for the header of its sheet.
package struct PackTotals: Codable, Hashable, Sendable {
    package var stickers: Int
    /// The total size of all @3x files in bytes.
    package var bytes: Int
    /// The number of stickers with findings.
    package var withFindings: Int
    /// The number of unpublished sources.
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
