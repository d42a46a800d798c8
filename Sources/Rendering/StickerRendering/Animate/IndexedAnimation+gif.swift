import GIF
import ImageHeaders
import Pixels

extension IndexedAnimation {
    /// The animation as a GIF, whose delays are in hundredths of a second already.
    ///
    /// - Throws: `GIFError`, `PNGError.outOfMemory`.
    func gif() throws -> [UInt8] {
        let colours = palette.filter { $0.alpha >= 128 }.map { RGBAColour(red: $0.red, green: $0.green, blue: $0.blue) }
        var places = [UInt8](repeating: GIFWriter.transparentIndex, count: 256)
        var next: UInt8 = 0
        for (index, colour) in palette.enumerated() where colour.alpha >= 128 {
            places[index] = next
            next &+= 1
        }
        let writer = try GIFWriter(
            width: width, height: height, palette: colours.isEmpty ? [.black] : colours, loopCount: loopCount)
        try forEachFrame { frame, indices in
            let delay = delays[frame]
            let hundredths = (Int(delay.numerator) * 100 + Int(delay.denominator) / 2) / Int(delay.denominator)
            try writer.append(indices.map { places[Int($0)] }, delay: UInt16(clamping: hundredths))
        }
        return try writer.finished()
    }
}
