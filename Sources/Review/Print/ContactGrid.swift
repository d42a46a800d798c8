/// Where things are on a contact sheet, in whole points: text at the left, the backgrounds' columns up to the right margin.
struct ContactGrid {
    static let gap = 4.0
    private static let gutter = 16.0
    /// What a sticker's text needs at least, and more than it can use.
    private static let textWidths = 150.0...228.0
    /// As large as a cell is made.
    private static let largestCell = 54.0

    /// The side of a sticker's square on a background.
    let cell: Double
    /// From the first background's column to the end of the last.
    let cellsWidth: Double
    let cellsX: Double
    let textX = Paper.margin
    let textWidth: Double

    init(_ paper: Paper, backgrounds: Int) {
        let count = Double(max(backgrounds, 1))
        let room = paper.contentWidth - ContactGrid.textWidths.lowerBound - ContactGrid.gutter
        cell = max(8, min(ContactGrid.largestCell, ((room + ContactGrid.gap) / count - ContactGrid.gap).rounded(.down)))
        // A strip of frames needs the width of three cells, however few there are.
        let columns = max(count, 3)
        cellsWidth = columns * (cell + ContactGrid.gap) - ContactGrid.gap
        cellsX = paper.width - Paper.margin - cellsWidth
        textWidth = min(
            max(cellsX - ContactGrid.gutter - Paper.margin, 40), ContactGrid.textWidths.upperBound)
    }

    func cellX(_ background: Int) -> Double {
        cellsX + Double(background) * (cell + ContactGrid.gap)
    }
}
