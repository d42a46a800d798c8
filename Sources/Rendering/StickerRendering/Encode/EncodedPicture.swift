import PNG
import Pixels

/// A finished still file, and what it shows.
struct EncodedPicture: Sendable {
    /// The file.
    let bytes: [UInt8]
    /// `png` or `jpeg`.
    let format: String
    /// Colours of the palette; nil for truecolour.
    let colours: Int?
    /// How like the ideal it is: 1 is the same.
    let fidelity: Double
    /// What a decoder makes of it.
    let pixels: RGBAImage
    /// The palette form, from which previews on plain colours are made without compressing again.
    let indexed: IndexedPNG?
}
