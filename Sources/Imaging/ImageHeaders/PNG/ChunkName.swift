/// The four letters that say what a chunk holds (PNG 5.4).
struct ChunkName: Hashable, Sendable, CustomStringConvertible {
    /// The four bytes, the first in the highest place.
    let code: UInt32

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

    var description: String {
        isValid ? String(decoding: letters, as: Unicode.ASCII.self) : "????"
    }

    static let IHDR = ChunkName("IHDR")
    static let PLTE = ChunkName("PLTE")
    static let tRNS = ChunkName("tRNS")
    static let IDAT = ChunkName("IDAT")
    static let IEND = ChunkName("IEND")
    static let acTL = ChunkName("acTL")
    static let fcTL = ChunkName("fcTL")
    static let fdAT = ChunkName("fdAT")
    static let sRGB = ChunkName("sRGB")
    static let gAMA = ChunkName("gAMA")
    static let cHRM = ChunkName("cHRM")
    static let cICP = ChunkName("cICP")
    static let iCCP = ChunkName("iCCP")
    static let sBIT = ChunkName("sBIT")
    static let eXIf = ChunkName("eXIf")
    static let CgBI = ChunkName("CgBI")
}
