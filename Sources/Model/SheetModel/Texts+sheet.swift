import JobModel
import StickerManifest
import Texts

/// Texts that several sheets share.
extension Texts {
    /// `regular, 136 × 136 pt`; without a size class for messages and game pieces.
    ///
    /// - Parameter size: the size class of stickers.
    package func size(_ size: StickerSize, of kind: ItemKind) -> String {
        if let side = kind.side { return "\(side) × \(side) pt" }
        return self("sheet.size", ["name": self("class.\(size.rawValue)"), "side": String(size.points)])
    }

    /// The letters of the texts on every sheet. Without a font for one of them, a sheet shows boxes.
    package var lettersOnSheets: Set<Unicode.Scalar> {
        let words = table.keys.filter { $0.hasPrefix("sheet.") }.flatMap { forms(of: $0).values }
        return Set(words.flatMap(\.unicodeScalars).filter(\.properties.isAlphabetic))
    }
}
