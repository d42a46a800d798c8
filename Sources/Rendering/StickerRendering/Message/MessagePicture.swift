import ImageHeaders
import JobModel
import Pixels

/// The picture of a message before encoding: the middle square of the art, opaque, at every scale.
struct MessagePicture {
    /// The opaque pictures in sRGB, by scale (3, 2, 1).
    let scales: [Int: RGBAImage]
    /// The source itself, if it already meets the requirements at @3x. Nil otherwise.
    let original: EncodedPicture?
    /// The size of the source in pixels. For vector art, in its own units.
    private let canvas: (width: Int, height: Int)
    /// The factor by which the source's pixels were enlarged for @3x. 0 for vector art.
    private let enlargement: Double
    /// The share of the square's pixels that are not fully opaque.
    private let transparentShare: Double
    private let background: String

    /// The maximum share of transparent pixels that are assumed to be the soft edge of a shape that fills the canvas.
    private static let leastTransparency = 0.005
    /// The enlargement, as a share of the size, up to which art does not look softer.
    private static let leastEnlargement = 0.05
    /// The maximum long side of a drawn canvas in pixels. For a very narrow canvas, a smaller square is drawn and
    /// then enlarged.
    private static let longestDrawing = 16_384.0

    /// - Throws: `SourceRejection` if the source has too few pixels; `VipsError`, `VectorError` if a library cannot
    ///   draw.
    init(
        _ art: DecodedImage, inspection: Inspection, recipe: Recipe, message: MessageRecipe, name: String
    ) throws {
        let sides = Recipe.scales.map { recipe.pixels(scale: $0) }
        canvas = (inspection.facts.width, inspection.facts.height)
        background = message.background
        let squares: [RGBAImage]
        switch art.origin {
        case .vector(let drawing):
            enlargement = 0
            squares = try sides.map { try Self.drawn(drawing, side: $0) }
        case .raster(let reduction):
            let short = min(canvas.width, canvas.height)
            guard Double(short) >= Rule.messageTooSmall.limit ?? 0 else {
                throw SourceRejection(
                    Rule.messageTooSmall.finding(
                        "\(name) is \(NumberFormat.number(canvas.width)) × \(NumberFormat.number(canvas.height)) "
                            + "pixels; the picture of a message needs at least "
                            + "\(NumberFormat.number(Rule.messageTooSmall.limit ?? 0, digits: 0)) × "
                            + "\(NumberFormat.number(Rule.messageTooSmall.limit ?? 0, digits: 0)).",
                        measured: Double(short)),
                    facts: inspection.facts, others: inspection.findings)
            }
            let square = Self.middle(width: art.pixels.width, height: art.pixels.height)
            enlargement = Double(sides[0]) / Double(square.width * reduction)
            squares = Resampler.resize(square, of: art.pixels, to: sides.map { PixelSize(width: $0, height: $0) })
        }
        transparentShare = Self.transparentShare(of: squares[0])
        let fill = RGBAColour(hex: message.background) ?? .white
        let opaque = squares.map { picture in
            Compositor.lay(picture, on: RGBAImage(width: picture.width, height: picture.height, filledWith: fill))
        }
        scales = Dictionary(uniqueKeysWithValues: zip(Recipe.scales, opaque))
        original =
            transparentShare == 0 && canvas.width == canvas.height && inspection.facts.frames == 1
            ? SourcePassthrough.opaquePicture(inspection, art: art, recipe: recipe) : nil
    }

    /// The findings about the canvas: its shape, its transparency, and its resolution.
    func findings(name: String, limits: RuleLimits) -> [RuleFinding] {
        var findings: [RuleFinding] = []
        let (short, long) = (min(canvas.width, canvas.height), max(canvas.width, canvas.height))
        let cut = (1 - Double(short) / Double(max(1, long))) * 100
        if cut > limits.value(.messageCropped) {
            let sides = canvas.width > canvas.height ? "left and right" : "top and bottom"
            findings.append(
                Rule.messageCropped.finding(
                    "\(name) is \(NumberFormat.number(canvas.width)) × \(NumberFormat.number(canvas.height)); only "
                        + "the square in its middle is used, so \(NumberFormat.number(cut, digits: 0)) % of it is "
                        + "cut off at the \(sides) (up to "
                        + "\(NumberFormat.number(limits.value(.messageCropped), digits: 0)) % is fine).",
                    measured: cut.rounded(), limit: limits.value(.messageCropped)))
        }
        if transparentShare > Self.leastTransparency {
            findings.append(
                Rule.messageTransparent.finding(
                    "\(NumberFormat.percent(transparentShare)) of \(name) is transparent and was filled with "
                        + "\(background)."
                ))
        }
        if enlargement > 1 + Self.leastEnlargement {
            findings.append(
                Rule.lowResolution.finding(
                    "\(name) has \(NumberFormat.number(short)) pixels on its short side; the picture of a message "
                        + "needs \(NumberFormat.number(Int((enlargement * Double(short)).rounded()))), so it was "
                        + "enlarged \(NumberFormat.number(enlargement, digits: 2)) times.",
                    measured: Double(short), limit: (enlargement * Double(short)).rounded(),
                    fix: Rule.messageTooSmall.fix))
        }
        return findings
    }

    /// The largest square in the middle of a canvas.
    static func middle(width: Int, height: Int) -> PixelRectangle {
        let side = min(width, height)
        return PixelRectangle(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side)
    }

    private static func drawn(_ drawing: VectorDrawing, side: Int) throws -> RGBAImage {
        let short = min(drawing.width, drawing.height)
        let scale = min(Double(side) / short, longestDrawing / drawing.longSide)
        let square = try drawing.drawn(scale: scale) { middle(width: $0.width, height: $0.height) }
        guard square.width != side || square.height != side else { return square }
        return Resampler.resize(square, to: PixelSize(width: side, height: side))
    }

    private static func transparentShare(of picture: RGBAImage) -> Double {
        var count = 0
        picture.bytes.withUnsafeBufferPointer { bytes in
            for place in stride(from: 3, to: bytes.count, by: 4) where bytes[place] != 255 { count &+= 1 }
        }
        return Double(count) / Double(max(1, picture.width * picture.height))
    }
}
