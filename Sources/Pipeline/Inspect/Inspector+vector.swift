import Vips

extension Inspector {
    /// How much larger than its own size art is opened whose units are so small that whole numbers would lose it.
    private static let closeUp = 1000.0

    /// Reads how large vector art is, in its own units.
    ///
    /// - Throws: `Refusal` for a drawing whose size cannot be told, or that cannot be opened.
    static func inspectVector(_ bytes: [UInt8], format: SourceFormat, name: String) throws -> Inspection {
        if format == .svg, !SVGSize.isStated(in: bytes) {
            throw Refusal(
                Rule.damagedFile.finding(
                    "\(name) does not say how large it is: its <svg> has neither a viewBox nor a width and a height.",
                    mend: "Export the SVG with a viewBox (most programs call it \"responsive\" or \"artboard\")."))
        }
        var scale = 1.0
        var image = try? open(bytes, format: format, scale: scale)
        if max(image?.width ?? 0, image?.height ?? 0) < 64 {
            scale = closeUp
            image = try openOrRefuse(bytes, format: format, scale: scale, name: name)
        }
        guard let image else { throw Refusal(unopened(name, format, "no reason was given")) }
        let width = Double(image.width) / scale
        let height = Double(image.height) / scale
        return Inspection(
            bytes: bytes, format: format,
            facts: ArtFacts(
                format: format.name, width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())),
                frames: 1),
            vectorLongSide: max(width, height), orientation: 1, colours: .sRGB, findings: [])
    }

    private static func open(_ bytes: [UInt8], format: SourceFormat, scale: Double) throws -> Image {
        format == .pdf ? try Image.loadPDF(bytes, scale: scale) : try Image.loadSVG(bytes, scale: scale)
    }

    private static func openOrRefuse(_ bytes: [UInt8], format: SourceFormat, scale: Double, name: String) throws
        -> Image
    {
        do {
            return try open(bytes, format: format, scale: scale)
        } catch let error as VipsError {
            throw Refusal(unopened(name, format, error.reason))
        }
    }

    private static func unopened(_ name: String, _ format: SourceFormat, _ reason: String) -> RuleFinding {
        Rule.damagedFile.finding("\(name) begins like \(format.label), but cannot be opened (\(reason)).")
    }
}
