import StickerCatalog
import UIKit

/// Draws the pond with the pieces that stickerd made: for the app's board and for the bubble of a message.
@MainActor
struct PondPicture {
    /// The size in a bubble, in points.
    static let size = CGSize(width: 300, height: 300)

    let stickers: StickerSet
    let images: [PieceName: UIImage]

    /// The centre of a pad.
    ///
    /// - Parameter pad: 0 is at the top; they are numbered clockwise.
    static func middle(of pad: Int) -> CGPoint {
        // The lower part of the bubble is for the image title.
        let safe = MessageImage.safeRectangle(size: size, hasTitle: true)
        let angle = 2 * Double.pi * Double(pad) / Double(Pond.padCount)
        let radius = (x: Double(safe.size.width) / 2 - 32, y: Double(safe.size.height) / 2 - 32)
        return CGPoint(
            x: Double(safe.origin.x + safe.size.width / 2) + radius.x * sin(angle),
            y: Double(safe.origin.y + safe.size.height / 2) - radius.y * cos(angle))
    }

    /// - Parameter pond: nil for an empty one.
    func image(of pond: Pond?) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        (format.scale, format.opaque) = (3, true)
        return UIGraphicsImageRenderer(size: PondPicture.size, format: format).image { context in
            UIColor(red: 0.08, green: 0.31, blue: 0.37, alpha: 1).setFill()
            context.fill(CGRect(origin: CGPoint(x: 0, y: 0), size: PondPicture.size))
            for pad in 0..<Pond.padCount {
                let middle = PondPicture.middle(of: pad)
                draw(PieceNames.PondPieces.lilyPad, at: middle, side: 64)
                guard let pond else { continue }
                switch pond.player(on: pad) {
                case .duckling: draw(PieceNames.PondPieces.duckling, at: middle, side: 56)
                case .frog: draw(PieceNames.PondPieces.frog, at: middle, side: 56)
                case nil: break
                }
                if pond.isWinning(pad: pad) { draw(PieceNames.PondPieces.waterLily, at: middle, side: 28) }
            }
        }
    }

    private func draw(_ name: PieceName, at place: CGPoint, side: CGFloat) {
        guard let piece = stickers[name], let image = images[name] else { return }
        image.draw(in: piece.rectangle(at: place, side: side))
    }
}
