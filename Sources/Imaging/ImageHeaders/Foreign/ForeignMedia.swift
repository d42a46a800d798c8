/// Recognises video and audio files, which often have the file extension of a GIF.
enum ForeignMedia {
    static func identify(_ head: [UInt8]) -> ForeignFile? {
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            let name = holds(head, "webm") ? "WebM" : holds(head, "matroska") ? "Matroska" : "WebM or Matroska"
            return video(name)
        }
        if head.starts(with: Array("RIFF".utf8)), head.count >= 12 {
            switch text(head, 8) {
            case "AVI ": return video("AVI")
            case "WAVE": return sound("WAV")
            case "ACON":
                return ForeignFile(label: "an animated Windows cursor (ANI)", fix: ForeignFile.Fix.animation)
            default: return nil
            }
        }
        if let name = boxes(head) { return name }
        return signatures.first { head.starts(with: $0.bytes) }?.kind
    }

    /// ISO base media files and QuickTime videos, which begin with a size and four letters (ISO 14496-12, 4.2).
    private static func boxes(_ head: [UInt8]) -> ForeignFile? {
        guard head.count >= 12 else { return nil }
        switch text(head, 4) {
        case "ftyp": break
        // The box `ftyp` is missing in early QuickTime files, and in damaged videos.
        case "moov", "mdat", "wide", "pnot": return video("QuickTime")
        default: return nil
        }
        guard MediaBrands(head)?.format == nil else { return nil }
        let brand = text(head, 8)
        switch brand {
        case "qt  ": return video("QuickTime")
        case "M4A ", "M4B ", "M4P ": return sound("M4A")
        case "crx ": return ForeignFile(label: "a camera's raw photo", fix: ForeignFile.Fix.image)
        case "jp2 ", "jpx ": return ForeignFile(label: "a JPEG 2000 image", fix: ForeignFile.Fix.image)
        default: return video(brand.hasPrefix("3g") ? "3GP" : "MP4")
        }
    }

    private static let signatures: [(bytes: [UInt8], kind: ForeignFile)] = [
        ([0x00, 0x00, 0x01, 0xBA], video("MPEG")),
        ([0x00, 0x00, 0x01, 0xB3], video("MPEG")),
        ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], video("Windows Media")),
        (Array("FLV".utf8) + [1], video("Flash Video")),
        (Array("OggS".utf8), ForeignFile(label: "a video or a sound (Ogg)", fix: ForeignFile.Fix.animation)),
        (Array("ID3".utf8), sound("MP3")),
        (Array("fLaC".utf8), sound("FLAC")),
        (Array("caff".utf8), sound("CAF")),
    ]

    private static func video(_ name: String) -> ForeignFile {
        ForeignFile(label: "a video (\(name))", fix: ForeignFile.Fix.animation)
    }

    private static func sound(_ name: String) -> ForeignFile {
        ForeignFile(label: "a sound (\(name))", fix: ForeignFile.Fix.ask)
    }

    private static func text(_ head: [UInt8], _ offset: Int) -> String {
        String(decoding: head[offset..<offset + 4], as: UTF8.self)
    }

    /// Whether the first 128 bytes contain a text. A Matroska file declares its document type there.
    private static func holds(_ head: [UInt8], _ name: String) -> Bool {
        head.prefix(128).holds(name)
    }
}

extension Collection<UInt8> {
    /// Whether these bytes contain the UTF-8 bytes of a text.
    func holds(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first else { return true }
        var place = startIndex
        while let found = self[place...].firstIndex(of: first) {
            if self[found...].starts(with: wanted) { return true }
            place = index(after: found)
        }
        return false
    }
}
