import ImageHeaders
import JobModel
import PNG
import Pixels
import Quantizer
import StickerManifest

/// Keeps a source that is already a finished sticker, but removes its metadata. Encoding it again could only reduce
/// the quality. A source with hidden data in its pixels is not kept.
enum SourcePassthrough {
    /// The source as a finished @3x rendition. Nil if the source would have to be changed.
    ///
    /// The source must be a still PNG or an upright JPEG, in sRGB, with exactly the pixels of the size class.
    /// Rendering must have nothing to trim or pad.
    static func picture(_ inspection: Inspection, art: DecodedImage, recipe: Recipe) -> EncodedPicture? {
        let side = recipe.pixels(scale: 3)
        guard inspection.facts.frames == 1, inspection.orientation == 1, inspection.colours == .sRGB,
            inspection.facts.width == side,
            inspection.facts.height == side, art.pixels.width == side, fillsAsWanted(art, side: side, recipe: recipe)
        else { return nil }
        switch inspection.format {
        case .png:
            guard !art.pixels.hidesColours, let source = try? PNGInspection(inspection.bytes), source.frameCount == nil,
                let bytes = try? PNGMetadata.stripped(inspection.bytes), let png = try? PNGInspection(bytes),
                png.bitDepth <= 8, png.gamma == nil, bytes.count < recipe.encode.byteLimit
            else { return nil }
            let colours = png.colourType == .indexed ? ColourHistogram(of: art.pixels).colours.count : nil
            // Unused colours of the palette could contain hidden data.
            if let colours, png.paletteEntries > colours { return nil }
            return EncodedPicture(
                bytes: bytes, format: .png, colours: colours, fidelity: 1, pixels: art.pixels, indexed: nil)
        case .jpeg:
            guard let bytes = JPEGMetadata.stripped(inspection.bytes), bytes.count < recipe.encode.byteLimit else {
                return nil
            }
            return EncodedPicture(
                bytes: bytes, format: .jpeg, colours: nil, fidelity: 1, pixels: art.pixels, indexed: nil)
        default:
            return nil
        }
    }

    /// The source as the finished @3x picture of a message. Nil if the source would have to be changed.
    ///
    /// The source must meet the conditions of `picture`, be opaque, and have exactly the pixels of a message's
    /// picture.
    static func opaquePicture(_ inspection: Inspection, art: DecodedImage, recipe: Recipe) -> EncodedPicture? {
        art.isOpaque ? picture(inspection, art: art, recipe: recipe) : nil
    }

    static func outcome(_ original: EncodedPicture, insteadOf made: RenditionEncoder.Outcome?)
        -> RenditionEncoder.Outcome
    {
        let bytes = NumberFormat.number(original.bytes.count)
        let other = made.map { "stickerd's own encoding had \(NumberFormat.number($0.picture.bytes.count))" }
        let attempt = Fit.Attempt(method: "source", colours: nil, bytes: original.bytes.count, fidelity: 1)
        return RenditionEncoder.Outcome(
            picture: original,
            fit: Fit(
                summary: "The source itself, without its metadata, in \(bytes) bytes: "
                    + "\(other ?? "none of stickerd's own encodings fits").",
                gaveUp: "nothing", attempts: (made?.fit.attempts ?? []) + [attempt]),
            findings: [])
    }

    /// Whether the art fills its square as the recipe requires, with a tolerance of one pixel.
    private static func fillsAsWanted(_ art: DecodedImage, side: Int, recipe: Recipe) -> Bool {
        guard recipe.render.trim, let content = art.content else {
            return !recipe.render.trim && recipe.render.padding == 0
        }
        if art.isOpaque { return recipe.render.padding == 0 }
        let margin = (Double(side) * recipe.render.padding).rounded()
        let wanted = side - 2 * Int(margin)
        return abs(content.longSide - wanted) <= 1 && abs(2 * content.x + content.width - side) <= 2
            && abs(2 * content.y + content.height - side) <= 2
    }
}
