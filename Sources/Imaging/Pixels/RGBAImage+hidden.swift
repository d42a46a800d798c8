extension RGBAImage {
    /// Whether the fully transparent pixels have several colours, which may contain an erased picture.
    package var hidesColours: Bool {
        var first: UInt32?
        return bytes.withUnsafeBytes { source in
            for pixel in 0..<(width * height) {
                let word = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: pixel &* 4, as: UInt32.self))
                guard word >> 24 == 0, word != first else { continue }
                if first != nil { return true }
                first = word
            }
            return false
        }
    }
}
