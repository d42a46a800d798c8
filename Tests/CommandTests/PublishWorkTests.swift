import BuildEngine
import Foundation
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// What a change takes is counted and not timed: it is the same in a small library and in a large one.
@Suite struct PublishWorkTests {
    /// Stickers of each pack.
    private static let packSize = 10

    /// A library with packs that all have the same art, built: what is rendered for one pack is there for all.
    private static func library(packs: Int) async throws -> CLIFixture {
        let cli = try CLIFixture(
            Settings(watch: ["quietMilliseconds": "100", "retireAfterSeconds": "0", "massChangeShare": "1"]))
        for number in 0..<packSize { try cli.drop(Art.disc(number), as: "pack 0/Disc \(number).svg") }
        try await cli.build()
        for pack in 1..<packs {
            for number in 0..<packSize { try cli.drop(Art.disc(number), as: "pack \(pack)/Disc \(number).svg") }
        }
        let build = try await cli.build()
        #expect(build.total("published") == packs * packSize)
        return cli
    }

    /// What adding, replacing and removing a sticker of one pack take, each until the watch has come to rest.
    private static func work(packs: Int) async throws -> [PublishWork] {
        let cli = try await library(packs: packs)
        let (works, isReady) = (Works(), Flag())
        let run = WatchRun(
            configuration: try cli.configuration(), command: WorkerCommand(executable: CLIFixture.renderer),
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
        try cli.put(Art.disc(50), at: "new.svg")
        try cli.move("new.svg", to: "drop/pack 0/New.svg")
        taken.append(try await works.settle())
        try cli.put(Art.disc(51), at: "new.svg")
        #expect(rename(cli.file("new.svg"), cli.file("drop/pack 0/New.svg")) == 0)
        taken.append(try await works.settle())
        try cli.remove("drop/pack 0/New.svg")
        taken.append(try await works.settle())
        watch.cancel()
        try await watch.value
        return taken
    }

    @Test("adding, replacing and removing a sticker take as much in a library of 2,000 as in one of 100")
    func equalWork() async throws {
        let small = try await Self.work(packs: 10)
        let large = try await Self.work(packs: 200)
        #expect(small == large)
        for work in small + large {
            #expect(work.packsAssembled == 1)
            #expect(work.sourcesAssembled <= Self.packSize + 1)
            #expect((1...8).contains(work.rowsWritten), "\(work.rowsWritten) rows")
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
    /// - Returns: what the last one took that did anything. How often a listing and a plan came before it depends on when events
    ///   arrive, and so do the bytes of the index, which has a line for each pack.
    func settle() async throws -> PublishWork {
        try await eventually("nothing is published") {
            all.withLock { all in all.contains { !$0.isIdle } && all.last?.isIdle == true }
        }
        return all.withLock { all in
            defer { all = [] }
            var work = all.last { !$0.isIdle } ?? PublishWork()
            (work.foldersListed, work.sourcesPlanned, work.manifestBytes) = (0, 0, 0)
            return work
        }
    }
}

extension PublishWork {
    fileprivate var isIdle: Bool { rowsWritten == 0 && filesTouched == 0 }
}

private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}
