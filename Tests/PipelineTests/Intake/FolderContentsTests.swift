import FileAccess
import Glibc
import ImageHeaders
import Intake
import Testing

@Suite("The entries of a folder")
struct FolderContentsTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func root() throws -> DropRoot { try DropRoot(drop.path) }

    private func contents() throws -> FolderContents { try FolderContents(of: try root(), calls: .system) }

    /// A folder directly in the drop folder.
    private func folder(_ name: String) throws -> ScannedFile {
        try #require(try contents().folders.first { $0.name == name })
    }

    @Test("a listing tells files, folders, links and special files apart, and has neither itself nor its parent")
    func kinds() throws {
        try drop.add("cat.png")
        try drop.addFolder("cats")
        try drop.link("link", to: "cat.png")
        try #require(mkfifo(drop.path + "/pipe", 0o644) == 0)
        let entries: [FolderEntry] = try FolderReader.entries(of: drop.path, followingLink: false)
        let kinds = Dictionary(
            uniqueKeysWithValues: entries.map { (String(decoding: $0.name, as: UTF8.self), $0.kind) })
        let expected: [String: FolderEntry.Kind] = ["cat.png": .file, "cats": .folder, "link": .link, "pipe": .special]
        #expect(kinds == expected)
    }

    @Test("a link to a folder is listed only if links may be followed")
    func linkedFolder() throws {
        try drop.add("cats/cat.png")
        try drop.link("link", to: "cats")
        #expect(try FolderReader.entries(of: drop.path + "/link", followingLink: true).count == 1)
        #expect(throws: SystemCallError.self) {
            try FolderReader.entries(of: drop.path + "/link", followingLink: false)
        }
    }

    @Test(
        "a link leads to its last target inside of the drop folder, and nowhere else",
        arguments: [
            ("cats/cat.png", FolderEntry.Kind.file), ("cats", .folder), ("first", .file),
            ("../drop/cats/cat.png", .file),
            ("../outside/dog.png", nil), ("..", nil), (".", nil), ("missing.png", nil), ("link", nil),
        ] as [(String, FolderEntry.Kind?)])
    func target(to: String, kind: FolderEntry.Kind?) throws {
        try drop.add("cats/cat.png")
        try drop.link("first", to: "cats/cat.png")
        try drop.add("../outside/dog.png")
        try drop.link("link", to: to)
        let target: DropRoot.Target? = try root().target(ofLinkAt: drop.path + "/link")
        #expect(target?.kind == kind)
        #expect(target.map { $0.absolutePath.hasPrefix(drop.path + "/cats") } ?? true)
    }

    @Test("a folder next to the drop folder whose name only starts with its name is outside")
    func similarName() throws {
        try drop.add("../drop2/dog.png")
        try drop.link("link", to: "../drop2/dog.png")
        #expect(try root().target(ofLinkAt: drop.path + "/link") == nil)
    }

    @Test("the drop folder's own path ends without a slash, and a place in it is in one of its direct entries")
    func places() throws {
        let root = try DropRoot(drop.path + "//")
        #expect(root.path == drop.path)
        #expect(root.topFolder(of: drop.path + "/cats/Wave.frames/1.png") == drop.path + "/cats")
        #expect(root.topFolder(of: drop.path + "/cat.png") == drop.path + "/cat.png")
        #expect(throws: IntakeError.dropFolderIsAFile(drop.path + "/cat.png")) {
            try drop.add("cat.png")
            return try DropRoot(drop.path + "/cat.png")
        }
    }

    @Test("entries are sorted by name into files, folders and ignored ones, and a link has its own name")
    func sorted() throws {
        for name in ["b.png", "a.png", "a.png.part", ".hidden"] { try drop.add(name) }
        try drop.add("cats/cat.png")
        try drop.link("A link.png", to: "b.png")
        try drop.link("nowhere.png", to: "missing")
        let contents = try contents()
        #expect(contents.files.map(\.name) == ["A link.png", "a.png", "b.png"])
        #expect(contents.files.map(\.absolutePath).first == drop.path + "/b.png")
        #expect(contents.folders.map(\.path) == ["cats"])
        let reasons = Dictionary(uniqueKeysWithValues: contents.ignored.map { ($0.path, $0.reason) })
        #expect(reasons == ["a.png.part": .temporary, ".hidden": .hidden, "nowhere.png": .linkOutside])
    }

    @Test("of two names that read the same, the one that is stored in NFC is used")
    func sameName() throws {
        try drop.add("e\u{301}.png", FileSignatures.png)
        try drop.add("\u{E9}.png")
        let contents = try contents()
        #expect(contents.files.map(\.stamp.size) == [0])
        #expect(contents.ignored.map(\.reason) == [.sameName])
    }

    @Test(
        "a file is a picture by its extension or else by its first bytes",
        arguments: [
            ("cat.png", [], .png), ("cat.SVG", [], .svg), ("cat.png", FileSignatures.gzip, .png),
            ("cat", FileSignatures.png, .png), ("cat.v2", FileSignatures.svg, .svg),
            ("notes.txt", Array("words".utf8), nil),
            // Every gzip file starts like a compressed SVG.
            ("cats.tar", FileSignatures.gzip, nil), ("cat.svgz", FileSignatures.gzip, .svgz),
        ] as [(String, [UInt8], SourceFormat?)])
    func picture(name: String, bytes: [UInt8], format: SourceFormat?) throws {
        try drop.add(name, bytes)
        switch PictureCheck(try #require(try contents().files.first)) {
        case .picture(let candidate): #expect(candidate.format == format && candidate.framePaths.isEmpty)
        case .ignored(let entry): #expect(format == nil && entry.reason == .notArt && entry.path == name)
        case .vanished: Issue.record("the existing file is reported as vanished")
        }
    }

    @Test("a file that was removed after the listing is neither a picture nor a problem")
    func vanished() throws {
        let path = try drop.add("cat")
        let file = try #require(try contents().files.first)
        try #require(unlink(path) == 0)
        guard case .vanished = PictureCheck(file) else {
            Issue.record("\(PictureCheck(file))")
            return
        }
    }

    @Test("an unchanged file is taken from the earlier listing, and one that was written again or is a link is not")
    func known() throws {
        let path = try drop.add("cats/cat", FileSignatures.png)
        try drop.add("cats/dog.png")
        try drop.link("cats/link.png", to: "dog.png")
        let cats = try folder("cats")
        let first = try FolderContents(of: cats, in: try root())
        let pack = PackContents(folderName: "cats", files: first.files, sequences: [])
        let known = KnownFiles(pack, in: cats.absolutePath)
        func find(_ name: String) -> ScannedFile? { first.files.first { $0.name == name } }
        let cat = try #require(find("cat"))
        #expect(known.file(named: "cat", cat.stamp) == cat)
        #expect(known.candidate(for: cat)?.format == .png)
        #expect(known.file(named: "link.png", try #require(find("link.png")).stamp) == nil)
        #expect(known.file(named: "other", cat.stamp) == nil)
        try drop.add("cats/cat", text: "words, and no longer a picture")
        let again = try FolderContents(of: cats, in: try root(), known: known)
        let written = try #require(again.files.first { $0.name == "cat" })
        #expect(written.stamp != cat.stamp && known.candidate(for: written) == nil)
        #expect(path == written.absolutePath)
        #expect(KnownFiles().candidate(for: cat) == nil)
    }

    @Test("a listing and an index see the same of every path, and have the same evidence of what is missing")
    func seen() throws {
        try drop.add("cats/cat.png")
        try drop.add("Wave.frames/1.png")
        let listing = DropView(ofEverything: try DropScanner.list(drop.path))
        var index = DropIndex()
        let update: DropIndex.Update = try index.update(drop.path, changed: nil, published: .none)
        #expect(update.changed == ["", "cats"])
        let view = DropView(of: index)
        var witnesses: Set<Witness> = []
        for path in ["cats/cat.png", "Wave.frames", "cats/dog.png", "dogs/dog.png", "dog.png"] {
            let seen: Seen<FileStat> = listing.source(at: path)
            #expect(seen == view.source(at: path))
            if case .absent(let witness) = seen { witnesses.insert(witness) }
        }
        #expect(Set(witnesses.map(\.path)) == ["cats/dog.png", "dogs/dog.png", "dog.png"])
    }
}
