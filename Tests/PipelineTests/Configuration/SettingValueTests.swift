import Foundation
import JobModel
import StickerConfiguration
import Testing

@Suite("Paths in settings")
struct FolderPathTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
    }

    @Test(
        "a path becomes absolute, without dots and doubled slashes",
        arguments: [
            ("art", "/base/art"), ("./art/", "/base/art"), ("../art", "/art"), ("a/../../../art", "/art"),
            ("/a//b/./c/..", "/a/b"), ("", "/base"), ("~x", "/base/~x"), ("/", "/"), ("..", "/"),
        ])
    func absolute(path: String, expected: String) {
        #expect(FolderPath.absolute(path, in: "/base") == expected)
    }

    @Test("a tilde at the start is the home folder, and only there")
    func home() {
        #expect(FolderPath.absolute("~", in: "/base") == FolderPath.absolute(NSHomeDirectory(), in: "/"))
        #expect(FolderPath.absolute("~/art", in: "/base") == FolderPath.absolute(NSHomeDirectory() + "/art", in: "/"))
        #expect(FolderPath.absolute("a/~/b", in: "/base") == "/base/a/~/b")
    }

    @Test("a folder holds itself and every path below it, also a missing one, but no folder with a longer name")
    func holds() {
        #expect(FolderPath.folder(folder.path, holds: folder.path))
        #expect(FolderPath.folder(folder.path, holds: folder.path + "/none/deeper"))
        #expect(!FolderPath.folder(folder.path, holds: folder.path + "-other"))
        #expect(!FolderPath.folder(folder.path + "/none", holds: folder.path))
    }

    @Test("a symbolic link is followed on both sides, also above a name that does not exist")
    func links() throws {
        try folder.write("", to: "real/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path + "/real")
        #expect(FolderPath.folder(folder.path + "/real", holds: folder.path + "/link/new"))
        #expect(FolderPath.folder(folder.path + "/link", holds: folder.path + "/real/file"))
    }
}

@Suite("Sheets as pictures")
struct SheetPicturesTests {
    @Test(
        "auto draws the sheets of packs up to a size, the other settings ignore the size",
        arguments: [
            (SheetPictures.auto, SheetPictures.largestPack, true), (.auto, SheetPictures.largestPack + 1, false),
            (.auto, 0, true), (.always, 100_000, true), (.never, 1, false),
        ])
    func drawn(setting: SheetPictures, stickers: Int, isDrawn: Bool) {
        #expect(setting.isDrawn(stickers: stickers) == isDrawn)
    }

    @Test("both keys of the section are read, and an absent one keeps its default")
    func read() throws {
        let folder = try SettingsFolder()
        let cache: SheetSettings = try folder.configuration(#"{"sheets": {"cacheBytes": 10000000}}"#).sheets
        #expect(cache.cacheBytes == 10_000_000 && cache.pictures == .auto)
        let never: SheetSettings = try folder.configuration(#"{"sheets": {"pictures": "never"}}"#).sheets
        #expect(never.cacheBytes == 1_000_000_000 && never.pictures == .never)
    }
}

@Suite("Kinds of packs")
struct PackKindTests {
    @Test("each kind is read by its name, and only game pieces have a square", arguments: PackKind.allCases)
    func box(kind: PackKind) throws {
        let settings = try PackSettings(json: Array(#"{"kind": "\#(kind.rawValue)"}"#.utf8), file: "pack.json")
        #expect(settings.kind == kind)
        #expect(settings.pieceBox == (kind == .pieces ? PieceRecipe.defaultBox : nil))
    }
}

@Suite("A JSON schema as text")
struct SchemaNodeTests {
    @Test("members keep their order, nested values are indented, and empty ones stay on one line")
    func rendered() {
        let node: SchemaNode = [
            "type": "object", "b": [:], "a": ["x", []], "minimum": .number("0.5"), "unique": .boolean(true),
        ]
        #expect(
            node.rendered() == """
                {
                  "type": "object",
                  "b": {},
                  "a": [
                    "x",
                    []
                  ],
                  "minimum": 0.5,
                  "unique": true
                }
                """)
    }

    @Test("quotes, backslashes and control characters are escaped, so that the text can be read again")
    func escaped() throws {
        let node: SchemaNode = ["pattern": "^[^\\u0000]\"\n\u{1}$"]
        let read = try JSONSerialization.jsonObject(with: Data(node.rendered().utf8)) as? [String: String]
        #expect(read?["pattern"] == "^[^\\u0000]\"\n\u{1}$")
    }
}
