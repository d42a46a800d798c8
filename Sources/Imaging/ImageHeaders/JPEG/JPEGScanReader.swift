/// Follows the Huffman codes of a scan to its last block, to find the end of the scan's data. It computes no pixels.
///
/// Source: ITU-T T.81, annexes F.2 and G.1.
struct JPEGScanReader {
    private let header: JPEGScanHeader
    private let codes: [UInt8: HuffmanCode]
    private let restartInterval: Int
    private var bits: JPEGBits
    /// The number of remaining blocks in an end-of-band run.
    private var run = 0

    /// Returns nil if a table of the scan is missing.
    init?(_ bytes: [UInt8], in range: Range<Int>, header: JPEGScanHeader, tables: JPEGTables) {
        var codes: [UInt8: HuffmanCode] = [:]
        for table in header.tables {
            guard let code = tables.code(table) else { return nil }
            codes[table] = code
        }
        self.header = header
        self.codes = codes
        restartInterval = tables.restartInterval
        bits = JPEGBits(bytes, in: range)
    }

    /// Reads all blocks. Returns the offset after the last byte of the scan's data. Nil if the data are damaged.
    mutating func read(_ frame: inout JPEGFrame) -> Int? {
        guard frame.begin(header) else { return nil }
        let isDone = header.parts.count == 1 ? readAlone(&frame) : readInterleaved(&frame)
        return isDone ? bits.place : nil
    }

    /// Reads a scan of one component, which consists of the component's blocks, and not of MCUs with several
    /// components.
    private mutating func readAlone(_ frame: inout JPEGFrame) -> Bool {
        let component = frame.components[header.parts[0].component]
        for y in 0..<component.blocksHigh {
            for x in 0..<component.blocksWide {
                guard restart(before: y * component.blocksWide + x),
                    readBlock(header.parts[0], at: y * component.rowLength + x, &frame)
                else { return false }
            }
        }
        return true
    }

    private mutating func readInterleaved(_ frame: inout JPEGFrame) -> Bool {
        for unitY in 0..<frame.unitsHigh {
            for unitX in 0..<frame.unitsWide {
                guard restart(before: unitY * frame.unitsWide + unitX) else { return false }
                for part in header.parts {
                    let component = frame.components[part.component]
                    for block in 0..<(component.horizontal * component.vertical) {
                        let x = unitX * component.horizontal + block % component.horizontal
                        let y = unitY * component.vertical + block / component.horizontal
                        guard readBlock(part, at: y * component.rowLength + x, &frame) else { return false }
                    }
                }
            }
        }
        return true
    }

    private mutating func restart(before unit: Int) -> Bool {
        guard restartInterval > 0, unit > 0, unit % restartInterval == 0 else { return true }
        run = 0
        return bits.skipRestart(unit / restartInterval - 1)
    }

    private mutating func readBlock(_ part: JPEGScanHeader.Part, at block: Int, _ frame: inout JPEGFrame) -> Bool {
        guard frame.isProgressive else { return readDC(part) && readAC(part) }
        guard header.isAC else { return header.high == 0 ? readDC(part) : bits.next(1) != nil }
        guard header.high > 0 else { return readBand(part, &frame.components[part.component].known[block]) }
        return refineBand(part, &frame.components[part.component].known[block])
    }

    private mutating func readDC(_ part: JPEGScanHeader.Part) -> Bool {
        guard let size = codes[part.dcTable]?.symbol(from: &bits), size <= 16 else { return false }
        return bits.next(size) != nil
    }

    /// Reads the 63 AC coefficients of a sequential block.
    private mutating func readAC(_ part: JPEGScanHeader.Part) -> Bool {
        var index = 1
        while index < 64 {
            guard let symbol = codes[part.acTable]?.symbol(from: &bits) else { return false }
            let (zeros, size) = (symbol >> 4, symbol & 15)
            if size == 0, zeros < 15 { return true }
            index += zeros
            guard index < 64, bits.next(size) != nil else { return false }
            index += 1
        }
        return true
    }

    /// Reads a block in the first scan of a band of coefficients.
    private mutating func readBand(_ part: JPEGScanHeader.Part, _ known: inout UInt64) -> Bool {
        if run > 0 {
            run -= 1
            return true
        }
        var index = header.first
        while index <= header.last {
            guard let symbol = codes[part.acTable]?.symbol(from: &bits) else { return false }
            let (zeros, size) = (symbol >> 4, symbol & 15)
            if size == 0, zeros < 15 {
                guard let length = runLength(zeros) else { return false }
                run = length - 1
                return true
            }
            index += zeros
            guard index <= header.last, bits.next(size) != nil else { return false }
            if size > 0 { known |= 1 << UInt64(index) }
            index += 1
        }
        return true
    }

    /// Reads a block in a later scan of a band. The scan has one bit for each coefficient that is already nonzero,
    /// and new coefficients between them.
    private mutating func refineBand(_ part: JPEGScanHeader.Part, _ known: inout UInt64) -> Bool {
        var index = header.first
        while run == 0, index <= header.last {
            guard let symbol = codes[part.acTable]?.symbol(from: &bits) else { return false }
            let (zeros, size) = (symbol >> 4, symbol & 15)
            guard size <= 1 else { return false }
            if size == 0, zeros < 15 {
                guard let length = runLength(zeros) else { return false }
                run = length
                break
            }
            guard bits.next(size) != nil, let place = refine(from: index, zeros: zeros, known) else { return false }
            guard size == 0 || place <= header.last else { return false }
            if size == 1 { known |= 1 << UInt64(place) }
            index = place + 1
        }
        guard run > 0 else { return true }
        run -= 1
        return refine(from: index, zeros: 64, known) != nil
    }

    /// Skips a number of zero coefficients, and reads the bits of the nonzero coefficients between them. Returns the
    /// index of the next zero coefficient, or the index after the band. Nil at the end of the data.
    private mutating func refine(from start: Int, zeros: Int, _ known: UInt64) -> Int? {
        var (index, left) = (start, zeros)
        while index <= header.last {
            if known >> UInt64(index) & 1 == 1 {
                guard bits.next(1) != nil else { return nil }
            } else {
                if left == 0 { return index }
                left -= 1
            }
            index += 1
        }
        return index
    }

    private mutating func runLength(_ exponent: Int) -> Int? {
        bits.next(exponent).map { (1 << exponent) + $0 }
    }
}
