import Foundation
import Pipeline
import Pixels
import Vips

/// The backgrounds as pixels, each as large as a cell: made once for a page.
struct Swatches {
    let pictures: [RGBAImage]

    /// - Parameters:
    ///   - width: pixels of a cell.
    ///   - height: pixels of a cell.
    /// - Throws: `SheetError` for a colour or picture that cannot be used.
    init(_ backgrounds: [Background], width: Int, height: Int) throws {
        pictures = try backgrounds.map { background in
            switch background.fill {
            case .colour(let text):
                guard let colour = Swatches.colour(text) else {
                    throw SheetError.unknownColour(background: background.name, colour: text)
                }
                return Canvas.filled(width: width, height: height, colour)
            case .image(let path, _):
                return try Swatches.picture(path, width: width, height: height)
            }
        }
    }

    /// A colour written as `#rrggbb`.
    static func colour(_ text: String) -> RGBAColour? {
        let digits = text.dropFirst()
        guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        return RGBAColour(
            red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }

    private static func picture(_ path: String, width: Int, height: Int) throws -> RGBAImage {
        let bytes = try StickerPictures.contents(of: path)
        do {
            let image = try Image.load(bytes, strictness: .none).upright()
            // A broken profile changes a photo's tone, which is no reason to have no sheet.
            let screen = image.iccProfile == nil ? nil : try? image.convertedByProfile()
            let opaque = try (screen ?? image.convertedToSRGB()).asBytes().firstBands(3)
            return try opaque.covering(width: width, height: height).asBytes().withAlpha().rgba()
        } catch {
            throw SheetError.undrawable(path: path, reason: "\(error)")
        }
    }
}
