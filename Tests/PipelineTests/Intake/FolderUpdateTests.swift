import FileAccess
import Glibc
import Intake
import StickerManifest
import Testing

@Suite("The update of a folder's art after some of its files changed")
struct FolderUpdateTests {
    private let drop: DropFixture

    init() throws {
        drop = try DropFixture()
        for name in ["cat.png", "dog 1.png", "eel.png"] { try drop.add("cats/\(name)", FileSignatures.png) }
        try drop.add("cats/dog 1.json", text: "{}")
        try drop.add("cats/pack.json", text: #"{"order": ["eel", "fox"]}"#)
    }

    private func contents() throws -> PackContents {
        let root = try DropRoot(drop.path)
        let top = try FolderContents(of: root, calls: .system)
        let folder = try #require(top.folders.first)
        let inside = try FolderContents(of: folder, in: root)
        let sequences = try inside.folders.map { try FrameFolder(of: $0, in: root) }
        return PackContents(folderName: "cats", files: inside.files, sequences: sequences)
    }

    /// The sources of an assembled pack, sorted by path as in a listing.
    private func art(_ contents: PackContents, _ published: PublishedSources) -> [ScannedSource] {
        PackAssembly(contents, id: "cats", published: published).art.sorted { $0.path < $1.path }
    }

    /// A time that is so late that the settings files can no longer change without a new timestamp.
    private static let later = Int.max

    /// The sources after a change, determined by an update of the folder. Nil if the whole folder must be assembled
    /// again.
    private func updated(
        published: PublishedSources = .none, now: Int = later, by change: (DropFixture) throws -> Void
    ) throws -> [ScannedSource]? {
        let before = try contents()
        let pack = PackAssembly(before, id: "cats", published: published).pack
        try change(drop)
        let after = try contents()
        let update = FolderUpdate(
            from: before, to: after, pack: pack, published: published.identities(in: "cats"), now: now)
        let art = update.flatMap { $0.applied(to: self.art(before, published)) }
        if let art { #expect(art == self.art(after, published)) }
        return art
    }

    private static let alone: [(String, @Sendable (DropFixture) throws -> Void)] = [
        ("a file was added", { try $0.add("cats/ant.png") }),
        ("two files were added", { for name in ["bee.png", "gnu.svg"] { try $0.add("cats/\(name)") } }),
        ("a file was written again", { try $0.add("cats/cat.png", FileSignatures.png + [1]) }),
        ("a file was removed", { unlink($0.path + "/cats/cat.png") }),
        ("frames were added", { try $0.add("cats/Wave.frames/1.png") }),
        ("nothing was changed", { _ in }),
    ]

    @Test("art that stands alone is updated to what an assembly gives", arguments: alone.indices)
    func standsAlone(index: Int) throws {
        #expect(try updated(by: Self.alone[index].1) != nil, "\(Self.alone[index].0)")
    }

    private static let affecting: [(String, @Sendable (DropFixture) throws -> Void)] = [
        ("a version of another file", { try $0.add("cats/cat.svg") }),
        ("a file that makes an id of another", { try $0.add("cats/cat!.png") }),
        ("two files with one id", { for name in ["ant!.png", "ant.png"] { try $0.add("cats/\(name)") } }),
        ("a file with a sidecar", { unlink($0.path + "/cats/dog 1.png") }),
        ("a file that the order names", { try $0.add("cats/fox.png") }),
        ("a sidecar", { try $0.add("cats/cat.json", text: "{}") }),
        ("an icon", { try $0.add("cats/icon.png") }),
        ("a file of another kind", { try $0.add("cats/notes.txt", text: "words") }),
        ("the settings", { try $0.add("cats/pack.json", text: "{}") }),
    ]

    @Test("a change that affects other art or settings is left to an assembly", arguments: affecting.indices)
    func affectsOthers(index: Int) throws {
        #expect(try updated(by: Self.affecting[index].1) == nil, "\(Self.affecting[index].0)")
    }

    @Test("settings that were just written are not taken for unchanged")
    func unsettled() throws {
        let written = try OpenFile(drop.path + "/cats/pack.json").stamp().modified
        func isUpdated(after seconds: Int) throws -> Bool {
            try updated(now: written + seconds * 1_000_000_000) { try $0.add("cats/ant.png", [UInt8(seconds)]) } != nil
        }
        #expect(try !isUpdated(after: 1))
        #expect(try isUpdated(after: 60))
    }

    @Test("a file that returns keeps its published id, which its name alone may not make")
    func published() throws {
        func published(_ id: String) -> PublishedSources {
            var art = CatalogSamples.art("cats/ant.png")
            art.id = id
            return PublishedSources(CatalogSamples.catalog([CatalogSamples.entry(art, CatalogSamples.result("a"))]))
        }
        let identity: PublishedSources.Identity? = published("ant-2").identity(of: "cats/ant.png", in: "cats")
        #expect(identity?.id == "ant-2" && identity?.isPublished == true)
        #expect(try updated(published: published("ant-2")) { try $0.add("cats/ant.png") } == nil)
        unlink(drop.path + "/cats/ant.png")
        #expect(
            try updated(published: published("ant")) { try $0.add("cats/ant.png") }?.map(\.id).contains("ant") == true)
    }

    @Test("records are found and replaced by path, and the list stays in the order of the paths")
    func order() {
        struct Record: FileOfDropFolder, Equatable {
            var path: String
            var number = 0
        }
        var records = ["a", "c", "e"].map { Record(path: $0) }
        #expect(records.place(of: "c") == 1 && records.place(of: "d") == nil && records.place(of: "z") == nil)
        #expect(records.firstPlace(notBefore: "d") == 2 && records.firstPlace(notBefore: "z") == 3)
        // The record `a` is replaced, `c` is removed, and `d` is added. `x` does not exist, and `y` is not among the
        // given paths.
        records.replace(
            ["a", "c", "d", "x"], by: [Record(path: "d", number: 4), Record(path: "a", number: 1), Record(path: "y")])
        #expect(records == [Record(path: "a", number: 1), Record(path: "d", number: 4), Record(path: "e")])
    }
}
