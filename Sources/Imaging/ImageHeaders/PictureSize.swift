/// The size of a PNG, GIF, JPEG or WebP in pixels, from its header.
package struct PictureSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// The number of bytes at the start of a file that usually contain the size. A JPEG with a lot of metadata may
    /// need more.
    package static let headSize = 64 << 10

    /// - Parameter head: the beginning of a file.
    /// - Returns: nil for another format, or if the bytes do not contain the size.
    package init?(head: ArraySlice<UInt8>) {
        let start = head.startIndex
        func number(_ offset: Int, _ count: Int) -> Int {
            head[(start + offset)..<(start + offset + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        if head.starts(with: ChunkScanner.signature), head.count >= 24,
            head[(start + 12)..<(start + 16)].elementsEqual("IHDR".utf8)
        {
            self.init(width: number(16, 4), height: number(20, 4))
        } else if head.starts(with: "GIF8".utf8), head.count >= 10 {
            self.init(
                width: Int(head[start + 6]) | Int(head[start + 7]) << 8,
                height: Int(head[start + 8]) | Int(head[start + 9]) << 8)
        } else if head.starts(with: "RIFF".utf8) {
            self.init(webP: head)
        } else {
            self.init(jpeg: head)
        }
    }

    /// Reads the size in a JPEG's frame header (ITU-T T.81, B.2.2).
    package init?(jpeg bytes: ArraySlice<UInt8>) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var place = bytes.startIndex + 2
        while place + 9 < bytes.endIndex, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            // The markers SOF0 to SOF15 begin frame headers. The markers DHT, JPG and DAC, which are between them, do
            // not.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                self.init(
                    width: Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    height: Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
                return
            }
            guard length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }

    /// Reads the size of a WebP: that of the canvas, if the first chunk describes one (RFC 9649, 2.7), or that of the
    /// key frame of a lossy file (RFC 6386, 9.1).
    private init?(webP bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 30, bytes.dropFirst(8).starts(with: "WEBPVP8".utf8) else { return nil }
        let data = bytes.startIndex + 20
        func number(_ offset: Int, _ count: Int) -> Int {
            bytes[(data + offset)..<(data + offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        switch bytes[bytes.startIndex + 15] {
        case UInt8(ascii: "X"): self.init(width: number(4, 3) + 1, height: number(7, 3) + 1)
        case UInt8(ascii: " ") where bytes[(data + 3)...].starts(with: [0x9D, 0x01, 0x2A]):
            self.init(width: number(6, 2) & 0x3FFF, height: number(8, 2) & 0x3FFF)
        default: return nil
        }
    }

    private init?(width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }
}
