/// The first bytes of other programs' files, from the specifications of the formats and from file(1).
enum ForeignSignatures {
    struct Signature: Sendable {
        var offset = 0
        let bytes: [UInt8]
        let kind: ForeignFile

        init(_ bytes: [UInt8], at offset: Int = 0, _ kind: ForeignFile) {
            (self.bytes, self.offset, self.kind) = (bytes, offset, kind)
        }

        init(_ text: String, at offset: Int = 0, _ kind: ForeignFile) {
            self.init(Array(text.utf8), at: offset, kind)
        }
    }

    /// All signatures. The first match decides.
    static let all: [Signature] = documents + images + archives + links + others

    private static let documents: [Signature] = [
        Signature("gimp xcf ", .document("a GIMP file (XCF)", of: "GIMP")),
        Signature("fig-kiwi", .document("a Figma file", of: "Figma")),
        Signature("fig-jam.", .document("a FigJam file", of: "FigJam")),
        Signature([0x00, 0xFF, 0x4B, 0x41], .document("an Affinity document", of: "Affinity")),
        Signature([0xE0, 0xA5], at: 4, .document("an Aseprite file", of: "Aseprite")),
        Signature("CSFCHUNK", .document("a Clip Studio Paint file", of: "Clip Studio Paint")),
        Signature("PDN3", .document("a Paint.NET file", of: "Paint.NET")),
        Signature("Paint Shop Pro Image File", .document("a Paint Shop Pro file", of: "Paint Shop Pro")),
        Signature("BLENDER", .document("a Blender file", of: "Blender")),
        Signature("RIVE", ForeignFile(label: "a Rive animation", fix: ForeignFile.Fix.animation)),
        Signature("%!PS", ForeignFile(label: "an EPS or PostScript file", fix: ForeignFile.Fix.image)),
        Signature(
            [0xC5, 0xD0, 0xD3, 0xC6], ForeignFile(label: "an EPS file", fix: ForeignFile.Fix.image)),
        Signature("FWS", flash), Signature("CWS", flash), Signature("ZWS", flash),
    ]

    private static let flash = ForeignFile(label: "a Flash file (SWF)", fix: ForeignFile.Fix.animation)

    private static let images: [Signature] = [
        image([0x00, 0x00, 0x01, 0x00], "a Windows icon (ICO)"),
        image([0x00, 0x00, 0x02, 0x00, 0x00, 0x00], "a TGA image"),
        image([0x00, 0x00, 0x0A, 0x00, 0x00, 0x00], "a TGA image"),
        image([0x00, 0x00, 0x02, 0x00], "a Windows cursor (CUR)"),
        image(Array("icns".utf8), "a macOS icon (ICNS)"),
        image([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000 image"),
        image([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 image"),
        image(Array("qoif".utf8), "a QOI image"),
        image(Array("farbfeld".utf8), "a farbfeld image"),
        image(Array("DDS ".utf8), "a DDS texture"),
        image([0xAB, 0x4B, 0x54, 0x58, 0x20], "a KTX texture"),
        image([0x13, 0xAB, 0xA1, 0x5C], "an ASTC texture"),
        image([0x76, 0x2F, 0x31, 0x01], "an OpenEXR image"),
        image(Array("#?RADIANCE".utf8), "a Radiance HDR image"),
        image([0x49, 0x49, 0xBC], "a JPEG XR image"),
        image([0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "an MNG animation"),
        image(Array("P1\n".utf8), "a Netpbm image"), image(Array("P2\n".utf8), "a Netpbm image"),
        image(Array("P3\n".utf8), "a Netpbm image"), image(Array("P4\n".utf8), "a Netpbm image"),
        image(Array("P5\n".utf8), "a Netpbm image"), image(Array("P6\n".utf8), "a Netpbm image"),
        image(Array("P7\n".utf8), "a Netpbm image"),
    ]

    private static func image(_ bytes: [UInt8], _ label: String) -> Signature {
        Signature(bytes, ForeignFile(label: label, fix: ForeignFile.Fix.image))
    }

    private static let archives: [Signature] = [
        archive(Array("Rar!".utf8), "a RAR archive"),
        archive([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
        archive([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "an XZ archive"),
        archive([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive"),
        archive(Array("BZh".utf8), "a bzip2 archive"),
        archive(Array("xar!".utf8), "a macOS installer package"),
        Signature("ustar", at: 257, ForeignFile(label: "a TAR archive", fix: ForeignFile.Fix.unpack)),
    ]

    private static func archive(_ bytes: [UInt8], _ label: String) -> Signature {
        Signature(bytes, ForeignFile(label: label, fix: ForeignFile.Fix.unpack))
    }

    private static let links: [Signature] = [
        Signature(
            Array("book".utf8) + [0, 0, 0, 0] + Array("mark".utf8),
            ForeignFile(label: "a Finder alias", fix: "Replace it with a copy of the file that it refers to.")),
        Signature(
            [0x4C, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00],
            ForeignFile(label: "a Windows shortcut", fix: "Replace it with a copy of the file that it refers to.")),
        Signature(
            "XSym\n",
            ForeignFile(label: "a link that a file server stores as a file", fix: ForeignFile.Fix.original)),
        Signature("!<symlink>", ForeignFile(label: "a Cygwin link", fix: ForeignFile.Fix.original)),
        Signature([0x00, 0x05, 0x16, 0x07], macMetadata), Signature([0x00, 0x05, 0x16, 0x00], macMetadata),
    ]

    private static let macMetadata = ForeignFile(
        label: "a file of Mac metadata (AppleDouble)",
        fix: "Use the file with the same name, but without \"._\" at its start.")

    private static let others: [Signature] = [
        Signature("bplist00", ForeignFile(label: "a binary property list", fix: ForeignFile.Fix.ask)),
        Signature("SQLite format 3", ForeignFile(label: "an SQLite database", fix: ForeignFile.Fix.ask)),
        Signature(
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
            ForeignFile(label: "an old Microsoft Office document", fix: ForeignFile.Fix.ask)),
        Signature("wOFF", font), Signature("wOF2", font), Signature("OTTO", font),
        Signature([0x00, 0x01, 0x00, 0x00, 0x00], font), Signature("ttcf", font),
    ]

    private static let font = ForeignFile(label: "a font", fix: ForeignFile.Fix.ask)
}
