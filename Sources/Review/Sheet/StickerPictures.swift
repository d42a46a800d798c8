import Foundation
import PNG
import Pixels
import StickerCatalog
import Vips

/// A sticker as it is drawn in its row.
struct StickerPictures {
    /// The @3x rendition, pixel for pixel.
    let full: RGBAImage
    /// The same at the size in points at which people see it, two pixels a point.
    let seen: PremultipliedImage

    /// - Throws: `SheetError` when the published file is not there or no picture.
    init(of sticker: Sticker, pack: String, assetsFolder: String) throws {
        guard let rendition = sticker.renditions.first(where: { $0.scale == 3 }) else {
            throw SheetError.unknownSticker(pack: pack, id: sticker.id)
        }
        let path = assetsFolder + "/" + rendition.path
        let bytes = try StickerPictures.contents(of: path)
        do {
            full =
                try PNGDecoder.pixels(of: bytes)
                ?? Image.load(bytes, strictness: .error).convertedToSRGB().withAlpha().asBytes().rgba()
            seen = PremultipliedImage(full, resizedTo: sticker.size.points * Int(VectorPage.scale))
        } catch {
            throw SheetError.undrawable(path: path, reason: "\(error)")
        }
    }

    /// - Throws: `SheetError.unreadable`.
    static func contents(of path: String) throws -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw SheetError.unreadable(path: path, reason: error.localizedDescription)
        }
    }
}
