/// The four letters that say what a chunk holds (PNG 5.4).
package struct ChunkName: Hashable, Sendable, CustomStringConvertible {
    /// The four bytes, the first in the highest place.
    package let code: UInt32

    init(code: UInt32) {
        self.code = code
    }

    init(_ letters: StaticString) {
        code = letters.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// False for anything but four Latin letters: then this is not a chunk, and nothing after it can be trusted.
    var isValid: Bool {
        letters.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
    }

    /// Whether no decoder may skip it: the first letter is a capital (PNG 5.4).
    var isCritical: Bool { code & 0x2000_0000 == 0 }

    var letters: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    }

    package var description: String {
        isValid ? String(decoding: letters, as: Unicode.ASCII.self) : "????"
    }

    package static let IHDR = ChunkName("IHDR")
    package static let PLTE = ChunkName("PLTE")
    package static let tRNS = ChunkName("tRNS")
    package static let IDAT = ChunkName("IDAT")
    package static let IEND = ChunkName("IEND")
    package static let acTL = ChunkName("acTL")
    package static let fcTL = ChunkName("fcTL")
    package static let fdAT = ChunkName("fdAT")
    package static let sRGB = ChunkName("sRGB")
    package static let gAMA = ChunkName("gAMA")
    package static let cHRM = ChunkName("cHRM")
    package static let cICP = ChunkName("cICP")
    package static let iCCP = ChunkName("iCCP")
    package static let sBIT = ChunkName("sBIT")
    package static let eXIf = ChunkName("eXIf")
    package static let CgBI = ChunkName("CgBI")
}
