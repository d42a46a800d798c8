import FileAccess
import Glibc
import Intake
import StickerManifest
import Testing

@Suite("The contents of the drop folder")
struct DropScannerTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func scan() throws -> DropListing { try DropScanner.list(drop.path) }

    private func ignored() throws -> [String: IgnoreReason] {
        Dictionary(try scan().ignored.map { ($0.path, $0.reason) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("an empty drop folder has no packs and no art")
    func empty() throws {
        #expect(try scan() == DropListing(packs: [], art: [], ignored: []))
    }

    @Test("files at the root belong to the pack default, a folder is a pack")
    func packs() throws {
        try drop.add("a.png", FileSignatures.png)
        try drop.add("Funny Cats/Happy Cat@3x.PNG", FileSignatures.png)
        let listing = try scan()
        #expect(listing.packs.map(\.id) == ["default", "funny-cats"])
        #expect(listing.packs.map(\.folder) == ["", "Funny Cats"])
        #expect(listing.art.map(\.path) == ["Funny Cats/Happy Cat@3x.PNG", "a.png"])
        #expect(listing.art.map(\.pack) == ["funny-cats", "default"])
        #expect(listing.art.map(\.title) == ["Happy Cat", "a"])
        #expect(listing.art.map(\.id) == ["happy-cat", "a"])
        #expect(listing.art.map(\.absolutePath) == [drop.path + "/Funny Cats/Happy Cat@3x.PNG", drop.path + "/a.png"])
        #expect(listing.art.allSatisfy { $0.choice == .chosen && $0.stamp.size == FileSignatures.png.count })
        #expect(listing.ignored.isEmpty)
    }

    @Test("a folder called like a picture is a pack")
    func folderLikePicture() throws {
        try drop.add("x.png/a.png")
        #expect(try scan().packs.map(\.id) == ["x-png"])
    }

    @Test("a folder without art is not a pack, and its content is accounted for")
    func emptyFolder() throws {
        try drop.addFolder("empty")
        try drop.add("texts/readme.txt", text: "read me")
        try drop.add("texts/cat.json", text: "{}")
        #expect(try scan().packs.isEmpty)
        #expect(try ignored() == ["texts/readme.txt": .notArt, "texts/cat.json": .orphanSidecar])
    }

    @Test("folders in a pack are left alone")
    func nestedFolders() throws {
        try drop.add("cats/a.png")
        try drop.add("cats/old/b.png")
        #expect(try scan().art.map(\.path) == ["cats/a.png"])
        #expect(try ignored() == ["cats/old": .nestedFolder])
    }

    @Test("the files of systems and programs are left alone with their reasons")
    func ignoredNames() throws {
        for name in [".DS_Store", ".hidden.png", "a.png.part", "cats/@eaDir/a.png", "cats/._a.png"] {
            try drop.add(name)
        }
        #expect(
            try ignored() == [
                ".DS_Store": .systemFile, ".hidden.png": .hidden, "a.png.part": .temporary,
                "cats/@eaDir": .systemFile, "cats/._a.png": .systemFile,
            ])
    }

    @Test("a conflicted copy is art under its own name")
    func conflictedCopy() throws {
        try drop.add("Cat.png")
        try drop.add("Cat (conflicted copy 2026-05-01).png")
        #expect(try scan().art.map(\.id) == ["cat-conflicted-copy-2026-05-01", "cat"])
    }

    @Test("a picture's ending makes art of an empty or wrong file, for the worker to judge")
    func endingIsEnough() throws {
        try drop.add("empty.png")
        try drop.add("wrong.gif", text: "not a gif")
        #expect(try scan().art.map(\.path) == ["empty.png", "wrong.gif"])
    }

    @Test("without a picture's ending the content decides")
    func contentDecides() throws {
        try drop.add("Mr. Cat", FileSignatures.png)
        try drop.add("cat.xyz", FileSignatures.svg)
        try drop.add("text.txt", text: "hello")
        try drop.add("nothing")
        try drop.add("archive.tgz", FileSignatures.gzip)
        let listing = try scan()
        #expect(listing.art.map(\.title) == ["Mr. Cat", "cat.xyz"])
        #expect(try ignored() == ["text.txt": .notArt, "nothing": .notArt, "archive.tgz": .notArt])
    }

    @Test("pipes are left alone and do not make the scan wait")
    func pipe() throws {
        try #require(mkfifo(drop.path + "/pipe.png", 0o644) == 0)
        try #require(mkfifo(drop.path + "/pipe", 0o644) == 0)
        #expect(try ignored() == ["pipe.png": .notAFile, "pipe": .notAFile])
    }

    @Test("a file may have any time")
    func farTimes() throws {
        let path = try drop.add("a.png")
        let times = [timespec(tv_sec: 15_000_000_000, tv_nsec: 0), timespec(tv_sec: 15_000_000_000, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
        #expect(try scan().art.count == 1)
    }

    @Test("two scans of the same folder are equal, whatever order the files were made in")
    func stableOrder() throws {
        let other = try DropFixture()
        let names = ["b.png", "é.png", "a/z.svg", "Z.png", "a/b.png", "note.txt", "a/note.txt", "ä/1.png"]
        for name in names { try drop.add(name) }
        for name in names.reversed() { try other.add(name) }
        let (first, second) = (try scan(), try DropScanner.list(other.path))
        #expect(first.art.map(\.path) == second.art.map(\.path))
        #expect(first.ignored == second.ignored)
        #expect(first.packs.map(\.id) == ["a", "default", "ä"])
        #expect(first.art.map(\.path) == ["Z.png", "a/b.png", "a/z.svg", "b.png", "ä/1.png", "é.png"])
    }

    @Test("ten thousand files are all listed")
    func manyFiles() throws {
        for pack in 0..<10 {
            for number in 0..<1000 { try drop.add("pack \(pack)/Sticker \(number).png") }
        }
        let listing = try scan()
        #expect(listing.packs.count == 10)
        #expect(listing.art.count == 10_000)
        #expect(Set(listing.art.map { $0.pack + "/" + $0.id }).count == 10_000)
        #expect(listing.art.allSatisfy { $0.choice == .chosen && $0.findings.isEmpty })
    }

    @Test("a drop folder that is missing, a file or unreadable is an error with the fix")
    func badDropFolder() throws {
        let missing = drop.path + "/missing"
        #expect(throws: IntakeError.dropFolderMissing(missing)) { try DropScanner.list(missing) }
        let file = try drop.add("a.png")
        #expect(throws: IntakeError.dropFolderIsAFile(file)) { try DropScanner.list(file) }
        #expect(IntakeError.dropFolderMissing(missing).description.contains("Create it"))
    }

    @Test("folders without the right to read them", .disabled(if: geteuid() == 0, "root may read everything"))
    func unreadableFolders() throws {
        try drop.add("open/a.png")
        try drop.add("closed/a.png")
        try drop.add("noentry/a.png")
        try drop.add("secret.bin", FileSignatures.png)
        try drop.add("secret.png", FileSignatures.png)
        for (name, mode) in [("closed", 0), ("noentry", 0o444), ("secret.bin", 0), ("secret.png", 0)] {
            try #require(chmod(drop.path + "/" + name, mode_t(mode)) == 0)
        }
        defer { for name in ["closed", "noentry"] { chmod(drop.path + "/" + name, 0o755) } }
        #expect(try scan().art.map(\.path) == ["open/a.png", "secret.png"])
        #expect(
            try ignored()
                == ["closed": .unreadable, "noentry/a.png": .unreadable, "secret.bin": .unreadable])
        try #require(chmod(drop.path, 0) == 0)
        defer { chmod(drop.path, 0o755) }
        #expect(throws: IntakeError.dropFolderUnreadable(drop.path, reason: "Permission denied")) {
            try DropScanner.list(drop.path)
        }
    }

    @Test("a file that is not art is described by its content, and by its extension if that is more precise")
    func kindOfFile() throws {
        try drop.add("cats/a.svg")
        try drop.add("cats/Movie.mov", [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0])
        try drop.add("cats/Art.procreate", [0x50, 0x4B, 3, 4, 20, 0])
        try drop.add("cats/Wave.tgs", FileSignatures.gzip)
        try drop.add("cats/notes", text: "hello")
        let found = try DropScanner.list(drop.path).ignored.map(\.explanation)
        #expect(found[0].hasPrefix("a Procreate file. "))
        #expect(found[1].hasPrefix("a video (QuickTime). "))
        #expect(found[2].hasPrefix("an animated Telegram sticker"))
        #expect(found[3] == IgnoreReason.notArt.explanation)
    }
}
