import BuildEngine
import Decisions
import Foundation
import Publishing
import StickerManifest
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// What a change takes is counted and not timed: it is the same in a small library and in a large one.
@Suite struct PublishWorkTests {
    /// A library with packs that all have the same art, built: what is rendered for one pack is there for all.
    ///
    /// - Parameter size: stickers of each pack.
    private static func library(packs: Int, of size: Int) async throws -> CLIFixture {
        let cli = try CLIFixture(
            Settings(
                watch: ["quietMilliseconds": "100", "retireAfterSeconds": "0", "massChangeShare": "1"],
                sheets: ["pictures": "\"never\""]))
        for number in 0..<size { try cli.drop(Art.disc(number), as: "pack 0/Disc \(number).svg") }
        try await cli.build()
        for pack in 1..<packs {
            for number in 0..<size { try cli.drop(Art.disc(number), as: "pack \(pack)/Disc \(number).svg") }
        }
        let build = try await cli.build()
        #expect(build.total("published") == packs * size)
        return cli
    }

    /// What the changes of one pack take, each until the watch has come to rest.
    private static func work(
        packs: Int, of size: Int, _ changes: (CLIFixture, EventQueue, () async throws -> Void) async throws -> Void
    ) async throws -> [PublishWork] {
        let cli = try await library(packs: packs, of: size)
        let (works, isReady, events) = (Works(), Flag(), EventQueue())
        let run = WatchRun(
            configuration: try cli.configuration(), command: WorkerCommand(executable: CLIFixture.renderer),
            events: events,
            observer: { event in
                switch event {
                case .ready: isReady.set()
                case .publication(let work): works.add(work)
                default: break
                }
            })
        let watch = Task { try await run.run() }
        try await eventually("it does not get ready") { isReady.isSet }
        works.forget()
        var taken: [PublishWork] = []
        try await changes(cli, events) {
            taken.append(try await works.settle { try cli.read("out/catalog.json").count })
        }
        watch.cancel()
        try await watch.value
        return taken
    }

    /// Adds a sticker, replaces it, and removes it.
    private static func threeChanges(
        _ cli: CLIFixture, _ events: EventQueue, _ settle: () async throws -> Void
    ) async throws {
        try cli.put(Art.disc(990), at: "new.svg")
        try cli.move("new.svg", to: "drop/pack 0/New.svg")
        try await settle()
        try cli.put(Art.disc(991), at: "new.svg")
        #expect(rename(cli.file("new.svg"), cli.file("drop/pack 0/New.svg")) == 0)
        try await settle()
        try cli.remove("drop/pack 0/New.svg")
        try await settle()
    }

    /// The same, and a sticker gets another name, and another one is approved.
    private static func fiveChanges(
        _ cli: CLIFixture, _ events: EventQueue, _ settle: () async throws -> Void
    ) async throws {
        try await threeChanges(cli, events, settle)
        try cli.move("drop/pack 0/Disc 1.svg", to: "drop/pack 0/Another name.svg")
        try await settle()
        let sticker = try #require(try cli.sticker("pack-0", "disc-2"))
        let store = try await DecisionStore.open(folder: cli.file(".out.stickerd"))
        try await store.decide([
            Decision(
                key: Reviews.Key(pack: "pack-0", sticker: sticker.id, pixels: sticker.pixels), outcome: .approved,
                reviewer: "Ada", decided: Decision.time(Date()))
        ])
        events.enqueue { $0.hasDecisions = true }
        try await settle()
        #expect(try cli.sticker("pack-0", "disc-2")?.review?.outcome == .approved)
        #expect(try cli.sticker("pack-0", "another-name") != nil && cli.sticker("pack-0", "disc-1") == nil)
    }

    @Test("adding, replacing and removing a sticker take as much in a library of 2,000 as in one of 100")
    func equalWork() async throws {
        let size = 10
        let small = try await Self.work(packs: 10, of: size, Self.threeChanges)
        let large = try await Self.work(packs: 200, of: size, Self.threeChanges)
        #expect(small.count == 3 && small.map(\.comparable) == large.map(\.comparable))
        for work in small + large {
            #expect(work.packsAssembled == 1)
            #expect(work.sourcesAssembled <= size + 1)
            #expect((1...8).contains(work.rowsWritten), "\(work.rowsWritten) rows")
        }
    }

    @Test("adding, replacing, removing, renaming and approving a sticker take as much among 5,000 as among 100")
    func equalWorkOfAllChanges() async throws {
        let size = 50
        let small = try await Self.work(packs: 2, of: size, Self.fiveChanges)
        let large = try await Self.work(packs: 100, of: size, Self.fiveChanges)
        #expect(small.count == 5 && large.count == 5)
        for (one, other) in zip(small, large) {
            // What a burst of events adds to the rows, such as a file that is noted before it is rendered, is bounded below.
            var (one, other) = (one.comparable, other.comparable)
            (one.rowsWritten, other.rowsWritten) = (0, 0)
            #expect(one == other, "\(one) and \(other)")
        }
        // A decision has a database of its own.
        #expect(small.dropLast().allSatisfy { $0.rowsWritten > 0 } && small.last?.rowsWritten == 0)
        for work in small + large {
            #expect(work.packsAssembled == 1)
            #expect(work.rowsWritten <= 8, "\(work.rowsWritten) rows")
            #expect((1...40).contains(work.filesTouched), "\(work.filesTouched) files")
            #expect(work.manifestBytes > 0)
        }
        // The first drop takes up the pack, which was at rest; from then on a change plans what belongs together with it.
        for work in small.dropFirst() + large.dropFirst() {
            #expect(work.sourcesPlanned <= 20, "\(work.sourcesPlanned) sources planned")
            #expect(work.foldersListed <= 20, "\(work.foldersListed) folders listed")
        }
    }
}

/// What publications took.
private final class Works: Sendable {
    private let all = Mutex<[PublishWork]>([])

    func add(_ work: PublishWork) { all.withLock { $0.append(work) } }

    func forget() { all.withLock { $0 = [] } }

    /// Waits for a publication and for the next one, which finds nothing to do.
    ///
    /// - Parameter indexBytes: the size of the index that is published; it has a line for each pack and is left out.
    /// - Returns: what the last one took that did anything.
    func settle(indexBytes: () throws -> Int) async throws -> PublishWork {
        try await eventually("nothing is published") {
            all.withLock { all in all.contains { !$0.isIdle } && all.last?.isIdle == true }
        }
        let index = try indexBytes()
        return all.withLock { all in
            defer { all = [] }
            var work = all.last { !$0.isIdle } ?? PublishWork()
            work.manifestBytes -= index
            return work
        }
    }
}

extension PublishWork {
    /// Without how often a listing and a plan came before the publication: that depends on when events arrive.
    fileprivate var comparable: PublishWork {
        var work = self
        (work.foldersListed, work.sourcesPlanned) = (0, 0)
        return work
    }

    fileprivate var isIdle: Bool { rowsWritten == 0 && filesTouched == 0 }
}

private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}
