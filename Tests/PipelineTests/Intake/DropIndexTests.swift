import Glibc
import Intake
import StickerManifest
import Testing

@Suite("An index of the drop folder")
struct DropIndexTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    /// Everything that the index holds, as a listing.
    private func listing(_ index: DropIndex) -> DropListing { DropListing(index.names.compactMap { index[$0] }) }

    private func changed(_ index: inout DropIndex, at paths: String...) throws -> Set<String> {
        let folders = paths.reduce(into: Set<String>()) { $0.formUnion(DropIndex.folders(ofEventAt: $1)) }
        return try index.update(drop.path, changed: folders, published: .none)
    }

    private func full() throws -> DropIndex {
        var index = DropIndex()
        _ = try index.update(drop.path, changed: nil, published: .none)
        return index
    }

    @Test("listed folder by folder, it is what a listing of everything finds")
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

    @Test("says which folders hold something else than before")
    func changedFolders() throws {
        try drop.add("cats/a.png", FileSignatures.png)
        try drop.add("dogs/a.png", FileSignatures.png)
        var index = try full()
        try drop.add("cats/b.png", FileSignatures.png)
        #expect(try changed(&index, at: "cats/b.png") == ["cats"])
        #expect(try changed(&index, at: "cats/b.png") == [])
    }

    @Test("finds folders that came and went wherever something happened")
    func folders() throws {
        try drop.add("cats/a.png", FileSignatures.png)
        var index = try full()
        try drop.add("dogs/a.png", FileSignatures.png)
        #expect(try changed(&index, at: "cats/a.png") == ["dogs"])
        unlink(drop.path + "/dogs/a.png")
        rmdir(drop.path + "/dogs")
        #expect(try changed(&index, at: "cats/a.png") == ["dogs"])
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

    @Test("the files of a folder of frames at the root are listed with the root")
    func framesAtRoot() {
        #expect(DropIndex.folder(ofFileAt: "Wave.frames/1.png").isEmpty)
        #expect(DropIndex.folder(ofFileAt: "cats/Wave.frames/1.png") == "cats")
        #expect(DropIndex.folders(ofEventAt: "Wave.frames/1.png").contains(""))
        #expect(DropIndex.folders(ofEventAt: "cats") == ["", "cats"])
    }
}

/// Numbers that look random and are the same each time.
private struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }
}
