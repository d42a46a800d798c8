import ImageHeaders
import Testing

@Suite("Files that are not art")
struct ForeignFileTests {
    private static let kinds: [(head: [UInt8], label: String)] = [
        ([0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8), "a film (QuickTime)"),
        ([0, 0, 0, 8] + Array("wide".utf8) + [0, 0, 0, 0], "a film (QuickTime)"),
        ([0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8), "a film (WebM)"),
        (Array("RIFF\u{1}\u{1}\u{1}\u{1}AVI LIST".utf8), "a film (AVI)"),
        ([0x50, 0x4B, 3, 4, 20, 0], "a ZIP archive"),
        ([0x50, 0x4B, 3, 4, 20, 0] + Array("QuickLook/Thumbnail.png Document.archive".utf8), "a Procreate file"),
        ([0x50, 0x4B, 3, 4] + Array("mimetypeapplication/x-krita".utf8), "a Krita file"),
        ([0x50, 0x4B, 3, 4] + Array("document.json meta.json pages/1.json".utf8), "a Sketch file"),
        ([0x50, 0x4B, 3, 4] + Array("manifest.json animations/1.json".utf8), "a Lottie animation (dotLottie)"),
        (Array("book".utf8) + [0, 0, 0, 0] + Array("mark".utf8) + [0, 0, 0, 0], "a Finder alias"),
        ([0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0], "a Windows shortcut"),
        (Array("version https://git-lfs.github.com/spec/v1\noid sha256:0".utf8), "a Git LFS pointer"),
        (Array("\u{FEFF}\n<!-- x -->\n<HTML><body>".utf8), "a web page (HTML)"),
        (Array("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>".utf8), "an XML text"),
        (Array("{\"v\":\"5\",\"fr\":30,\"ip\":0,\"op\":9,\"layers\":[]}".utf8), "a Lottie animation"),
        (Array("{\"error\": \"not found\"}".utf8), "a JSON text"),
        (Array("data:image/png;base64,iVBORw0KGgo".utf8), "an image written as text"),
        (Array("gimp xcf v011".utf8), "a GIMP file"), (Array("fig-kiwi".utf8), "a Figma file"),
        ([0, 0, 0, 0, 0xE0, 0xA5], "an Aseprite file"), (Array("%!PS-Adobe-3.0 EPSF-3.0".utf8), "an EPS"),
        (Array("%!PS-Adobe-3.0\n%%Creator: Adobe Illustrator(R)".utf8), "an Illustrator file"),
        ([0, 0, 1, 0, 1, 0, 16, 16], "a Windows icon"), (Array("icns".utf8) + [0, 0, 0, 8], "a macOS icon"),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
        ([10] + FileSignatures.png + [0], "a PNG with 1 extra byte before its start"),
        ([0x89, 0x50, 0x4E, 0x47, 10, 26, 10, 0], "a PNG that was damaged by copying it as text"),
        ([0xEF, 0xBF, 0xBD, 0x50, 0x4E, 0x47], "an image that was damaged by a program that read it as text"),
        ([UInt8](repeating: 0, count: 64), "a file of zeros"),
    ]

    @Test("the content of a file tells what it is, with advice", arguments: kinds)
    func kind(head: [UInt8], label: String) throws {
        let kind = try #require(ForeignFile.identify(head: head))
        #expect(kind.label.hasPrefix(label))
        #expect(kind.fix.hasSuffix(".") || kind.fix.hasSuffix(")"))
    }

    @Test("no image that is read is taken for something else")
    func images() {
        let heads: [[UInt8]] = [
            FileSignatures.png + [0, 0, 0, 13], FileSignatures.svg, Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF, 0xE0],
            [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8),
            Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8X".utf8), Array("\n<svg xmlns=\"x\">".utf8),
            [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0],
        ]
        for head in heads { #expect(ForeignFile.identify(head: head) == nil) }
    }

    @Test("the file extension tells programs apart that pack their documents as ZIP")
    func byExtension() {
        let zip: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0]
        #expect(ForeignFile.identify(head: zip, fileExtension: "KRA")?.label == "a Krita file")
        #expect(ForeignFile.identify(head: zip, fileExtension: "zip")?.label == "a ZIP archive")
        #expect(
            ForeignFile.identify(head: zip, tail: Array("Document.archive".utf8), fileExtension: "zip")?.label
                == "a Procreate file")
    }

    @Test(
        "JSON of other programs is known by the names of its outermost members",
        arguments: [
            (#"{"frames": {"a.png": {}}, "meta": {"app": "x"}}"#, "the list of a sprite sheet"),
            (#"{"frames": [{"filename": "a\"]}"}], "meta": {}}"#, "the list of a sprite sheet"),
            (#"{"op": 9, "ip": 0, "fr": 30, "assets": [{"p": "data"#, "a Lottie animation"),
            (#"{"skeleton": {}, "bones": []}"#, "a Spine animation"),
            (#"{"title": "IMG.png", "photoTakenTime": {"timestamp": "1"}}"#, "data of Google Photos"),
        ])
    func json(text: String, label: String) {
        #expect(ForeignJSON.identify(Array(text.utf8))?.label.hasPrefix(label) == true)
    }

    @Test(
        "settings with mistakes in them are not taken for the JSON of another program",
        arguments: [
            "", "{", "{}", "[]", #"{"lable": "x"}"#, #"{"label": "fr ip op layers"}"#,
            #"{"frameRate": 12, "loops": 1}"#,
            #"{"labels": {"fr": "x", "ip": "y", "op": "z", "layers": ""}}"#, #"{"meta": {}, "label": "x"}"#,
        ])
    func settings(text: String) {
        #expect(ForeignJSON.identify(Array(text.utf8)) == nil)
    }

    @Test("any bytes at all, cut anywhere, are looked at without a crash")
    func anyBytes() {
        let texts = [#"{"a\"#, #"{"frames": "\"#, "<!-- ", "<?xml", "<", "RIFF", "ftyp", "{\"", "{\"a\":[}"]
        for head in Self.kinds.map(\.head) + texts.map({ Array($0.utf8) }) {
            for length in 0...head.count { _ = ForeignFile.identify(head: Array(head.prefix(length))) }
        }
    }
}
