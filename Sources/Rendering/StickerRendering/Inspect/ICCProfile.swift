/// The parts of an embedded colour profile that affect the conversion.
///
/// Source: ICC.1:2010, section 7.2 (header) and 7.3 (tag table).
struct ICCProfile: Hashable, Sendable {
    /// The reason why a profile cannot be used.
    enum Damage: Error, Hashable, Sendable {
        case tooShort, wrongSignature, cutOff, noTags
        /// The profile is for another kind of picture.
        case wrongSpace
    }

    /// The colour space of the picture's samples: `RGB `, `GRAY`, `CMYK`, `Lab `, …
    let colourSpace: String
    /// The name of the profile, for messages. Empty if the profile has none.
    let name: String

    /// The tags that a colour engine needs, by colour space. The tags of one of the sets are sufficient.
    private static let needed: [String: [Set<String>]] = [
        "RGB ": [["A2B0"], ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"]], "GRAY": [["A2B0"], ["kTRC"]],
        "CMYK": [["A2B0"]],
    ]

    /// - Throws: `Damage` if the profile is incomplete, as some design programs write it.
    init(_ bytes: [UInt8]) throws(Damage) {
        guard bytes.count >= 132 else { throw .tooShort }
        guard Array(bytes[36..<40]) == Array("acsp".utf8) else { throw .wrongSignature }
        guard let size = ICCProfile.number(bytes, at: 0), size <= bytes.count else { throw .cutOff }
        guard let tagCount = ICCProfile.number(bytes, at: 128), tagCount > 0, tagCount < 200,
            132 + tagCount * 12 <= bytes.count
        else { throw .noTags }
        var description: String?
        var tags: Set<String> = []
        for tag in 0..<tagCount {
            let entry = 132 + tag * 12
            guard let offset = ICCProfile.number(bytes, at: entry + 4),
                let length = ICCProfile.number(bytes, at: entry + 8), offset + length <= bytes.count
            else { throw .cutOff }
            let signature = String(decoding: bytes[entry..<entry + 4], as: UTF8.self)
            tags.insert(signature)
            if signature == "desc" {
                description = ICCProfile.text(bytes[offset..<offset + length])
            }
        }
        colourSpace = String(decoding: bytes[16..<20], as: UTF8.self)
        name = description ?? ""
        guard ICCProfile.needed[colourSpace]?.contains(where: tags.isSuperset) ?? true else { throw .noTags }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= bytes.count else { return nil }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The text of a `desc` or `mluc` element. From UTF-16, only the low bytes are read, which are sufficient to
    /// recognise a name.
    private static func text(_ element: ArraySlice<UInt8>) -> String {
        let letters = element.dropFirst(12).filter { (32..<127).contains($0) }
        return String(decoding: letters.prefix(200), as: UTF8.self)
    }
}
