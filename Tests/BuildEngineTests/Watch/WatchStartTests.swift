import BuildEngine
import Foundation
import Intake
import Publishing
import Snapshots
import TestSupport
import Testing

/// Tests which packs are at rest after a start. A changed pack that stays at rest would never be published. An
/// unchanged pack that is loaded only costs time.
@Suite("The packs that are at rest when a watch starts")
struct WatchStartTests {
    @Test("after a complete state all packs are at rest, and nothing of them is read")
    func complete() async throws {
        let library = try await PublishedLibrary()
        let start = try #require(try await library.start())
        let resting = try #require(start.resting)
        #expect(resting.ids == ["cats": "cats", "dogs": "dogs"] && resting.stickerCount == 3)
        #expect(resting.folder(ofPack: "dogs") == "dogs" && resting.folder(ofPack: "birds") == nil)
        #expect(start.catalog?.packs.isEmpty == true && start.folders == [""])
        #expect(start.leftovers == nil && start.isSaved)
    }

    /// A change after a complete state, and the packs that are still at rest after it. Nil if all packs are read.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let atRest: Set<String>?
        let make: @Sendable (PublishedLibrary) async throws -> Void

        init(
            _ description: String, _ atRest: Set<String>?,
            make: @escaping @Sendable (PublishedLibrary) async throws -> Void
        ) {
            (testDescription, self.atRest, self.make) = (description, atRest, make)
        }

        static let all = [
            Change("a new file in a folder", ["dogs"]) { try $0.folder.write("new", to: "drop/cats/New.png") },
            Change("a new folder", ["cats", "dogs"]) { try $0.folder.write("new", to: "drop/birds/Tit.png") },
            Change("a removed folder", ["dogs"]) { try $0.folder.remove("drop/cats") },
            Change("a rejected source", ["dogs"]) { try await $0.add("cats/Bad.png", .rejected) },
            Change("a source that waits", ["dogs"]) { try await $0.add("cats/Bad.png", .waiting) },
            Change("a file that people may have meant to be used", ["dogs"]) {
                try await $0.add("cats/Bad.txt", .ignored, reason: "not-art")
            },
            Change("a file that nobody meant to be used", ["cats", "dogs"]) {
                try await $0.add("cats/.DS_Store", .ignored, reason: "hidden")
            },
            Change("a publication that was interrupted", ["dogs"]) { try await $0.ledger.touch(packs: ["cats"]) },
            Change("a publication that was not recorded", ["cats"]) {
                try await $0.publish(["cats": ["Cat.png", "Kitten.png"], "dogs": ["Dog.png", "Puppy.png"]])
            },
            Change("a sheet of a person", ["cats"]) { try $0.folder.write("sheet", to: "out/sheets/dogs.png") },
            Change("a missing report", nil) { try $0.folder.remove("out/report.json") },
            Change("an index that cannot be read", nil) { try $0.folder.write("{", to: "out/catalog.json") },
            Change("a file in the output folder that belongs to no pack", nil) {
                try $0.folder.write("text", to: "out/README.txt")
            },
            Change("two folders with one id", nil) { try $0.folder.write("new", to: "drop/Cats/New.png") },
            Change("lost snapshots", nil) { try $0.folder.remove("state/snapshots") },
            Change("a rollback", nil) {
                try PublishHold(id: "0", since: Date(timeIntervalSince1970: 0))
                    .write($0.configuration, isPending: false)
            },
            Change("a state that is not known to be complete", nil) { try await $0.ledger.forgetCompletion() },
        ]
    }

    @Test("only packs without a change are at rest", arguments: Change.all)
    func changes(change: Change) async throws {
        let library = try await PublishedLibrary()
        try await change.make(library)
        let start = try await library.start()
        #expect(start.map { Set($0.resting?.ids.values.map(\.self) ?? []) } == change.atRest)
        guard let start, let atRest = change.atRest else { return }
        let isRead = !atRest.isDisjoint(with: start.catalog?.packIDs ?? [])
        #expect(!isRead)
    }

    @Test("other settings cause everything to be read")
    func settings() async throws {
        var library = try await PublishedLibrary()
        library.configuration.recipe.encode.effort = .fast
        #expect(try await library.start() == nil)
    }

    @Test("names of a pack that another program removed are restored before it is processed")
    func repairedNames() async throws {
        let library = try await PublishedLibrary()
        try library.folder.remove("out/packs/dogs/dog@3x.png")
        let start = try #require(try await library.start())
        #expect(start.resting?.ids == ["cats": "cats"])
        #expect(start.leftovers?.repaired == ["packs/dogs/dog@3x.png"])
        #expect(library.folder.text("out/packs/dogs/dog@3x.png") == "Dog.png")
    }

    @Test("an asset that no manifest names is a leftover, and a missing asset causes everything to be read")
    func assets() async throws {
        let library = try await PublishedLibrary()
        let stray = "assets/\(String(repeating: "0", count: 64)).png"
        try library.folder.write("stray", to: "out/" + stray)
        #expect(try await library.start()?.leftovers?.files == [stray])
        let asset = try #require(try library.catalog().packs.first?.stickers.first?.renditions.first?.path)
        try library.folder.remove("out/" + asset)
        #expect(try await library.start() == nil)
    }

    @Test("everything is read from the output folder and all rows of the state database")
    func everything() async throws {
        let library = try await PublishedLibrary()
        let start = try await WatchStart.everything(library.publisher, ledger: library.ledger) { _ in }
        #expect(start.catalog?.packIDs == ["cats", "dogs"] && start.resting == nil && start.folders == nil)
    }

    @Test("a pack with a changed folder, or with a sticker that was sent back, is not found at rest")
    func grounds() async throws {
        let library = try await PublishedLibrary()
        let folders = try #require(DirectoryFingerprint.folders(of: library.configuration.drop))
        func found(sentBack: Set<String> = [], now: [String: String]) async throws -> RestingPacks.Found? {
            var grounds = RestingPacks.Grounds(configuration: library.configuration, before: folders, now: now)
            grounds.sentBack = sentBack
            return try await RestingPacks.find(grounds, ledger: library.ledger)
        }
        #expect(try await found(now: folders)?.packs.ids.keys.sorted() == ["cats", "dogs"])
        #expect(try await found(sentBack: ["cats"], now: folders)?.packs.ids.keys.sorted() == ["dogs"])
        let changed = folders.merging(["dogs": "other"]) { $1 }
        #expect(try await found(now: changed)?.packs.ids.keys.sorted() == ["cats"])
    }

    @Test("a pack that is removed from those at rest takes its files with it, except for shared ones")
    func removed() async throws {
        let library = try await PublishedLibrary(["cats": ["Cat.png", "Same.png"], "dogs": ["Dog.png", "Same.png"]])
        var resting = try #require(try await library.start()?.resting)
        let files = try library.catalog().packs.map { Set($0.stickers.flatMap(\.renditions).map(\.path)) }
        #expect(resting.named(among: files[0].union(files[1])) == files[0].union(files[1]))
        #expect(resting.named(among: ["packs/cats/old@3x.png", "packs/birds/tit@3x.png"]) == ["packs/cats/old@3x.png"])
        let isRemoved = resting.remove(["cats"], SnapshotStore(library.configuration))
        #expect(isRemoved && resting.named(among: files[0].union(files[1])) == files[1])
        #expect(resting.ids == ["dogs": "dogs"] && resting.stickerCount == 2 && !resting.contains(folder: "cats"))
    }

    @Test("packs at rest are intact while their assets and readable names are")
    func intact() async throws {
        let library = try await PublishedLibrary()
        let resting = try #require(try await library.start()?.resting)
        #expect(resting.areIntact(in: library.publisher.folder))
        try library.folder.write("stray", to: "out/assets/\(String(repeating: "0", count: 64)).png")
        #expect(resting.areIntact(in: library.publisher.folder))
        try library.folder.remove("out/packs/dogs/dog@3x.png")
        #expect(!resting.areIntact(in: library.publisher.folder))
    }

    @Test("packs of more than 1,000 stickers are loaded while the watch is idle")
    func large() async throws {
        let library = try await PublishedLibrary(nil)
        let packs = ["large": 1_001, "small": 1_000].mapValues { count in (0..<count).map { "\($0).png" } }
        try await library.publish(packs, content: "same")
        try await library.complete()
        let large = LargePacks(try await library.start()?.resting)
        #expect(large.folders == ["large"] && large.stickerCount == 1_001)
    }
}
