/// Finds groups of marked cells in a grid. Cells of a group touch each other at a side or at a corner.
enum PointRegions {
    /// The indices of the cells of each group.
    static func of(_ marked: [Bool], columns: Int) -> [[Int]] {
        guard columns > 0, marked.contains(true) else { return [] }
        let rows = marked.count / columns
        // The grid gets a margin, so that every cell has all neighbours.
        let stride = columns + 2
        var isOpen = [Bool](repeating: false, count: stride * (rows + 2))
        for cell in marked.indices where marked[cell] {
            isOpen[(cell / columns + 1) * stride + cell % columns + 1] = true
        }
        let neighbours = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1]
        var regions: [[Int]] = []
        for start in isOpen.indices where isOpen[start] {
            isOpen[start] = false
            var region = [start]
            var next = 0
            while next < region.count {
                let cell = region[next]
                next += 1
                for step in neighbours where isOpen[cell + step] {
                    isOpen[cell + step] = false
                    region.append(cell + step)
                }
            }
            for place in region.indices {
                region[place] = (region[place] / stride - 1) * columns + region[place] % stride - 1
            }
            regions.append(region)
        }
        return regions
    }
}
