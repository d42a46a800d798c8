import JobModel
import Pixels
import StickerRendering

/// The backgrounds as pixels, each as large as a cell: made once for a page.
struct Swatches {
    let pictures: [RGBAImage]

    /// - Parameters:
    ///   - width: pixels of a cell.
    ///   - height: pixels of a cell.
    /// - Throws: `SheetError` for a colour that is none, `BackgroundError` for a picture that cannot be used.
    init(_ backgrounds: [Background], backdrops: BackgroundCache, width: Int, height: Int) throws {
        pictures = try backgrounds.map { background in
            switch background.fill {
            case .colour(let text):
                guard let colour = Swatches.colour(text) else {
                    throw SheetError.unknownColour(background: background.name, colour: text)
                }
                return Canvas.filled(width: width, height: height, colour)
            case .image(let path, let sha256):
                return try backdrops.picture(at: path, sha256: sha256, width: width, height: height)
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
}
