import BuildEngine
import Decisions
import Foundation
import Publishing
import StickerManifest
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// Tests that the work for a change is the same in a small library and in a large one. The work is counted and not
/// measured in time.
@Suite struct PublishWorkTests {
    /// A built library whose packs all contain the same art, so that the renderings of one pack are used for all packs.
    ///
    /// - Parameter size: the number of stickers in each pack.
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

    /// Counts the work for the changes of each round in one pack, until the watch is idle.
    ///
    /// - Parameter changes: makes the changes of the round with the given number, and waits after each change.
    private static func work(
        packs: Int, of size: Int,
        _ changes: (Int, CLIFixture, EventQueue, () async throws -> Void) async throws -> Void
    ) async throws -> [[PublishWork]] {
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
        try await eventually("the watch does not become ready") { isReady.isSet }
        works.forget()
        var taken: [[PublishWork]] = []
        for round in 0..<4 {
            var ofRound: [PublishWork] = []
            try await changes(round, cli, events) {
                ofRound.append(try await works.settle { try cli.read("out/catalog.json").count })
            }
            taken.append(ofRound)
        }
        watch.cancel()
        try await watch.value
        return taken
    }

    /// Whether each change needed the same work in both libraries. If the events of a change arrive separately, it
    /// needs two publications. It is therefore sufficient that the work is equal in one of the rounds.
    private static func areEqual(_ small: [[PublishWork]], _ large: [[PublishWork]]) -> Bool {
        guard let count = small.first?.count else { return false }
        return (0..<count).allSatisfy { change in
            zip(small, large).contains { $0[change].comparable == $1[change].comparable }
        }
    }

    /// Adds a sticker, replaces it, and removes it.
    private static func threeChanges(
        _ round: Int, _ cli: CLIFixture, _ events: EventQueue, _ settle: () async throws -> Void
    ) async throws {
        try cli.put(Art.disc(960 + 2 * round), at: "new.svg")
        try cli.move("new.svg", to: "drop/pack 0/New.svg")
        try await settle()
        try cli.put(Art.disc(961 + 2 * round), at: "new.svg")
        #expect(rename(cli.file("new.svg"), cli.file("drop/pack 0/New.svg")) == 0)
        try await settle()
        try cli.remove("drop/pack 0/New.svg")
        try await settle()
    }

    /// Makes the changes of `threeChanges`, renames a sticker, and approves another one.
    private static func fiveChanges(
        _ round: Int, _ cli: CLIFixture, _ events: EventQueue, _ settle: () async throws -> Void
    ) async throws {
        try await threeChanges(round, cli, events, settle)
        try cli.move("drop/pack 0/Disc \(round).svg", to: "drop/pack 0/Another name \(round).svg")
        try await settle()
        let approved = "disc-\(round + 4)"
        let sticker = try #require(try cli.sticker("pack-0", approved))
        let store = try await DecisionStore.open(folder: cli.file(".out.stickerd"))
        try await store.decide([
            Decision(
                key: Reviews.Key(pack: "pack-0", sticker: sticker.id, pixels: sticker.pixels), outcome: .approved,
                reviewer: "Ada", decided: Decision.time(Date()))
        ])
        events.enqueue { $0.hasDecisions = true }
        try await settle()
        #expect(try cli.sticker("pack-0", approved)?.review?.outcome == .approved)
        #expect(try cli.sticker("pack-0", "another-name-\(round)") != nil)
        #expect(try cli.sticker("pack-0", "disc-\(round)") == nil)
    }

    @Test("adding, replacing and removing a sticker take as much in a library of 2,000 as in one of 100")
    func equalWork() async throws {
        let size = 10
        let small = try await Self.work(packs: 10, of: size, Self.threeChanges)
        let large = try await Self.work(packs: 200, of: size, Self.threeChanges)
        #expect(small.allSatisfy { $0.count == 3 } && large.allSatisfy { $0.count == 3 })
        #expect(Self.areEqual(small, large), "\(small) and \(large)")
        for work in (small + large).joined() {
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
        #expect(small.allSatisfy { $0.count == 5 } && large.allSatisfy { $0.count == 5 })
        #expect(Self.areEqual(small, large), "\(small) and \(large)")
        for round in small + large {
            // Decisions are stored in a separate database.
            #expect(round.dropLast().allSatisfy { $0.rowsWritten > 0 } && round.last?.rowsWritten == 0)
            for work in round {
                #expect(work.packsAssembled == 1)
                #expect(work.rowsWritten <= 8, "\(work.rowsWritten) rows")
                #expect((1...40).contains(work.filesTouched), "\(work.filesTouched) files")
                #expect(work.manifestBytes > 0)
            }
        }
        // The first drop loads the pack, which was at rest. Later changes only plan the related sources.
        for work in Array(small.joined()).dropFirst() + Array(large.joined()).dropFirst() {
            #expect(work.sourcesPlanned <= 20, "\(work.sourcesPlanned) sources planned")
            #expect(work.foldersListed <= 20, "\(work.foldersListed) folders listed")
        }
    }
}

/// Collects the work of publications.
private final class Works: Sendable {
    private let all = Mutex<[PublishWork]>([])

    func add(_ work: PublishWork) { all.withLock { $0.append(work) } }

    func forget() { all.withLock { $0 = [] } }

    /// Waits for a publication, and for the next publication, which has no work.
    ///
    /// - Parameter indexBytes: returns the size of the published index. This size is not counted, because the index has
    ///   a line for each pack.
    /// - Returns: the sums of the rows, files and bytes of all publications. The other values are those of the last
    ///   publication that had work.
    func settle(indexBytes: () throws -> Int) async throws -> PublishWork {
        try await eventually("the change is not published") {
            all.withLock { all in all.contains { !$0.isIdle } && all.last?.isIdle == true }
        }
        let index = try indexBytes()
        return all.withLock { all in
            defer { all = [] }
            var work = all.last { !$0.isIdle } ?? PublishWork()
            work.rowsWritten = all.reduce(0) { $0 + $1.rowsWritten }
            work.filesTouched = all.reduce(0) { $0 + $1.filesTouched }
            work.bytesWritten = all.reduce(0) { $0 + $1.bytesWritten }
            work.manifestBytes -= index
            return work
        }
    }
}

extension PublishWork {
    /// The work without the numbers of listed folders and planned sources, which depend on the times of events.
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
