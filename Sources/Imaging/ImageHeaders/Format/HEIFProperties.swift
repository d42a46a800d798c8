/// The properties of the main picture of a HEIC or AVIF that its decoder ignores (ISO 23008-12, 6.5 and 9.3).
package struct HEIFProperties: Hashable, Sendable {
    /// The code points of an `nclx` colour box. Nil without such a box.
    package private(set) var codePoints: ColourCodePoints?
    /// Whether the file has a colour box with an ICC profile.
    package private(set) var hasProfile = false
    /// Whether the colours are premultiplied by alpha.
    package private(set) var isPremultiplied = false

    /// Nil if a box that is needed to find the main picture is missing or damaged.
    package init?(_ bytes: [UInt8]) {
        guard let items = HEIFItems(bytes) else { return nil }
        for (_, box) in items.properties(of: items.primary) { take(box, bytes) }
        isPremultiplied = items.references.contains { $0.kind == "prem" && $0.from == items.primary }
    }

    /// Reads a `colr` box: four letters for its kind, and for `nclx` three code points of 16 bits.
    private mutating func take(_ box: HEIFBox, _ bytes: [UInt8]) {
        guard box.name == "colr", box.data.count >= 4 else { return }
        let start = box.data.lowerBound
        switch String(decoding: bytes[start..<start + 4], as: UTF8.self) {
        case "nclx":
            guard let primaries = HEIFBox.number(bytes, start + 4, in: box.data, size: 2),
                let transfer = HEIFBox.number(bytes, start + 6, in: box.data, size: 2)
            else { return }
            codePoints = ColourCodePoints(primaries: primaries, transfer: transfer)
        case "prof", "rICC": hasProfile = true
        default: return
        }
    }
}
