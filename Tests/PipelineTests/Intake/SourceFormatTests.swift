import ImageHeaders
import Testing

@Suite("Formats by content")
struct SourceFormatTests {
    private func box(_ major: String, _ compatible: [String]) -> [UInt8] {
        let size = UInt8(16 + compatible.count * 4)
        return [0, 0, 0, size] + Array("ftyp\(major)".utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) }
    }

    private static let heads: [(head: [UInt8], format: SourceFormat)] = [
        (FileSignatures.png, .png),
        ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
        (Array("GIF89a".utf8), .gif),
        (Array("GIF87a".utf8), .gif),
        (Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8X".utf8), .webp),
        ([0x49, 0x49, 0x2A, 0, 8], .tiff),
        ([0x4D, 0x4D, 0, 0x2A, 0], .tiff),
        ([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0], .tiff),
        ([0x4D, 0x4D, 0, 0x2B, 0, 8, 0, 0], .tiff),
        ([0x38, 0x42, 0x50, 0x53, 0, 1], .psd),
        ([0x38, 0x42, 0x50, 0x53, 0, 2], .psd),
        (Array("%PDF-1.7".utf8), .pdf),
        ([0xFF, 0x0A, 0], .jxl),
        ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jxl),
        (FileSignatures.gzip, .svgz),
        ([0x42, 0x4D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0], .bmp),
    ]

    @Test("the first bytes determine the format", arguments: heads)
    func signatures(head: [UInt8], format: SourceFormat) {
        #expect(SourceFormat.identify(head) == format)
    }

    @Test(
        "the brands of a media file distinguish HEIC, AVIF and videos",
        arguments: [
            ("heic", ["mif1", "heic"], SourceFormat.heic), ("avif", ["mif1", "miaf"], .avif),
            ("mif1", ["mif1", "avif"], .avif), ("mif1", ["heic"], .heic), ("msf1", ["hevc", "msf1"], .heic),
            ("avis", ["msf1"], .avif), ("mif1", [], .heic), ("isom", ["mp42"], nil), ("qt  ", [], nil),
        ])
    func brands(major: String, compatible: [String], format: SourceFormat?) {
        #expect(SourceFormat.identify(box(major, compatible)) == format)
    }

    @Test(
        "an SVG is found after all that XML allows before it",
        arguments: [
            "<svg>", "<svg/>", "\u{FEFF}<svg xmlns=\"x\">", "\n\t <svg >", "<svg:svg xmlns:svg=\"x\">",
            "<?xml version=\"1.0\"?>\r\n<!-- <html> -->\n<svg\n>",
            "<!DOCTYPE svg PUBLIC \"x\" \"y\" [ <!ENTITY ns \"z\"> ]>\n<svg>",
            "<?xml-stylesheet href=\"a\"?><!----><svg>",
        ])
    func svg(text: String) {
        #expect(SourceFormat.identify(Array(text.utf8)) == .svg)
    }

    @Test(
        "other XML, other text and empty files are not SVG",
        arguments: [
            "<html><svg>", "<svgx>", "<!DOCTYPE html><svg>", "svg", "<", "<svg", "<!-- <svg>", "", " ", "<a:b:svg>",
        ])
    func noSVG(text: String) {
        #expect(SourceFormat.identify(Array(text.utf8)) == nil)
    }

    @Test("an SVG in UTF-16 is found, in either order of bytes")
    func utf16() {
        let units = Array("\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?><!-- ü --><svg>".utf16)
        #expect(SourceFormat.identify(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == .svg)
        #expect(SourceFormat.identify(units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == .svg)
    }

    @Test("a text that begins with BM is not a bitmap")
    func textIsNoBitmap() {
        #expect(SourceFormat.identify(Array("BMW is a car, and this is a text".utf8)) == nil)
    }

    @Test("any bytes at all, cut anywhere, are examined without a crash")
    func anyBytes() {
        let heads = [
            box("mif1", ["heic"]), box("heic", []), FileSignatures.svg, FileSignatures.png, Array("RIFFxxxxWEBP".utf8),
            [0, 0, 0, 255] + Array("ftypxxxx".utf8) + [1, 2, 3, 4, 5, 6, 7], [0xFF, 0xFE, 0x3C], [0x3C, 0x00, 0x73],
            [255, 255, 255, 255] + Array("ftypxxxxyyyyavi".utf8), Array("<!DOCTYPE".utf8), Array("<?".utf8),
        ]
        for head in heads {
            for length in 0...head.count { _ = SourceFormat.identify(head.prefix(length)) }
        }
        #expect(SourceFormat.identify([UInt8]()) == nil)
    }

    @Test(
        "extensions are recognised in any case", arguments: ["png", "PNG", "Jpg", "jpeg", "tif", "PSB", "heif", "apng"])
    func endings(ending: String) {
        #expect(SourceFormat.isKnownExtension(ending))
    }

    @Test("no ending belongs to two formats, and each format has one")
    func endingsAreUnique() {
        let all = SourceFormat.allCases.flatMap(\.fileExtensions)
        #expect(Set(all).count == all.count)
        #expect(SourceFormat.allCases.allSatisfy { !$0.fileExtensions.isEmpty })
        #expect(!SourceFormat.isKnownExtension(""))
    }
}
