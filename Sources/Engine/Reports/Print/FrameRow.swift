import SheetModel
import StickerManifest
import Texts

/// The frames of a filmstrip side by side, with the time below each frame.
package struct FrameRow {
    private let strip: Filmstrip
    private let side: Double
    private let step: Double
    /// The height in points.
    package let height: Double

    private static let gap = 4.0
    private static let captionGap = 2.0
    /// The number of frames that fit in a row, which equals the maximum number of frames in a filmstrip.
    private static let places = 6

    /// - Parameters:
    ///   - width: the width in points.
    ///   - most: the maximum side of a frame in points.
    package init(_ strip: Filmstrip, width: Double, most: Double) {
        self.strip = strip
        let places = Double(FrameRow.places)
        side = min(most, ((width - FrameRow.gap * (places - 1)) / places).rounded(.down))
        // In a full row, the first and the last frame are at its ends.
        step = side == most ? side + FrameRow.gap : (width - side) / (places - 1)
        height = side + FrameRow.captionGap + TextStyle.printSmall.leading
    }

    package func draw(on page: inout PrintPage, x: Double, y: Double, _ texts: Texts) {
        for (place, time) in strip.times.prefix(FrameRow.places).enumerated() {
            let left = x + Double(place) * step
            page.place(.frame(strip, place: place), x: left, y: y, width: side, height: side)
            page.vector.text(
                AnimationText.moment(time, texts), x: left, baseline: y + side + FrameRow.captionGap + 7,
                style: .printSmall)
        }
    }
}
