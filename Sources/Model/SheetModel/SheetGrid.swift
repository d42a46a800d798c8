import StickerManifest

/// The layout of a page, in points. All measures are multiples of half a point, so that edges are on pixel boundaries.
package struct SheetGrid {
    /// Around the page.
    package static let margin = 44.0
    /// The column of text.
    package static let textWidth = 272.0
    /// Between the text and the first background.
    package static let gutter = 28.0
    /// Between cells.
    package static let gap = 6.0
    /// Around a sticker on its background.
    package static let room = 14.0
    /// Between a row and the lines above and below it.
    package static let rowPadding = 14.0

    /// The largest size class on the page: all cells are for this one.
    package let size: StickerSize
    package let backgroundCount: Int

    /// The width of a background's cell.
    package var cellWidth: Double { Double(size.points) + 2 * SheetGrid.room }
    /// The side of the last column's square, in which the @3x file has its own pixels at two a point.
    package var pixelSide: Double { Double(size.pixels(scale: 3)) / VectorPage.scale }
    /// The height of all cells.
    package var cellHeight: Double { max(pixelSide, cellWidth) }

    /// The left and right edges of the text.
    package var textX: Double { SheetGrid.margin }
    /// The left edge of a background's column.
    package func cellX(_ background: Int) -> Double {
        SheetGrid.margin + SheetGrid.textWidth + SheetGrid.gutter + Double(background) * (cellWidth + SheetGrid.gap)
    }
    /// From the first background's column to the end of the last; without any, as wide as the last column.
    package var cellsWidth: Double {
        backgroundCount > 0 ? cellX(backgroundCount) - SheetGrid.gap - cellX(0) : pixelSide
    }
    /// The left edge of the last column.
    package var pixelX: Double { cellX(backgroundCount) + (backgroundCount > 0 ? SheetGrid.gap : 0) }
    /// The page's width.
    package var width: Double { pixelX + pixelSide + SheetGrid.margin }
    /// The width of the text under the cells. Long lines are hard to read.
    package var findingsWidth: Double { min(width - SheetGrid.margin - cellX(0), 860) }
    /// From margin to margin.
    package var contentWidth: Double { width - 2 * SheetGrid.margin }
}
