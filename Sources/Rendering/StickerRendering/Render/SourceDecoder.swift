import ImageHeaders
import JobModel
import PNG
import Pixels
import Vips

/// Decodes a source's bytes to upright sRGB pixels.
enum SourceDecoder {
    /// The number of pixels above which a source is averaged while it is decoded, so that it does not need too much
    /// memory.
    private static let streamingThreshold = 16_000_000
    /// The minimum long side in pixels after averaging: four times the largest rendition.
    private static let leastReducedSide = 2472

    /// - Throws: `SourceRejection` if the picture is incomplete, or cannot be decoded.
    static func decode(_ inspection: Inspection, name: String, trimThreshold: Int) throws -> DecodedImage {
        do {
            guard let drawing = inspection.drawing else {
                return try decodeRaster(inspection, trimThreshold: trimThreshold)
            }
            return try decodeVector(inspection, drawing, name: name, trimThreshold: trimThreshold)
        } catch let error as VipsError where error.isUnsupportedKind {
            throw SourceRejection(
                Inspector.unsupportedKind(of: inspection.format, error, name: name),
                facts: inspection.facts, others: inspection.findings)
        } catch let error as any PictureFault {
            throw SourceRejection(
                Rule.damagedFile.finding("\(name) cannot be decoded to its end (\(error.reason))."),
                facts: inspection.facts, others: inspection.findings)
        }
    }

    private static func decodeRaster(_ inspection: Inspection, trimThreshold: Int) throws -> DecodedImage {
        let pixelCount = inspection.facts.width * inspection.facts.height
        let longSide = max(inspection.facts.width, inspection.facts.height)
        let reduction = pixelCount > streamingThreshold ? max(1, longSide / leastReducedSide) : 1
        let pixels = try plain(inspection, reduction: reduction) ?? decoded(inspection, reduction: reduction)
        var art = artwork(.raster(reduction: reduction), pixels, trimThreshold: trimThreshold)
        if reduction > 1, inspection.orientation == 1 {
            art.closeUp = try closeUp(inspection, of: art, reduction: reduction, trimThreshold: trimThreshold)
        }
        return art
    }

    /// The pixels of a common kind of PNG. libvips would take three times as long. Nil for other sources.
    private static func plain(_ inspection: Inspection, reduction: Int) -> RGBAImage? {
        guard inspection.format == .png, inspection.colours == .sRGB, inspection.orientation == 1, reduction == 1 else {
            return nil
        }
        return PNGDecoder.pixels(of: inspection.bytes)
    }

    /// - Throws: `VipsError`.
    private static func decoded(_ inspection: Inspection, reduction: Int) throws -> RGBAImage {
        let source = try opened(inspection, sequential: reduction > 1)
        let image = try reduction > 1 ? averaged(source, by: reduction) : source
        return try (inspection.orientation == 1 ? image : image.upright()).rgba()
    }

    /// All pixels of the picture, rotated upright.
    ///
    /// - Throws: `VipsError`.
    static func wholePicture(_ inspection: Inspection) throws -> RGBAImage {
        try decoded(inspection, reduction: 1)
    }

    /// - Throws: `VipsError`.
    private static func opened(_ inspection: Inspection, sequential: Bool) throws -> Image {
        // A picture that is rotated afterwards cannot be read from top to bottom.
        let image = try Image.load(
            inspection.bytes, strictness: .truncated, sequential: sequential && inspection.transforms.isEmpty
        ).applying(inspection.transforms).withAlpha(inspection.alpha)
        return try (inspection.isPremultiplied ? image.straightened() : image).withUsualSamples()
            .inSRGB(by: inspection.colours)
    }

    private static func averaged(_ image: Image, by factor: Int) throws -> Image {
        try image.premultiplied().shrunk(by: factor).unpremultiplied().asBytes().inMemory()
    }

    /// Decodes the art again and crops it before averaging, if it is much smaller than its canvas. Nil if it is not.
    private static func closeUp(_ inspection: Inspection, of art: DecodedImage, reduction: Int, trimThreshold: Int)
        throws
        -> DecodedImage.CloseUp?
    {
        guard let content = art.content else { return nil }
        let finer = max(1, content.longSide * reduction / leastReducedSide)
        guard finer < reduction else { return nil }
        // The margin of two averaged pixels is needed because the exact border of the art is unknown.
        let left = max(0, (content.x - 2) * reduction)
        let top = max(0, (content.y - 2) * reduction)
        let cut = try opened(inspection, sequential: true)
            .cropped(
                x: left, y: top,
                width: min(inspection.facts.width - left, (content.width + 4) * reduction),
                height: min(inspection.facts.height - top, (content.height + 4) * reduction))
        let pixels = try (finer > 1 ? averaged(cut, by: finer) : cut.inMemory()).rgba()
        let bounds = ContentBounds.find(in: pixels, alphaAbove: UInt8(clamping: trimThreshold))
        return bounds.rectangle.map { DecodedImage.CloseUp(pixels: pixels, content: $0, reduction: finer) }
    }

    private static func decodeVector(
        _ inspection: Inspection, _ drawing: VectorDrawing, name: String, trimThreshold: Int
    ) throws -> DecodedImage {
        let pixels = try drawing.drawn(scale: drawing.probeScale)
        // libvips reports wrong sizes if a page has hundreds of millions of units.
        guard (640...1640).contains(max(pixels.width, pixels.height)) else {
            throw SourceRejection(drawing.tooLarge(name), facts: inspection.facts, others: inspection.findings)
        }
        return artwork(.vector(drawing), pixels, trimThreshold: trimThreshold)
    }

    private static func artwork(_ origin: DecodedImage.Origin, _ pixels: RGBAImage, trimThreshold: Int) -> DecodedImage
    {
        let bounds = ContentBounds.find(in: pixels, alphaAbove: UInt8(clamping: trimThreshold))
        return DecodedImage(origin: origin, pixels: pixels, content: bounds.rectangle, isOpaque: bounds.isOpaque)
    }
}

extension Image {
    /// The image with four 8-bit bands in sRGB with straight alpha.
    ///
    /// - Throws: `VipsError`.
    func inSRGB(by colours: Inspection.Colours) throws -> Image {
        let converted: Image
        switch colours {
        case .sRGB: converted = colourSpace == .sRGB && bitsPerChannel == 8 ? self : try convertedToSRGB()
        case .profile: converted = try convertedByProfile()
        case .described(let profile): converted = try with(profile: profile).convertedByProfile()
        case .cmyk: converted = try convertedFromCMYK()
        }
        let bytes = try converted.asBytes().withAlpha()
        return bytes.bands > 4 ? try bytes.firstBands(4) : bytes
    }

    /// The image with its alpha in the band after its colours, and without further bands.
    ///
    /// - Throws: `VipsError`.
    fileprivate func withAlpha(_ alpha: Inspection.Alpha) throws -> Image {
        switch alpha {
        case .asDecoded: self
        case .none: try withColoursOnly()
        case .after(let extras): try withAlpha(afterExtras: extras)
        }
    }
}
