import FileAccess
import Glibc
import ImageHeaders
import Intake
import JobModel
import StickerConfiguration
import StickerManifest
import Testing

@Suite("The assembly of a pack from the contents of its folder")
struct PackAssemblyTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func root() throws -> DropRoot { try DropRoot(drop.path) }

    private func folder(_ name: String = "cats") throws -> ScannedFile {
        let top = try FolderContents(of: try root(), calls: .system)
        return try #require(top.folders.first { $0.name == name })
    }

    private func files(in name: String = "cats") throws -> [ScannedFile] {
        try FolderContents(of: try folder(name), in: try root()).files
    }

    /// The contents of the folder `cats`, without its folders of frames.
    private func contents() throws -> PackContents {
        PackContents(folderName: "cats", files: try files(), sequences: [])
    }

    private func assembly(published: PublishedSources = .none) throws -> PackAssembly {
        PackAssembly(try contents(), id: "cats", published: published)
    }

    @Test("a folder is a pack if it has art, an icon or a pack.json, and sidecars alone do not make one")
    func isPack() throws {
        try drop.add("cats/notes.txt", text: "words")
        try drop.add("cats/cat.json", text: "{}")
        #expect(try !contents().isPack)
        let path = try drop.add("cats/Icon@2x.png")
        #expect(try contents().isPack && contents().icons.map(\.file.name) == ["Icon@2x.png"])
        try #require(unlink(path) == 0)
        try drop.add("cats/PACK.JSON", text: "{}")
        #expect(try contents().isPack && contents().art.isEmpty)
    }

    @Test("among messages, icons and a pack.json have no special role")
    func messages() throws {
        try drop.add("messages/icon.png")
        try drop.add("messages/pack.json", text: "{}")
        let contents = PackContents(messagesIn: "cats/messages", files: try files(in: "messages"))
        #expect(contents.art.map(\.file.name) == ["icon.png"] && contents.icons.isEmpty)
        let assembly = PackAssembly(contents, id: MessagePack.id(of: "cats"), published: .none)
        #expect(assembly.pack.icon == nil)
        #expect(assembly.art.map(\.messageTexts) == [MessageTexts()])
    }

    @Test(
        "the folder messages is recognised in any case, and no other one",
        arguments: [("messages", true), ("Messages", true), ("messages 2", false), ("my messages", false), ("", false)])
    func messagesFolder(name: String, isMeant: Bool) {
        #expect(MessagesFolder.isMeant(by: name) == isMeant)
    }

    @Test("versions of a sticker are one group with the best first, and names that differ in case are two")
    func versions() throws {
        for name in ["Dog.png", "cat.svg", "cat@2x.png", "cat.png", "CAT.png", "ant.png"] {
            try drop.add("cats/\(name)")
        }
        let groups = VersionChoice.groups(of: try contents().art).map { $0.map(\.file.name) }
        #expect(groups == [["Dog.png"], ["ant.png"], ["cat.svg", "cat@2x.png", "CAT.png", "cat.png"]])
        let twins = try contents().art.filter { $0.format == .png && $0.name.scale == nil }
        #expect(VersionChoice.groups(of: twins).map { $0.map(\.file.name) }.contains(["cat.png"]))
    }

    @Test("of two files, frames are preferred, then the format, the scale and the name")
    func preference() throws {
        for name in ["Wave.frames/1.png", "wave.gif", "wave.svg", "wave.png", "wave@3x.png", "Wave.png"] {
            try drop.add("cats/\(name)")
        }
        let frames = try FrameFolder(
            of: try #require(try FolderContents(of: try folder(), in: try root()).folders.first), in: try root())
        let candidates: [SourceCandidate] = try contents().art + [try #require(frames.candidate)]
        let names = candidates.sorted { $0.isPreferred(to: $1) }.map(\.file.name)
        #expect(names.first == "Wave.frames")
        #expect(names.filter { $0.hasSuffix("png") } == ["wave@3x.png", "Wave.png", "wave.png"])
        #expect(names.firstIndex(of: "wave.svg") ?? 9 < names.firstIndex(of: "wave@3x.png") ?? 0)
    }

    @Test("a folder of frames without a picture is not a candidate, and a list of its frames is not a foreign file")
    func frames() throws {
        try drop.add("cats/Wave.frames/\(FrameFolder.listName)", text: "{}")
        let place = try #require(try FolderContents(of: try folder(), in: try root()).folders.first)
        let empty = try FrameFolder(of: place, in: try root())
        #expect(empty.candidate == nil && empty.ignored.map(\.reason) == [.noFrames])
        try drop.add("cats/Wave.frames/10.gif")
        try drop.add("cats/Wave.frames/9.gif")
        let wave = try FrameFolder(of: place, in: try root())
        #expect(wave.frames.map(\.name) == ["9.gif", "10.gif"] && wave.ignored.isEmpty)
        #expect(wave.candidate?.format == .gif && wave.candidate?.name.stem == "Wave")
    }

    @Test("a sidecar belongs to the best version by its full name, then to the title, then to other versions")
    func sidecars() throws {
        for name in ["cat.png", "cat.svg", "cat.json", "cat.png.json", "cat.svg.json", "dog.json"] {
            try drop.add("cats/\(name)", text: "{}")
        }
        var index = SidecarIndex(try files().filter { $0.name.hasSuffix("json") })
        let versions = try #require(VersionChoice.groups(of: try contents().art).first)
        #expect(index.take(for: versions).map(\.name) == ["cat.svg.json", "cat.json", "cat.png.json"])
        #expect(index.unclaimed.map(\.name) == ["dog.json"])
        let cat = try #require(try files().first { $0.name == "cat.json" })
        index.release(cat)
        #expect(index.claimedFiles.map(\.name) == ["cat.png.json", "cat.svg.json"])
        #expect(SidecarIndex.isSidecar(cat, ofOneOf: ["cat"]) && !SidecarIndex.isSidecar(cat, ofOneOf: ["cat.png"]))
    }

    @Test("a settings file is read, refused with a sentence, or gone")
    func settingsFile() throws {
        struct Failure: Error, CustomStringConvertible { let description = "no\nsettings." }
        let path = try drop.add("cats/cat.json", text: "{}")
        let file = try #require(try files().first)
        func read(_ parse: ([UInt8], String) throws -> Int) -> SettingsFile.Reading<Int> {
            SettingsFile.read(file, parse: parse)
        }
        guard case .settings(2) = read({ bytes, _ in bytes.count }) else {
            Issue.record("the settings file is not read"); return
        }
        guard case .failed("no.\nsettings.") = read({ _, _ in throw Failure() }) else {
            Issue.record("the error is not reported as one sentence"); return
        }
        try #require(truncate(path, off_t(SettingsFile.byteLimit)) == 0)
        guard case .settings(SettingsFile.byteLimit) = read({ bytes, _ in bytes.count }) else {
            Issue.record("a file of the maximum size is rejected")
            return
        }
        try #require(truncate(path, off_t(SettingsFile.byteLimit + 1)) == 0)
        guard case .failed = read({ bytes, _ in bytes.count }) else {
            Issue.record("a file above the maximum size is accepted"); return
        }
        try #require(unlink(path) == 0)
        guard case .vanished = read({ bytes, _ in bytes.count }) else {
            Issue.record("the removed file is not reported as vanished"); return
        }
    }

    @Test("the settings of a pack and of its art are listed with what they apply to")
    func settings() throws {
        try drop.add("cats/pack.json", text: #"{"title": "Cats"}"#)
        try drop.add("cats/cat.json", text: #"{"label": "meow"}"#)
        for name in ["cat.png", "cat.svg"] { try drop.add("cats/\(name)") }
        let assembly = try assembly()
        let settings: [DroppedSettings] = assembly.settings
        #expect(settings.map(\.path) == ["cats/pack.json", "cats/cat.json"])
        #expect(settings.map(\.art) == [nil, ["cats/cat.svg", "cats/cat.png"]])
        #expect(settings.allSatisfy { $0.pack == "cats" })
        let choices: [ScannedSource.Choice] = assembly.art.map(\.choice)
        #expect(choices == [.chosen, .superseded(by: "cats/cat.svg")])
        #expect(assembly.art.map(\.sidecar?.label) == ["meow", "meow"])
    }

    @Test("the best icon file is the icon, except in a pack of game pieces")
    func icon() throws {
        for name in ["icon.png", "icon@2x.png", "cat.png"] { try drop.add("cats/\(name)") }
        let icon: ScannedFile? = try assembly().pack.icon
        #expect(icon?.path == "cats/icon@2x.png")
        try drop.add("cats/pack.json", text: #"{"kind": "pieces"}"#)
        let pieces = try assembly()
        #expect(pieces.pack.icon == nil && pieces.pack.settings.pieceBox != nil)
        #expect(pieces.ignored.filter { $0.path.contains("icon") }.map(\.reason) == [.settings, .settings])
    }

    @Test("names in the order that no sticker has are named, five of them, and the others are counted")
    func order() throws {
        try drop.add("cats/cat.png")
        let names = (1...7).map { "\"dog \($0)\"" }.joined(separator: ", ")
        try drop.add("cats/pack.json", text: "{\"order\": [\"Cat\", \(names)]}")
        let assembly = try assembly()
        let detail = try #require(assembly.ignored.first { $0.path == "cats/pack.json" }?.detail)
        #expect(detail.contains("\"dog 5\" and 2 more, ") && !detail.contains("\"Cat\""))
        #expect(assembly.art.map(\.isNamed) == [true])
    }
}
