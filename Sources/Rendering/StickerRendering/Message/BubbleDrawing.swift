import JobModel
import PNG
import Pixels
import SheetModel
import StickerManifest
import TextEscaping
import Vector
import Vips

/// Draws the bubble of a message as Messages shows it: the picture, cropped and with rounded corners, and the texts
/// on it and below it.
struct BubbleDrawing {
    /// A finished preview.
    struct Preview {
        let name: String
        let bytes: [UInt8]
        let kind: FileKind
    }

    /// The number of pixels per point.
    private static let scale = 2
    /// The space around the bubble, in points.
    private static let margin = 16.0
    private static let radius = 20.0
    private static let side = Double(MessageRecipe.points)
    private static let mostFrames = 60
    /// The size of a PNG, in bytes, from which a JPEG is used for a preview if it is smaller.
    private static let largePNG = 150_000

    /// The visible part of the picture at the scale of previews.
    private let picture: RGBAImage
    /// The frames of the film as a player shows them. Nil if there is no film.
    private let film: FrameStore?

    /// - Parameters:
    ///   - picture: an opaque picture at @3x.
    ///   - film: the square frames of a film. The previews in the default language show this film.
    init(_ picture: RGBAImage, film: FrameStore? = nil) {
        self.picture = Self.visible(picture)
        self.film = film
    }

    /// The part of a picture that Messages shows.
    ///
    /// - Parameter picture: a square picture of any size.
    private static func visible(_ picture: RGBAImage) -> RGBAImage {
        let crop = (picture.width * MessageValidator.crop + 450) / 900
        let visible = PixelRectangle(x: crop, y: 0, width: picture.width - 2 * crop, height: picture.height)
        let size = PixelSize(
            width: (MessageRecipe.points - 2 * Int(BubbleLayout.crop)) * scale, height: MessageRecipe.points * scale)
        return Resampler.resize(visible, of: picture, to: [size])[0]
    }

    /// A preview on each of the backgrounds, which are those of `MessageRecipe`.
    ///
    /// - Throws: `VectorError`, `PNGError`, `VipsError`.
    func previews(of texts: MessageTexts, on backgrounds: [Background]) throws -> [Preview] {
        try backgrounds.map { background in
            let appearance: Appearance = MessageRecipe.isDark(background.name) ? .dark : .light
            let text = texts.languages.first { $0.tag == MessageRecipe.language(of: background.name, in: texts) }?.text
            let emptyBubble = try emptyBubble(BubbleLayout(text ?? texts.text), appearance)
            if let film, text == nil || text == texts.text {
                return Preview(name: background.name, bytes: try moving(film, on: emptyBubble), kind: .webp)
            }
            let drawn = emptyBubble.showing(picture)
            let png = try PNGEncoder.encodePreview(drawn)
            guard png.count > Self.largePNG else { return Preview(name: background.name, bytes: png, kind: .png) }
            let jpeg = try Image(drawn).firstBands(3).jpeg(quality: 90)
            return jpeg.count < png.count
                ? Preview(name: background.name, bytes: jpeg, kind: .jpeg)
                : Preview(name: background.name, bytes: png, kind: .png)
        }
    }

    /// The colours that Messages uses.
    private struct Appearance {
        let paper: String
        let bubble: String
        let text: String
        let quiet: String

        static let light = Appearance(paper: "#ffffff", bubble: "#e9e9eb", text: "#000000", quiet: "#6c6c70")
        static let dark = Appearance(paper: "#000000", bubble: "#262629", text: "#ffffff", quiet: "#9d9da4")
    }

    /// A bubble into which a picture is placed.
    private struct EmptyBubble {
        /// The bubble and the conversation around it.
        let bubble: RGBAImage
        /// A picture that is opaque where the bubble shows its picture.
        let mask: RGBAImage
        let texts: RGBAImage
        /// The position of the picture's upper left corner, in pixels.
        let left: Int
        let top: Int

        func showing(_ picture: RGBAImage) -> RGBAImage {
            var image = bubble
            lay(picture, on: &image)
            return Compositor.lay(texts, on: image)
        }

        /// Copies the picture into the upper part of the bubble, inside the mask.
        private func lay(_ picture: RGBAImage, on image: inout RGBAImage) {
            for y in 0..<min(picture.height, image.height - top) {
                for x in 0..<min(picture.width, image.width - left) {
                    let (from, to) = ((y * picture.width + x) * 4, ((top + y) * image.width + left + x) * 4)
                    let alpha = mask.bytes[to + 3]
                    for channel in 0..<3 {
                        image.bytes[to + channel] = RGBAColour.blend(
                            picture.bytes[from + channel], over: image.bytes[to + channel], alpha: alpha)
                    }
                }
            }
        }
    }

    /// An animated preview with at most `mostFrames` frames. For a longer film, it shows only every second frame, or
    /// every third, and so on.
    ///
    /// - Throws: `PNGError`, `VipsError`.
    private func moving(_ film: FrameStore, on emptyBubble: EmptyBubble) throws -> [UInt8] {
        let step = (film.count + Self.mostFrames - 1) / Self.mostFrames
        let places = Array(stride(from: 0, to: film.count, by: step))
        return try Image.webPAnimation(
            milliseconds: places.map { Array(film.delays[$0..<min($0 + step, film.count)]).milliseconds },
            quality: PreviewFormat.webPQuality
        ) { emptyBubble.showing(Self.visible(try film.image(places[$0]))) }
    }

    private func emptyBubble(_ layout: BubbleLayout, _ appearance: Appearance) throws -> EmptyBubble {
        let visible = Self.side - 2 * BubbleLayout.crop
        let height = Self.side + layout.captionHeight
        // The preview is a square, like all other previews.
        let canvas = max(visible, height) + 2 * Self.margin
        let (left, top) = ((canvas - visible) / 2, (canvas - height) / 2)
        let pixels = Int((canvas * Double(Self.scale)).rounded())
        let bubble = try Self.rendered(
            "<rect width=\"100%\" height=\"100%\" fill=\"\(appearance.paper)\"/>"
                + Self.box(x: left, y: top, width: visible, height: height, fill: appearance.bubble),
            canvas: canvas, pixels: pixels)
        let mask = try Self.rendered(
            Self.box(x: left, y: top, width: visible, height: height, fill: "#ffffff"), canvas: canvas, pixels: pixels)
        let texts = try Self.rendered(
            Self.texts(layout, appearance, left: left, top: top), canvas: canvas, pixels: pixels)
        return EmptyBubble(
            bubble: bubble, mask: mask, texts: texts, left: Int((left * 2).rounded()), top: Int((top * 2).rounded()))
    }

    private static func texts(_ layout: BubbleLayout, _ colours: Appearance, left: Double, top: Double) -> String {
        let right = left + side - 2 * BubbleLayout.crop
        var svg = ""
        var bottom = top + side - BubbleLayout.titleInset
        for (text, style) in [(layout.subtitle, BubbleLayout.subtitleStyle), (layout.title, BubbleLayout.titleStyle)] {
            guard let text else { continue }
            let column = (left: left + BubbleLayout.titleInset, right: right - BubbleLayout.titleInset)
            svg += line(text, style, fill: "#ffffff", in: column, top: bottom - style.leading)
            bottom -= style.leading
        }
        let column = (left: left + BubbleLayout.captionInset, right: right - BubbleLayout.captionInset)
        for (texts, isTrailing) in [(layout.leading, false), (layout.trailing, true)] {
            guard let texts else { continue }
            var y = top + side + BubbleLayout.captionInset
            let lines =
                texts.caption.map { ($0, BubbleLayout.captionStyle, colours.text) }
                + texts.subcaption.map { ($0, BubbleLayout.subcaptionStyle, colours.quiet) }
            for (text, style, fill) in lines {
                svg += line(text, style, fill: fill, in: column, top: y, isTrailing: isTrailing)
                y += style.leading
            }
        }
        return svg
    }

    /// A line of text as SVG. Text in a right-to-left script is aligned to the right.
    private static func line(
        _ text: String, _ style: TextStyle, fill: String, in column: (left: Double, right: Double), top: Double,
        isTrailing: Bool = false
    ) -> String {
        let isFromRight = BubbleLayout.isRightToLeft(text)
        let x = isFromRight != isTrailing ? column.right : column.left
        let baseline = top + (style.leading + style.capHeight) / 2
        return
            "<text x=\"\(x)\" y=\"\(baseline)\" font-size=\"\(style.size)\" font-weight=\"\(style.weight.rawValue)\" "
            + "fill=\"\(fill)\"\(isTrailing ? " text-anchor=\"end\"" : "")\(isFromRight ? " direction=\"rtl\"" : "")>"
            + "\(MarkupText.escaped(text))</text>"
    }

    private static func box(x: Double, y: Double, width: Double, height: Double, fill: String) -> String {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" fill=\"\(fill)\"/>"
    }

    private static func rendered(_ content: String, canvas: Double, pixels: Int) throws -> RGBAImage {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" xml:lang="en" width="\(canvas)" height="\(canvas)" \
            font-family="Inter, DejaVu Sans, Noto Sans CJK JP, sans-serif">\(content)</svg>
            """
        return try SVGDocument(Array(svg.utf8)).draw(
            size: (pixels, pixels), part: (0, 0, pixels, pixels))
    }
}
