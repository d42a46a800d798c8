import Pixels
import Vips

/// Turns a source's bytes into upright sRGB pixels.
enum ArtworkDecoder {
    /// Pixels above which a source is averaged down while it streams in, so that memory stays bounded.
    private static let streamingThreshold = 16_000_000
    /// The long side in pixels that averaging never goes below: four times the largest rendition.
    private static let leastReducedSide = 2472

    /// - Throws: `Refusal` when the picture is not whole, or its decoder gives up.
    static func decode(_ inspection: Inspection, name: String, trimThreshold: Int) throws -> Artwork {
        do {
            return inspection.isVector
                ? try decodeVector(inspection, trimThreshold: trimThreshold)
                : try decodeRaster(inspection, trimThreshold: trimThreshold)
        } catch let error as VipsError {
            throw Refusal(
                Rule.damagedFile.finding("\(name) cannot be decoded to its end (\(error.reason))."),
                facts: inspection.facts, others: inspection.findings)
        }
    }

    private static func decodeRaster(_ inspection: Inspection, trimThreshold: Int) throws -> Artwork {
        let pixelCount = inspection.width * inspection.height
        let longSide = max(inspection.width, inspection.height)
        let reduction = pixelCount > streamingThreshold ? max(1, longSide / leastReducedSide) : 1
        let source = try Image.load(inspection.bytes, strictness: .truncated, sequential: reduction > 1)
        var image = try source.inSRGB(by: inspection.colours)
        if reduction > 1 {
            image = try image.premultiplied().shrunk(by: reduction).unpremultiplied().asBytes().inMemory()
        }
        let pixels = try image.upright().rgba()
        return artwork(.raster(reduction: reduction), pixels, trimThreshold: trimThreshold)
    }

    private static func decodeVector(_ inspection: Inspection, trimThreshold: Int) throws -> Artwork {
        let drawing = VectorDrawing(
            bytes: inspection.bytes, format: inspection.format, longSide: max(inspection.width, inspection.height))
        return artwork(
            .vector(drawing), try drawing.drawn(scale: drawing.probeScale), trimThreshold: trimThreshold)
    }

    private static func artwork(_ origin: Artwork.Origin, _ pixels: RGBAImage, trimThreshold: Int) -> Artwork {
        let bounds = ContentBounds.find(in: pixels, alphaAbove: UInt8(clamping: trimThreshold))
        return Artwork(origin: origin, pixels: pixels, content: bounds.rectangle, isOpaque: bounds.isOpaque)
    }
}
