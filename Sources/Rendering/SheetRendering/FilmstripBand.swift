import Foundation
import JobModel
import Pixels
import SheetModel
import StickerManifest
import Texts
import Vips

/// A sticker's filmstrip below its cells. It is as wide as all backgrounds, and shows frames with the time of each.
struct FilmstripBand {
    /// The height, in points.
    let height: Double
    /// The width, in points.
    private let width: Double
    /// The side of a frame in points, which is equal for all filmstrips of a sheet.
    private let side: Double
    private let strip: Filmstrip
    private let texts: Texts

    /// The maximum number of frames in the band.
    private static let places = 6
    /// The space between the band's edge and its frames, in points.
    private static let inset = 8.0
    /// The minimum space between frames, in points.
    private static let gap = 4.0
    private static let captionGap = 3.0

    init(_ strip: Filmstrip, grid: SheetGrid, texts: Texts) {
        self.strip = strip
        self.texts = texts
        width = grid.cellsWidth
        let room = width - 2 * FilmstripBand.inset - FilmstripBand.gap * Double(FilmstripBand.places - 1)
        let most = min(Double(grid.size.points), room / Double(FilmstripBand.places))
        // The side is rounded down to whole pixels. A point has two pixels.
        side = (most * VectorPage.scale).rounded(.down) / VectorPage.scale
        height = side + 2 * FilmstripBand.inset + FilmstripBand.captionGap + TextStyle.small.leading
    }

    /// - Throws: `SheetError` if the published file is not an image; `VipsError`; the errors of `inputs`.
    func draw(on canvas: inout Canvas, x: Double, y: Double, inputs: any JobInputs) throws {
        let band = side + 2 * FilmstripBand.inset
        canvas.fill(
            Canvas.Area(
                x: VectorPage.pixels(x), y: VectorPage.pixels(y), width: VectorPage.pixels(width),
                height: VectorPage.pixels(band)), with: ThemeColour.track.colour)
        for (place, frame) in try frames(inputs).enumerated() {
            canvas.lay(
                frame, x: VectorPage.pixels(x + left(place)),
                y: VectorPage.pixels(y + FilmstripBand.inset))
        }
        var captions = VectorPage(width: width, height: TextStyle.small.leading, language: texts.language)
        for (place, time) in strip.times.enumerated() {
            captions.text(AnimationText.moment(time, texts), x: left(place), baseline: 12, style: .small)
        }
        canvas.place(
            try captions.drawn(), x: VectorPage.pixels(x),
            y: VectorPage.pixels(y + band + FilmstripBand.captionGap))
    }

    /// The left edge of a frame in the band, in points. If the strip is full, the first and the last frame are at the
    /// edges of the band.
    private func left(_ place: Int) -> Double {
        let step = (width - 2 * FilmstripBand.inset - side) / Double(FilmstripBand.places - 1)
        return FilmstripBand.inset + Double(place) * step
    }

    private func frames(_ inputs: any JobInputs) throws -> [PremultipliedImage] {
        let path = strip.path
        let bytes = try inputs.bytes(of: .published(path: path))
        do {
            let image = try Image.load(bytes, strictness: .error).convertedToSRGB().withAlpha().asBytes().inMemory()
            return try strip.times.indices.map { place in
                let frame = try image.cropped(
                    x: place * strip.height, y: 0, width: strip.height, height: strip.height)
                return PremultipliedImage(try frame.rgba(), resizedTo: VectorPage.pixels(side))
            }
        } catch {
            throw SheetError.undrawable(path: path, reason: "\(error)")
        }
    }
}
