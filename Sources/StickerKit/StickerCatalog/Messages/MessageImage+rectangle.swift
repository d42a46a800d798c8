#if canImport(Messages) && canImport(UIKit)
    import StickerManifest
    import UIKit

    extension MessageImage {
        /// The part of a picture that is neither cropped nor cut by the rounded corners.
        ///
        /// - Parameters:
        ///   - size: the size of the picture.
        ///   - hasTitle: whether the part that the image titles cover is left out too.
        public nonisolated static func safeRectangle(size: CGSize, hasTitle: Bool = false) -> CGRect {
            let safe = safeRectangle(width: size.width, height: size.height, hasTitle: hasTitle)
            return CGRect(x: safe.x, y: safe.y, width: safe.width, height: safe.height)
        }
    }

    extension StickerSet.PieceItem {
        /// The rectangle in which to draw a piece's picture so that its anchor is at `place` on the board.
        ///
        /// - Parameter side: the side of the square, in the unit of `place`.
        public nonisolated func rectangle(at place: CGPoint, side: CGFloat) -> CGRect {
            let square = rectangle(x: place.x, y: place.y, side: side)
            return CGRect(x: square.x, y: square.y, width: square.width, height: square.height)
        }
    }
#endif
