import ImageHeaders
import Testing

@Suite("Files that are not art")
struct ForeignFileTests {
    /// The first bytes of each kind of file, as a text whose characters (up to U+00FF) are the bytes.
    private static let kinds: [(head: String, label: String)] = [
        ("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ", "a video (QuickTime)"),
        ("\0\0\0\u{8}wide\0\0\0\0", "a video (QuickTime)"),
        ("\u{1A}E\u{DF}\u{A3}\u{9F}B\u{82}\u{84}webm", "a video (WebM)"),
        ("RIFF\u{1}\u{1}\u{1}\u{1}AVI LIST", "a video (AVI)"),
        ("PK\u{3}\u{4}\u{14}\0", "a ZIP archive"),
        ("PK\u{3}\u{4}QuickLook/Thumbnail.png Document.archive", "a Procreate file"),
        ("PK\u{3}\u{4}mimetypeapplication/x-krita", "a Krita file"),
        ("PK\u{3}\u{4}document.json meta.json pages/1.json", "a Sketch file"),
        ("PK\u{3}\u{4}manifest.json animations/1.json", "a Lottie animation (dotLottie)"),
        ("book\0\0\0\0mark\0\0\0\0", "a Finder alias"),
        ("L\0\0\0\u{1}\u{14}\u{2}\0\0", "a Windows shortcut"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0", "a Git LFS pointer"),
        ("\u{EF}\u{BB}\u{BF}\n<!-- x -->\n<HTML><body>", "a web page (HTML)"),
        ("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", "an XML text"),
        (#"{"v":"5","fr":30,"ip":0,"op":9,"layers":[]}"#, "a Lottie animation"),
        (#"{"error": "not found"}"#, "a JSON text"),
        ("data:image/png;base64,iVBORw0KGgo", "an image written as text"),
        ("gimp xcf v011", "a GIMP file"), ("fig-kiwi", "a Figma file"),
        ("\0\0\0\0\u{E0}\u{A5}", "an Aseprite file"), ("%!PS-Adobe-3.0 EPSF-3.0", "an EPS"),
        ("%!PS-Adobe-3.0\n%%Creator: Adobe Illustrator(R)", "an Illustrator file"),
        ("\0\0\u{1}\0\u{1}\0\u{10}\u{10}", "a Windows icon"), ("icns\0\0\0\u{8}", "a macOS icon"),
        ("7z\u{BC}\u{AF}'\u{1C}", "a 7z archive"),
        ("\n\u{89}PNG\r\n\u{1A}\n\0", "a PNG with 1 extra byte before its start"),
        ("\u{89}PNG\n\u{1A}\n\0", "a PNG that was damaged by copying it as text"),
        ("\u{EF}\u{BF}\u{BD}PNG", "an image that was damaged by a program that read it as text"),
        (String(repeating: "\0", count: 64), "a file of zeros"),
    ]

    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    @Test("the content of a file determines its type, with advice", arguments: kinds)
    func kind(head: String, label: String) throws {
        let kind = try #require(ForeignFile.identify(head: Self.bytes(head)))
        #expect(kind.label.hasPrefix(label))
        #expect(kind.fix.hasSuffix(".") || kind.fix.hasSuffix(")"))
    }

    @Test("no image that is read is mistaken for something else")
    func images() {
        let heads = [
            "\u{89}PNG\r\n\u{1A}\n\0\0\0\r", "<svg xmlns=\"x\">", "\n<svg xmlns=\"x\">", "GIF89a",
            "\u{FF}\u{D8}\u{FF}\u{E0}",
            "\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", "RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8X", "II*\0\u{8}\0\0\0",
        ].map(Self.bytes)
        for head in heads { #expect(ForeignFile.identify(head: head) == nil) }
    }

    @Test("the extension distinguishes programs whose documents are ZIP files")
    func byExtension() {
        let zip: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0]
        #expect(ForeignFile.identify(head: zip, fileExtension: "KRA")?.label == "a Krita file")
        #expect(ForeignFile.identify(head: zip, fileExtension: "zip")?.label == "a ZIP archive")
        #expect(
            ForeignFile.identify(head: zip, tail: Array("Document.archive".utf8), fileExtension: "zip")?.label
                == "a Procreate file")
    }

    @Test(
        "JSON of other programs is recognised by the names of its outermost members",
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
        "settings with mistakes in them are not mistaken for the JSON of another program",
        arguments: [
            "", "{", "{}", "[]", #"{"lable": "x"}"#, #"{"label": "fr ip op layers"}"#,
            #"{"frameRate": 12, "loops": 1}"#,
            #"{"labels": {"fr": "x", "ip": "y", "op": "z", "layers": ""}}"#, #"{"meta": {}, "label": "x"}"#,
        ])
    func settings(text: String) {
        #expect(ForeignJSON.identify(Array(text.utf8)) == nil)
    }

    @Test("any bytes at all, cut anywhere, are examined without a crash")
    func anyBytes() {
        let texts = [#"{"a\"#, #"{"frames": "\"#, "<!-- ", "<?xml", "<", "RIFF", "ftyp", "{\"", "{\"a\":[}"]
        for head in (Self.kinds.map(\.head) + texts).map(Self.bytes) {
            for length in 0...head.count { _ = ForeignFile.identify(head: Array(head.prefix(length))) }
        }
    }
}
