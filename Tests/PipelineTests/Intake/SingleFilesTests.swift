import Intake
import JobModel
import Testing

@Suite("Single files with the settings of their folder")
struct SingleFilesTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func look(_ path: String) -> (art: ScannedSource, pack: DroppedPack)? {
        var lookup = PackLookup(drop: drop.path)
        return lookup.source(at: drop.path + "/" + path)
    }

    @Test(
        "a file is found in the pack of its folder, a message in the pack's messages, and a file of the drop folder at the root",
        arguments: [
            ("cats/cat.png", "cats"), ("cats/messages/hi.png", "cats/messages"), ("messages/hi.png", "messages"),
            ("cat.png", "default"), ("cats/Wave.frames", "cats"),
        ])
    func pack(path: String, pack: String) throws {
        for name in ["cats/cat.png", "cats/messages/hi.png", "messages/hi.png", "cat.png", "cats/Wave.frames/1.png"] {
            try drop.add(name, FileSignatures.png)
        }
        let found = try #require(look(path))
        #expect(found.art.path == path && found.art.pack == pack && found.pack.id == pack)
        #expect((found.art.messageTexts != nil) == (pack == "cats/messages"))
    }

    @Test("it has the settings of its sidecar and of its pack.json, with what cannot be read in them")
    func settings() throws {
        try drop.add("cats/cat.png", FileSignatures.png)
        try drop.add("cats/cat.json", text: #"{"label": "meow"}"#)
        try drop.add("cats/pack.json", text: #"{"kind": "pieces"}"#)
        let found = try #require(look("cats/cat.png"))
        #expect(found.art.sidecar?.label == "meow" && found.pack.settings.pieceBox == PieceRecipe.defaultBox)
        try drop.add("cats/pack.json", text: #"{"kind": "#)
        #expect(look("cats/cat.png")?.pack.findings.map(\.rule) == [Rule.badPackFile.id])
    }

    @Test("a file that a build would not use, and one in a folder that does not exist, are not found")
    func unused() throws {
        try drop.add("cats/notes.txt", text: "words")
        try drop.add("cats/old/cat.png", FileSignatures.png)
        for path in ["cats/notes.txt", "cats/old/dog.png", "cats/gone.png", "gone/cat.png"] {
            #expect(look(path) == nil, "\(path)")
        }
    }

    @Test("outside of the drop folder, the folder of a file is its pack")
    func outside() throws {
        try drop.add("../outside/cat.png", FileSignatures.png)
        try drop.add("../outside/cat.json", text: #"{"label": "meow"}"#)
        #expect(look("../outside/cat.png")?.art.sidecar?.label == "meow")
    }
}
