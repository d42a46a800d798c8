/// A JPEG's frame: its components, and the state of each after the scans that have been read (ITU-T T.81, B.2.2 and
/// G.1).
struct JPEGFrame {
    struct Component {
        let identifier: UInt8
        let horizontal: Int
        let vertical: Int
        let quantization: UInt8
        /// The numbers of blocks per row and per column in a scan that has only this component.
        var blocksWide = 0
        var blocksHigh = 0
        /// The number of blocks per row in `known`. A row ends with the last MCU (minimum coded unit).
        var rowLength = 0
        /// For each block, one bit per coefficient, which is set if the coefficient is not zero. Empty for sequential
        /// pictures.
        var known: [UInt64] = []
        /// For each coefficient, the lowest bit that a scan has defined. Nil before the coefficient's first scan.
        var precision = [Int?](repeating: nil, count: 64)
    }

    let isProgressive: Bool
    var components: [Component]
    let unitsWide: Int
    let unitsHigh: Int

    /// The maximum number of blocks per component. Larger pictures are rejected.
    private static let blockLimit = 1 << 20

    /// Returns nil unless the frame has 8 bits per sample and no bytes after its components.
    init?(_ parameters: ArraySlice<UInt8>, isProgressive: Bool) {
        let data = Array(parameters)
        guard data.count >= 6, data[0] == 8, data.count == 6 + 3 * Int(data[5]), (1...4).contains(data[5]) else {
            return nil
        }
        let height = Int(data[1]) << 8 | Int(data[2])
        let width = Int(data[3]) << 8 | Int(data[4])
        guard width > 0, height > 0 else { return nil }
        components = []
        var (across, down) = (1, 1)
        for place in stride(from: 6, to: data.count, by: 3) {
            let (horizontal, vertical) = (Int(data[place + 1] >> 4), Int(data[place + 1] & 15))
            guard (1...4).contains(horizontal), (1...4).contains(vertical), data[place + 2] <= 3,
                !components.contains(where: { $0.identifier == data[place] })
            else { return nil }
            (across, down) = (max(across, horizontal), max(down, vertical))
            components.append(
                Component(
                    identifier: data[place], horizontal: horizontal, vertical: vertical, quantization: data[place + 2]))
        }
        self.isProgressive = isProgressive
        unitsWide = JPEGFrame.parts(width, of: 8 * across)
        unitsHigh = JPEGFrame.parts(height, of: 8 * down)
        guard unitsWide * unitsHigh * across * down <= JPEGFrame.blockLimit else { return nil }
        for index in components.indices {
            let component = components[index]
            components[index].blocksWide = JPEGFrame.parts(width * component.horizontal, of: 8 * across)
            components[index].blocksHigh = JPEGFrame.parts(height * component.vertical, of: 8 * down)
            components[index].rowLength = unitsWide * component.horizontal
            guard isProgressive else { continue }
            components[index].known = [UInt64](
                repeating: 0, count: unitsWide * component.horizontal * unitsHigh * component.vertical)
        }
    }

    private static func parts(_ length: Int, of size: Int) -> Int { (length + size - 1) / size }

    /// Records the bits of coefficients that a scan defines. Returns false if the scan defines bits again, because it
    /// would then hide another picture, or if it skips bits. Also returns false for AC coefficients before the DC
    /// coefficients of their component.
    mutating func begin(_ scan: JPEGScanHeader) -> Bool {
        for part in scan.parts {
            for coefficient in scan.first...scan.last {
                let before = components[part.component].precision[coefficient]
                guard before == (scan.high == 0 ? nil : scan.high) else { return false }
                components[part.component].precision[coefficient] = scan.low
            }
            // The AC coefficients of a component are only valid after its DC coefficients.
            guard components[part.component].precision[0] != nil else { return false }
        }
        return true
    }
}

/// The header of a scan (ITU-T T.81, B.2.3).
struct JPEGScanHeader {
    struct Part {
        /// The component's index in the frame.
        let component: Int
        let dcTable: UInt8
        let acTable: UInt8
    }

    let parts: [Part]
    /// The first and the last coefficient, in zigzag order.
    let first: Int
    let last: Int
    /// The bit positions of the successive approximation. `high` is 0 in the first scan of a coefficient.
    let high: Int
    let low: Int

    /// Returns nil if the frame does not allow the values, or if bytes follow them.
    init?(_ parameters: ArraySlice<UInt8>, of frame: JPEGFrame) {
        let data = Array(parameters)
        guard let count = data.first.map({ Int($0) }), (1...4).contains(count), data.count == 4 + 2 * count else {
            return nil
        }
        var parts: [Part] = []
        for index in 0..<count {
            let (identifier, tables) = (data[1 + 2 * index], data[2 + 2 * index])
            guard let component = frame.components.firstIndex(where: { $0.identifier == identifier }),
                !parts.contains(where: { $0.component == component }), tables >> 4 <= 3, tables & 15 <= 3
            else { return nil }
            parts.append(Part(component: component, dcTable: tables >> 4, acTable: 0x10 | tables & 15))
        }
        self.parts = parts
        first = Int(data[1 + 2 * count])
        last = Int(data[2 + 2 * count])
        high = Int(data[3 + 2 * count] >> 4)
        low = Int(data[3 + 2 * count] & 15)
        guard frame.isProgressive else {
            guard first == 0, last == 63, high == 0, low == 0 else { return nil }
            return
        }
        guard high == 0 || high == low + 1, low <= 13, first <= last, last <= 63, first > 0 || last == 0,
            first == 0 || count == 1
        else { return nil }
    }

    /// Whether the scan has only AC coefficients.
    var isAC: Bool { first > 0 }

    /// The numbers of the Huffman tables that the scan needs.
    var tables: [UInt8] {
        var numbers: [UInt8] = []
        for part in parts {
            let needed = (isAC || high > 0 ? [] : [part.dcTable]) + (last > 0 ? [part.acTable] : [])
            for number in needed where !numbers.contains(number) { numbers.append(number) }
        }
        return numbers
    }
}
