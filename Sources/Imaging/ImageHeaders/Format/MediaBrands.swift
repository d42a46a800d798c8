/// The declared brands of an ISO base media file (ISO 14496-12, 4.3: the box `ftyp`).
package struct MediaBrands {
    private let major: String
    private let compatible: [String]

    /// Nil if the bytes are not the start of such a file.
    package init?(_ head: [UInt8]) {
        guard head.count >= 16, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let size = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let brands = stride(from: 16, to: min(size, head.count) - 3, by: 4).map { Self.text(head[$0..<$0 + 4]) }
        major = Self.text(head[8..<12])
        compatible = brands
    }

    /// The format of the file. Nil for a video or other media in the same container.
    var format: SourceFormat? {
        // The major brand is checked first. `mif1` and `msf1` only mean "a picture"; the other brands name the codec.
        for brand in [major] + compatible {
            if Self.avif.contains(brand) { return .avif }
            if Self.heic.contains(brand) { return .heic }
        }
        return Self.anyPicture.contains(major) ? .heic : nil
    }

    /// Whether the file contains a sequence of pictures.
    package var hasSequence: Bool { !Self.sequences.isDisjoint(with: [major] + compatible) }

    /// Brands of sequences. Source: AV1 Image File Format, 6.2; ISO 23008-12, 7 and annex B.
    private static let sequences: Set<String> = ["avis", "msf1", "hevc", "hevx", "hevm", "hevs"]
    /// Brands of AV1 pictures and sequences. Source: AV1 Image File Format, 8.
    private static let avif: Set<String> = ["avif", "avis"]
    /// Brands of HEVC pictures and sequences. Source: ISO 23008-12, annex B.
    private static let heic: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
    /// Brands of pictures and sequences with any codec. Source: ISO 23008-12, 10.
    private static let anyPicture: Set<String> = ["mif1", "msf1", "mif2"]

    private static func text(_ brand: ArraySlice<UInt8>) -> String {
        String(decoding: brand, as: UTF8.self)
    }
}
