import FileAccess
import Glibc
import Intake
import StickerManifest
import TestSupport
import Testing

@Suite("An index of the drop folder")
struct DropIndexTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    /// The whole content of the index, as a listing.
    private func listing(_ index: DropIndex) -> DropListing { DropListing(index.names.compactMap { index[$0] }) }

    private func changed(_ index: inout DropIndex, at paths: String...) throws -> Set<String> {
        let changes = paths.reduce(into: ChangedFolders()) { $0.formUnion(DropIndex.changes(ofEventAt: $1)) }
        return try index.update(drop.path, changed: changes, published: .none).changed
    }

    private func full() throws -> DropIndex {
        var index = DropIndex()
        _ = try index.update(drop.path, changed: nil, published: .none)
        return index
    }

    @Test("a listing by folders equals a listing of everything")
    func sameAsListing() throws {
        var index = DropIndex()
        var chance = Chance(seed: 7)
        let names = ["a.png", "A.PNG", "a.svg", "b c.png", "b-c.png", "a.json", "pack.json", "notes.txt", "icon.png"]
        let folders = ["", "cats/", "Cats!/", "dogs/", "Wave.frames/", "cats/Run.frames/"]
        for _ in 0..<120 {
            let path = folders[chance.next(folders.count)] + names[chance.next(names.count)]
            if access(drop.path + "/" + path, F_OK) == 0 {
                unlink(drop.path + "/" + path)
            } else if path.hasSuffix(".json") {
                try drop.add(path, text: #"{"title": "A pack"}"#)
            } else {
                try drop.add(path, FileSignatures.png)
            }
            _ = try changed(&index, at: path)
            #expect(listing(index) == (try DropScanner.list(drop.path)), "\(path)")
        }
    }

    @Test("a listing of one source has its sidecar, and none of another source")
    func sidecarOfOne() throws {
        try drop.add("cats/a.png", FileSignatures.png)
        for name in ["a", "b"] { try drop.add("cats/\(name).json", text: "{}") }
        try drop.add("cats/b.png", FileSignatures.png)
        let seen = try full().listing(of: DropIndex.changes(ofEventAt: "cats/a.png"))
        #expect(seen.art.map(\.path) == ["cats/a.png"] && seen.settings.map(\.path) == ["cats/a.json"])
    }

    @Test("a new sidecar without art is left out until it has some age, and an old one is not")
    func orphans() throws {
        try drop.add("cats/a.png", FileSignatures.png)
        try drop.add("cats/old.json", text: "{}")
        let before = try full()
        try drop.add("cats/new.json", text: "{}")
        var index = try full()
        func orphans() -> [String] { index["cats"]?.ignored.filter { $0.reason == .orphanSidecar }.map(\.path) ?? [] }
        #expect(orphans() == ["cats/new.json", "cats/old.json"])
        let later = FileStat.now + 60_000_000_000
        #expect(
            index.leaveOutOrphans(in: ["cats"], youngerThan: .seconds(30), notIn: before, now: later) == [])
        #expect(index.leaveOutOrphans(in: ["cats"], youngerThan: .seconds(30), notIn: before) == ["cats"])
        #expect(orphans() == ["cats/old.json"])
        _ = try index.update(drop.path, changed: ChangedFolders(["cats"]), published: .none)
        #expect(orphans() == ["cats/new.json", "cats/old.json"])
    }

    @Test("added and removed art gives the same as a listing of everything, whatever is published")
    func sameWhenPublished() throws {
        var index = DropIndex()
        var chance = Chance(seed: 11)
        var published = PublishedSources.none
        let names = [
            "a.png", "A.PNG", "a.svg", "b c.png", "b-c.png", "b-c-2.png", "d 1.png", "d 2.png", "a.json", "icon.png",
            "\u{C4}.png", "A\u{308}.png", ".a.png.part", "notes.txt", "e.jpeg", "\u{212A}.png", "K.png",
        ]
        try drop.add("cats/pack.json", text: #"{"title": "Cats", "order": ["d 2"]}"#)
        for turn in 0..<300 {
            let path = ["cats/", "dogs/"][chance.next(2)] + names[chance.next(names.count)]
            let isThere = access(drop.path + "/" + path, F_OK) == 0
            if isThere, chance.next(3) > 0 {
                unlink(drop.path + "/" + path)
            } else {
                try drop.add(path, path.hasSuffix(".json") ? Array("{}".utf8) : FileSignatures.png)
            }
            // The update treats all settings files as if they had been written long ago.
            _ = try index.update(
                drop.path, changed: DropIndex.changes(ofEventAt: path), published: published,
                now: FileStat.now + 60_000_000_000)
            let whole = try DropScanner.list(drop.path, published: published)
            #expect(listing(index) == whole, "\(turn): \(path)")
            switch chance.next(8) {
            case 0, 1: published = PublishedSources(Samples.catalog(of: whole))
            case 2: published = .none
            default: break
            }
        }
    }

    @Test("reports the folders whose content has changed")
    func changedFolders() throws {
        try drop.add("cats/a.png", FileSignatures.png)
        try drop.add("dogs/a.png", FileSignatures.png)
        var index = try full()
        try drop.add("cats/b.png", FileSignatures.png)
        #expect(try changed(&index, at: "cats/b.png") == ["cats"])
        #expect(try changed(&index, at: "cats/b.png") == [])
    }

    @Test("finds added and removed folders in any listing")
    func folders() throws {
        try drop.add("cats/a.png", FileSignatures.png)
        var index = try full()
        try drop.add("dogs/a.png", FileSignatures.png)
        #expect(try changed(&index, at: "notes.txt") == ["dogs"])
        unlink(drop.path + "/dogs/a.png")
        rmdir(drop.path + "/dogs")
        #expect(try changed(&index, at: "notes.txt") == ["dogs"])
        #expect(index.names == ["", "cats"])
    }

    @Test("a folder whose id another one takes is listed again with its other id")
    func otherID() throws {
        try drop.add("cats!/a.png", FileSignatures.png)
        var index = try full()
        #expect(index["cats!"]?.pack?.id == "cats")
        try drop.add("Cats/a.png", FileSignatures.png)
        #expect(try changed(&index, at: "Cats/a.png") == ["Cats", "cats!"])
        #expect(index["Cats"]?.pack?.id == "cats")
        #expect(index["cats!"]?.art.first?.pack == "cats-2")
    }

    @Test("of a file that is written, only that file is examined")
    func oneFile() throws {
        try drop.add("cats/a.png", FileSignatures.png)
        try drop.add("cats/b.png", FileSignatures.png)
        var index = try full()
        unlink(drop.path + "/cats/a.png")
        try drop.add("cats/c.png", FileSignatures.png)
        #expect(try changed(&index, at: "cats/c.png") == ["cats"])
        #expect(index["cats"]?.art.map(\.path) == ["cats/a.png", "cats/b.png", "cats/c.png"])
        #expect(try changed(&index, at: "cats/a.png", "cats/b.png") == ["cats"])
        #expect(index["cats"]?.art.map(\.path) == ["cats/b.png", "cats/c.png"])
    }

    @Test("a name that becomes a link, a folder or nothing gives the same as a listing of everything")
    func otherKinds() throws {
        for name in ["a.png", "b.png", "c.png", "d.png", "e.png"] { try drop.add("cats/" + name, FileSignatures.png) }
        var index = try full()
        let cats = drop.path + "/cats/"
        for change in [
            { unlink(cats + "a.png") + symlink("b.png", cats + "a.png") },
            { unlink(cats + "b.png") + mkdir(cats + "b.png", 0o755) },
            { rename(cats + "c.png", cats + "z.png") },
            { unlink(cats + "d.png") + mkfifo(cats + "d.png", 0o644) },
            { unlink(cats + "a.png") },
            { rmdir(cats + "b.png") },
        ] {
            _ = change()
            for name in ["a.png", "b.png", "c.png", "d.png", "e.png", "z.png"] {
                _ = try changed(&index, at: "cats/" + name)
            }
            #expect(listing(index) == (try DropScanner.list(drop.path)))
        }
    }

    @Test("the files of a folder of frames at the root are listed with the root")
    func framesAtRoot() {
        #expect(DropIndex.folder(ofFileAt: "Wave.frames/1.png").isEmpty)
        #expect(DropIndex.folder(ofFileAt: "cats/Wave.frames/1.png") == "cats")
        #expect(DropIndex.changes(ofEventAt: "Wave.frames/1.png").contains(""))
        #expect(DropIndex.changes(ofEventAt: "cats").wholeFolders == ["", "cats"])
    }
}

/// Sample values.
private enum Samples {
    /// A manifest in which all sources of a listing are published, except superseded ones.
    static func catalog(of listing: DropListing) -> Catalog {
        let packs = Dictionary(grouping: listing.art.filter { $0.choice == .chosen }, by: \.pack).map { id, art in
            Pack(id: id, title: id, titles: [:], size: .regular, icon: [], stickers: art.map(sticker))
        }
        return Catalog(generator: "test", packs: packs.sorted { $0.id < $1.id }, rejected: [])
    }

    private static func sticker(_ art: ScannedSource) -> Sticker {
        Sticker(
            id: art.id, label: art.title, labels: [:], size: .regular,
            source: SourceArt(path: art.path, sha256: "", bytes: 0, format: "png", width: 1, height: 1), animation: nil,
            renditions: [], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [],
            fingerprint: art.path, pixels: "")
    }
}
