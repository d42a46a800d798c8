import StickerManifest

/// The layout of a page, in points. All measures are multiples of half a point, so that edges are on pixel boundaries.
package struct SheetGrid {
    /// The margin around the page.
    package static let margin = 44.0
    /// The width of the text column.
    package static let textWidth = 272.0
    /// The distance between the text and the first background.
    package static let gutter = 28.0
    /// The distance between cells.
    package static let gap = 6.0
    /// The margin around a sticker on its background.
    package static let room = 14.0
    /// The distance between a row and the lines above and below it.
    package static let rowPadding = 14.0

    /// The largest size class on the page, which determines the size of all cells.
    package let size: StickerSize
    package let backgroundCount: Int

    /// The width of a background's cell.
    package var cellWidth: Double { Double(size.points) + 2 * SheetGrid.room }
    /// The side of the last column's square, in which the @3x file is drawn pixel by pixel, at two pixels per point.
    package var pixelSide: Double { Double(size.pixels(scale: 3)) / VectorPage.scale }
    /// The height of all cells.
    package var cellHeight: Double { max(pixelSide, cellWidth) }

    /// The left edge of the text.
    package var textX: Double { SheetGrid.margin }
    /// The left edge of a background's column.
    package func cellX(_ background: Int) -> Double {
        SheetGrid.margin + SheetGrid.textWidth + SheetGrid.gutter + Double(background) * (cellWidth + SheetGrid.gap)
    }
    /// The width from the left edge of the first background's column to the right edge of the last one. Without
    /// backgrounds, the width of the last column.
    package var cellsWidth: Double {
        backgroundCount > 0 ? cellX(backgroundCount) - SheetGrid.gap - cellX(0) : pixelSide
    }
    /// The left edge of the last column.
    package var pixelX: Double { cellX(backgroundCount) + (backgroundCount > 0 ? SheetGrid.gap : 0) }
    /// The page's width.
    package var width: Double { pixelX + pixelSide + SheetGrid.margin }
    /// The width of the findings below the cells. It is limited, because long lines are hard to read.
    package var findingsWidth: Double { min(width - SheetGrid.margin - cellX(0), 860) }
    /// The width between the margins.
    package var contentWidth: Double { width - 2 * SheetGrid.margin }
}
