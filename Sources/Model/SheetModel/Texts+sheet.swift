import JobModel
import StickerManifest
import Texts

/// Texts that several sheets share.
extension Texts {
    /// The size of items, such as `regular, 136 × 136 pt`. For messages and game pieces, without a size class.
    ///
    /// - Parameter size: the size class of stickers.
    package func size(_ size: StickerSize, of kind: ItemKind) -> String {
        if let side = kind.side { return "\(side) × \(side) pt" }
        return self("sheet.size", ["name": self("class.\(size.rawValue)"), "side": String(size.points)])
    }

    /// The letters in the texts of every sheet. A sheet shows a box for a letter that no installed font has.
    package var lettersOnSheets: Set<Unicode.Scalar> {
        let words = table.keys.filter { $0.hasPrefix("sheet.") }.flatMap { forms(of: $0).values }
        return Set(words.flatMap(\.unicodeScalars).filter(\.properties.isAlphabetic))
    }
}
