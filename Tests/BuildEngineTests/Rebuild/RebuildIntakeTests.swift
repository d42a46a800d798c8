import BuildEngine
import DropWatcher
import FileAccess
import Foundation
import Glibc
import Intake
import StateDatabase
import Synchronization
import TestSupport
import Testing

@Suite("The intake of a rebuild")
struct RebuildIntakeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["drop", "state"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
    }

    private var deletionGuard: DeletionGuard {
        DeletionGuard(drop: folder.file("drop"), state: folder.file("state"), massChange: MassRemovalCheck(share: 0.5))
    }

    private func intake() -> RebuildIntake {
        // Incomplete files are never old enough to be used, however busy the machine is.
        RebuildIntake(
            quiet: .milliseconds(50), patience: .seconds(1), stall: .seconds(3_600), deletionGuard: deletionGuard
        ) { [folder] in
            try DropScanner.list(folder.file("drop"))
        }
    }

    private func write(_ data: Data, to name: String) throws {
        try data.write(to: URL(fileURLWithPath: folder.file("drop/" + name)))
    }

    private func stamps(_ listing: DropListing) -> [String: FileStat] {
        Dictionary(listing.art.map { ($0.path, $0.stamp) }) { first, _ in first }
    }

    @Test("a share that vanishes between two listings is noticed: nothing in it is removed")
    func goneBetweenLooks() throws {
        for number in 0..<12 { try write(SampleArt.png("\(number)"), to: "\(number).png") }
        let whole = try DropScanner.list(folder.file("drop"))
        let empty = DropListing(packs: [], art: [], ignored: [])
        let looks = Mutex(0)
        var intake = RebuildIntake(quiet: .milliseconds(50), deletionGuard: deletionGuard) {
            looks.withLock {
                $0 += 1; return $0
            } == 1 ? whole : empty
        }
        let answer = try intake.publishable(known: [:], published: stamps(whole), damaged: [])
        guard case .held(let hold) = answer else {
            Issue.record("the removal of twelve stickers is not held")
            return
        }
        #expect(hold.vanished == 12)
    }

    @Test("a complete file that was changed a moment ago is waited for")
    func recent() async throws {
        try write(SampleArt.png("a"), to: "Cat.png")
        var intake = intake()
        #expect(try await intake.settled(known: [:]).deferred == [:])
    }

    @Test("an incomplete file is held, and so is one that a program has open for writing")
    func beingWritten() async throws {
        try write(SampleArt.png("a").prefix(40), to: "Cut.png")
        try write(SampleArt.tiff("so far"), to: "Open.tiff")
        try write(SampleArt.png("b"), to: "Whole.png")
        let writer = try #require(FileHandle(forWritingAtPath: folder.file("drop/Open.tiff")))
        var intake = intake()
        #expect(try await intake.settled(known: [:]).deferred.keys.sorted() == ["Cut.png", "Open.tiff"])
        try writer.close()
        guard case .take(let look) = try intake.publishable(known: [:], published: [:], damaged: []) else {
            Issue.record("the listing is held although no source is missing")
            return
        }
        #expect(look.deferred["Whole.png"] == nil)
        #expect(look.deferred["Cut.png"]?.description.contains("is not complete") == true)
    }

    @Test("art with a half-written sidecar or pack.json is held, even if it settled long ago")
    func unfinishedSettings() async throws {
        for (pack, settings) in [("cats", "Cat.json"), ("dogs", "pack.json"), ("birds", "Bird.json")] {
            try FileManager.default.createDirectory(
                atPath: folder.file("drop/\(pack)"), withIntermediateDirectories: true)
            try write(SampleArt.png(pack), to: "\(pack)/\(settings == "pack.json" ? "Dog" : "Cat").png")
            try write(Data((pack == "birds" ? "{}" : "{\"title\":").utf8), to: "\(pack)/\(settings)")
        }
        let listing = try DropScanner.list(folder.file("drop"))
        let known = Dictionary(
            uniqueKeysWithValues: listing.art.map { ($0.path, KnownDigest(stamp: $0.stamp, sha256: "")) })
        var intake = intake()
        let look = try await intake.settled(known: known)
        #expect(look.deferred.keys.sorted() == ["cats/Cat.png", "dogs/Dog.png"])
        #expect(look.deferred["cats/Cat.png"]?.description.contains("Cat.json is not complete") == true)
        #expect(look.listing.packs.flatMap(\.findings).isEmpty)
    }

    @Test("files in the state database with their current timestamp have settled")
    func known() async throws {
        try write(SampleArt.png("a").prefix(40), to: "Cut.png")
        let stamp = try #require(try DropScanner.list(folder.file("drop")).art.first?.stamp)
        var intake = intake()
        #expect(try await intake.settled(known: ["Cut.png": KnownDigest(stamp: stamp, sha256: "")]).deferred == [:])
    }
}
