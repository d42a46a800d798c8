import ImageHeaders
import JobModel
import PNG
import Vips

/// Reads the header of a source, and rejects sources that must not be decoded or cannot be decoded.
enum Inspector {
    /// - Parameter second: another renderer that may draw an SVG better. Nil if there is none.
    /// - Throws: `SourceRejection` with the finding that explains the rejection.
    static func inspect(
        _ bytes: [UInt8], name: String, limits: SourceLimits, second: (any SecondRenderer)? = nil
    ) throws -> Inspection {
        guard !bytes.isEmpty else {
            throw SourceRejection(Rule.emptyFile.finding("\(name) is empty (0 bytes).", measured: 0))
        }
        // The sender checks this first, but a renderer may also receive jobs from other programs.
        guard bytes.count <= limits.fileBytes else {
            throw SourceRejection(SourceFile.tooLarge(bytes: bytes.count, limits: limits).resolvingPath(name))
        }
        guard let format = SourceFormat.identify(bytes.prefix(SourceFormat.headSize)), format != .svgz else {
            throw SourceRejection(foreignFile(bytes, name: name))
        }
        if let (reason, fix) = format.unsupportedBecause(extra: limits.extraFormats) {
            throw SourceRejection(Rule.unknownFormat.finding("\(name) is \(format.label): \(reason).", fix: fix))
        }
        return format == .svg || format == .pdf
            ? try inspectVector(bytes, format: format, name: name, limits: limits, second: second)
            : try inspectRaster(bytes, format: format, name: name, limits: limits)
    }

    private static func inspectRaster(_ whole: [UInt8], format: SourceFormat, name: String, limits: SourceLimits) throws
        -> Inspection
    {
        var bytes = whole
        var findings: [RuleFinding] = []
        var frames = 1
        var described: Inspection.Colours?
        if format == .png {
            let png = try inspectPNG(bytes, name: name)
            findings += png.findings
            frames = png.frames
            described = png.colours
            bytes = PNGMetadata.essential(bytes)
        }
        if format == .jpeg { try requireEnd(ofJPEG: bytes, name: name) }
        if format == .psd, let psd = PSDPicture(bytes) {
            bytes = try pixels(of: psd, name: name, limits: limits)
        }
        if format == .gif { try requirePalette(ofGIF: bytes, name: name, limits: limits) }
        var correction = alphaCorrection(bytes, format: format)
        bytes = correction.bytes
        let header = try openHeader(bytes, correction.transforms, format: format, name: name)
        frames = max(frames, format.canMove ? header.pageCount : 1)
        // Browsers do not apply the orientation of an animated WebP.
        let orientation = format == .webp && frames > 1 ? 1 : header.orientation
        let liesOnItsSide = orientation >= 5
        let facts = ArtFacts(
            format: format == .png && frames > 1 ? "apng" : format.name,
            width: liesOnItsSide ? header.height : header.width, height: liesOnItsSide ? header.width : header.height,
            frames: frames)
        try checkPixels(facts, name: name, limits: limits)
        if format == .avif || format == .heic, let heif = HEIFProperties(bytes) {
            described = try describedColours(of: heif, name: name, facts: facts)
            correction.isPremultiplied = heif.isPremultiplied && header.hasAlpha
        }
        let (colours, colourFindings) = described.map { ($0, []) } ?? judgeColours(header, name: name)
        return Inspection(
            bytes: bytes, format: format, facts: facts, drawing: nil, orientation: orientation,
            colours: colours,
            findings: findings + stillOfSequence(bytes, name: name)
                + pagesLeftOut(pages(of: header, bytes, format), format: format, name: name) + colourFindings,
            isPremultiplied: correction.isPremultiplied, transforms: correction.transforms, alpha: correction.alpha)
    }

    /// Rejects a JPEG without its end marker. Decoders accept a truncated JPEG if other bytes follow the missing
    /// part.
    private static func requireEnd(ofJPEG bytes: [UInt8], name: String) throws {
        guard JPEGSegments.ending(of: bytes) == .cut else { return }
        let size = PictureSize(jpeg: bytes[...])
        throw SourceRejection(
            Rule.damagedFile.finding("\(name) is cut off: the end marker of a JPEG, FF D9, is missing."),
            facts: ArtFacts(format: "jpeg", width: size?.width ?? 0, height: size?.height ?? 0, frames: 1))
    }

    private static func openHeader(
        _ bytes: [UInt8], _ transforms: [HEIFTransform], format: SourceFormat, name: String
    ) throws -> Image {
        do {
            return try Image.load(bytes, strictness: .truncated).applying(transforms)
        } catch let error as VipsError {
            if let rejection = refusalOfSequence(bytes, format: format, name: name) { throw rejection }
            let finding =
                error.isUnsupportedKind
                ? unsupportedKind(of: format, error, name: name)
                : Rule.damagedFile.finding(
                    "\(name) begins like \(format.label), but cannot be opened (\(error.reason)).")
            throw SourceRejection(
                finding, facts: ArtFacts(format: format.name, width: 0, height: 0, frames: 1))
        }
    }

    /// The finding about a file that is not damaged, but that libvips cannot read, such as a TIFF in separate tiles.
    static func unsupportedKind(of format: SourceFormat, _ error: VipsError, name: String) -> RuleFinding {
        Rule.unknownFormat.finding(
            "\(name) is \(format.label) of a kind that stickerd cannot read (\(error.reason)).",
            fix: "Open the file in an image editor, and save it as PNG.")
    }

    static func checkPixels(_ facts: ArtFacts, name: String, limits: SourceLimits) throws {
        guard facts.frames <= limits.frames else {
            throw SourceRejection(
                Rule.tooManyFrames.finding(
                    "\(name) has \(NumberFormat.number(facts.frames)) frames; the limit is "
                        + "\(NumberFormat.number(limits.frames)).",
                    measured: Double(facts.frames), limit: Double(limits.frames)),
                facts: facts)
        }
        let (area, tooWide) = facts.width.multipliedReportingOverflow(by: facts.height)
        let (pixels, tooMany) = area.multipliedReportingOverflow(by: facts.frames)
        let overflow = tooWide || tooMany
        guard !overflow, pixels <= limits.pixels else {
            let times = facts.frames > 1 ? " in \(NumberFormat.number(facts.frames)) frames" : ""
            throw SourceRejection(
                Rule.tooManyPixels.finding(
                    "\(name) is \(NumberFormat.number(facts.width)) × \(NumberFormat.number(facts.height)) pixels\(times), "
                        + "\(NumberFormat.number(overflow ? Int.max : pixels)) in all; the limit is "
                        + "\(NumberFormat.number(limits.pixels)).",
                    measured: Double(pixels), limit: Double(limits.pixels)),
                facts: facts)
        }
    }
}
