import BuildEngine
import Foundation
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// Tests packs at rest. A watch keeps only one line of each such pack in memory until the pack changes.
@Suite struct RestingPacksTests {
    /// A built library of two packs that share one picture.
    private func library() async throws -> CLIFixture {
        try await .twoPacks(Settings.withoutGrace)
    }

    /// Stops a watch, runs a build that draws the missing sheets, and compares the result with a build of the whole
    /// library.
    private func end(_ watch: some RunningWatch, of cli: CLIFixture) async throws {
        try await watch.stop()
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
        try await cli.build()
        let before = try cli.out.contents
        try cli.remove(".out.stickerd/ledger.sqlite")
        try await cli.build()
        // Reports are not compared, because each report describes the changes of one run.
        #expect(OutTree.differences(try cli.out.contents, before).filter { !$0.hasPrefix("report.") } == [])
    }

    @Test("a watch that starts after a build reads nothing of unchanged packs")
    func alone() async throws {
        let cli = try await library()
        let record = try cli.damageRecord(of: "dogs")
        let watch = try await cli.engineWatch()
        try cli.drop(Art.disc(10), as: "cats/Cat 1.svg")
        try await eventually("cats/Cat 1.svg is not published") { try watch.count("published", "cats/Cat 1.svg") == 1 }
        try await watch.stop()
        #expect(try watch.count("notice") == 0)
        #expect(try cli.text(record).hasPrefix("#"))
        #expect(try cli.catalogIndexHas("dogs"))
    }

    @Test("changes without a running watch are published at the next start")
    func meanwhile() async throws {
        let cli = try await library()
        try await cli.engineWatch().stop()
        try cli.drop(Art.disc(10), as: "cats/Cat 1.svg")
        try cli.remove("drop/dogs/Dog 4.svg")
        try cli.drop(Art.disc(11), as: "mice/Mouse.svg")
        let watch = try await cli.engineWatch()
        try await eventually("mice/Mouse.svg is not published") {
            try watch.count("published", "mice/Mouse.svg") == 1 && watch.count("retired", "dogs/Dog 4.svg") == 1
        }
        #expect(try watch.count("published", "cats/Cat 1.svg") == 1)
        #expect(try watch.count("published", "dogs/Dog 5.svg") == 0)
        try await end(watch, of: cli)
    }

    @Test("a picture that two packs share stays when one of them loses it")
    func shared() async throws {
        let cli = try await library()
        let watch = try await cli.engineWatch()
        try cli.remove("drop/cats/Cat 3.svg")
        try await eventually("the removal of the sticker of cats/Cat 3.svg is not reported") {
            try watch.count("retired", "cats/Cat 3.svg") == 1
        }
        try cli.remove("drop/dogs/Dog 3.svg")
        try await eventually("the removal of the sticker of dogs/Dog 3.svg is not reported") {
            try watch.count("retired", "dogs/Dog 3.svg") == 1
        }
        try await end(watch, of: cli)
    }

    @Test("packs at rest that are added, removed and renamed are followed")
    func folders() async throws {
        let cli = try await library()
        let watch = try await cli.engineWatch()
        try cli.move("drop/dogs", to: "drop/hounds")
        try await eventually("hounds/Dog 5.svg is not published") {
            try watch.count("published", "hounds/Dog 5.svg") == 1
        }
        try cli.remove("drop/cats")
        try await eventually("the removal of the sticker of cats/Cat 1.svg is not reported") {
            try watch.count("retired", "cats/Cat 1.svg") == 1
        }
        try await end(watch, of: cli)
    }

    @Test("a new folder whose name makes the id of a pack at rest gets another id")
    func collision() async throws {
        let cli = try await library()
        let watch = try await cli.engineWatch()
        try cli.drop(Art.disc(10), as: "Cats/Other.svg")
        try await eventually("Cats/Other.svg is not published") { try watch.count("published", "Cats/Other.svg") == 1 }
        #expect(try cli.sticker("cats-2", "other") != nil)
        #expect(try cli.sticker("cats", "cat-1") != nil)
        try await end(watch, of: cli)
    }

    @Test("removed published files of a pack at rest are restored after the next start")
    func repaired() async throws {
        let cli = try await library()
        try cli.remove("out/packs/dogs")
        let watch = try await cli.engineWatch()
        try await eventually("the readable name is not restored") { cli.has("out/packs/dogs/dog-5@3x.png") }
        try await end(watch, of: cli)
    }

    @Test("a build after a watch processes later changes only, and reads nothing else")
    func build() async throws {
        let cli = try await library()
        try await cli.engineWatch().stop()
        let record = try cli.damageRecord(of: "dogs")
        try cli.drop(Art.disc(10), as: "cats/Cat 1.svg")
        #expect(try await cli.build().total("published") == 6)
        #expect(try cli.text(record).hasPrefix("#"))
    }

    @Test("a watch that ends before a sheet is drawn leaves the other packs at rest, and the next one draws it")
    func sheets() async throws {
        let cli = try await library()
        let first = try await cli.engineWatch()
        try cli.drop(Art.disc(10), as: "cats/New.svg")
        try await eventually("cats/New.svg is not published") { try first.count("published", "cats/New.svg") == 1 }
        try await first.stop()
        let record = try cli.damageRecord(of: "dogs")
        let second = try await cli.engineWatch()
        try await eventually("the sheet of the earlier run is not drawn") {
            try cli.text("out/sheets/cats.html").contains("s-new")
        }
        try await second.stop()
        #expect(try second.count("notice") == 0)
        #expect(try cli.text(record).hasPrefix("#"))
    }

    @Test("a watch that ends while a file waits leaves the other packs at rest, and the next one takes the file")
    func waiting() async throws {
        let cli = try await library()
        let first = try await cli.engineWatch()
        let file = try #require(FileHandle(forWritingAtPath: try cli.emptyFile("drop/cats/New.svg")))
        try file.write(contentsOf: Data(Art.disc(10).utf8.prefix(20)))
        try await eventually("the incomplete file is not deferred") {
            try await cli.run("status").output.contains("waiting")
        }
        try await first.stop()
        let record = try cli.damageRecord(of: "dogs")
        try file.write(contentsOf: Data(Art.disc(10).utf8.dropFirst(20)))
        try file.close()
        let second = try await cli.engineWatch()
        try await eventually("cats/New.svg is not published") { try second.count("published", "cats/New.svg") == 1 }
        try await second.stop()
        #expect(try second.count("notice") == 0)
        #expect(try cli.text(record).hasPrefix("#"))
    }

    @Test("a library comes to rest while it is watched, and later changes are noticed")
    func rest() async throws {
        let cli = try await library()
        let ready = Mutex(false)
        let published = Mutex<[String]>([])
        var timing = WatchTiming()
        timing.snapshot = .milliseconds(100)
        let run = WatchRun(
            configuration: try cli.configuration(), command: WorkerCommand(executable: CLIFixture.renderer),
            mostLoaded: 0, timing: timing,
            observer: { event in
                switch event {
                case .ready: ready.withLock { $0 = true }
                case .published(let new): published.withLock { $0.append(new.sticker.source.path) }
                default: break
                }
            })
        let watch = Task { try await run.run() }
        try await eventually("the watch does not become ready") { ready.withLock { $0 } }
        for round in 1...3 {
            try cli.drop(Art.disc(20 + round), as: "cats/New \(round).svg")
            try await eventually("cats/New \(round).svg is not published") {
                published.withLock { $0.contains("cats/New \(round).svg") }
            }
            // The state is recorded when the library comes to rest.
            try await eventually("the library does not come to rest") {
                try await cli.run("history").output.contains("\(6 + round) stickers")
            }
        }
        #expect(published.withLock { $0 }.count == 3)
        watch.cancel()
        try await watch.value
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
    }
}

extension CLIFixture {
    /// Creates an empty file, and returns its path.
    fileprivate func emptyFile(_ name: String) throws -> String {
        try put("", at: name)
        return file(name)
    }

    /// Whether the published index contains a pack.
    fileprivate func catalogIndexHas(_ pack: String) throws -> Bool {
        try text("out/catalog.json").contains("\"id\":\"\(pack)\"")
    }
}
