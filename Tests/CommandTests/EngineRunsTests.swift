import BuildEngine
import EngineSupport
import Foundation
import JobModel
import Reports
import StickerConfiguration
import StickerManifest
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// Tests the runs of the engine directly, without the command-line program. The runs use the shared workers of this
/// test process.
@Suite("Runs of the engine")
struct EngineRunsTests {
    private let cli: CLIFixture

    init() throws {
        cli = try CLIFixture()
        try cli.drop(Art.disc(1), as: "cats/A.svg")
        try cli.drop(Art.disc(2), as: "cats/B.svg")
    }

    private var command: WorkerCommand { RememberingWorkers.command }

    /// The paths of all files and folders of the fixture, without lock files.
    private func files() -> Set<String> {
        let all = FileManager.default.enumerator(atPath: cli.path)?.compactMap { $0 as? String } ?? []
        return Set(all.filter { !$0.hasSuffix("lock") })
    }

    // MARK: Previews and checks

    @Test("a preview names what a build would render, remove and leave, and writes nothing but a lock")
    func preview() async throws {
        func preview() async throws -> BuildPreview.Result {
            let before = files()
            let result = try await BuildPreview(configuration: try cli.configuration(), command: command) { _ in }.run()
            #expect(files().symmetricDifference(before).isEmpty)
            return result
        }
        let first = try await preview()
        #expect(first.toRender == ["cats/A.svg", "cats/B.svg"] && first.unchanged == 0 && first.toRemove.isEmpty)
        try await cli.build()
        #expect(try await preview().unchanged == 2)
        try cli.remove("drop/cats/A.svg")
        try cli.drop(Art.disc(3), as: "cats/C.svg")
        let last = try await preview()
        #expect(last.toRender == ["cats/C.svg"] && last.toRemove == ["cats/A.svg"] && last.unchanged == 1)
        #expect(last.hold == nil && last.waiting.isEmpty)
    }

    @Test("files are checked as a build would, in their order, and a missing one fails alone")
    func check() async throws {
        try cli.drop(Array(Art.png().prefix(80)), as: "cats/Torn.png")
        let paths = ["cats/Torn.png", "cats/A.svg", "cats/Gone.svg"].map { cli.file("drop/\($0)") }
        let results: [FileCheck.Result] = try await FileCheck(
            configuration: try cli.configuration(), size: nil, command: command
        ).run(paths)
        #expect(results.map(\.file) == paths)
        #expect(results.map(\.isRejected) == [true, false, true])
        #expect(results.map { $0.failure == nil } == [true, true, false])
        #expect(results[0].findings.contains { $0.level == .error } && results[1].output != nil)
        #expect(!cli.has("out"))
    }

    @Test("an animation is only taken apart into an empty folder, and what is no animation leaves none")
    func frames() async throws {
        let export = FrameExport(configuration: try cli.configuration(), command: command)
        func refused(_ file: String, to target: String) async {
            await #expect(throws: EngineError.self) {
                _ = try await export.run(cli.file("drop/\(file)"), to: cli.file(target))
            }
        }
        await refused("cats/Gone.gif", to: "frames")
        await refused("cats", to: "frames")
        await refused("cats/A.svg", to: "drop/cats")
        #expect(!cli.has("frames"))
        try cli.put(Art.png(), at: "still.png")
        guard case .rejected(let findings) = try await export.run(cli.file("still.png"), to: cli.file("frames")) else {
            Issue.record("a still picture was split into frames")
            return
        }
        #expect(!findings.isEmpty && !cli.has("frames"))
    }

    // MARK: Rebuilds

    private func rebuild(_ mode: RebuildRun.Mode) async throws -> RebuildSummary {
        try await RebuildRun(
            configuration: try cli.configuration(), command: command, mode: mode, observer: { _ in }
        ).run()
    }

    @Test("a rebuild of an intact library changes nothing, whatever it is for")
    func intactRebuild() async throws {
        try await cli.build()
        let before = try cli.read("out/catalog.json")
        for mode: RebuildRun.Mode in [.preview, .verify, .publish] {
            let summary = try await rebuild(mode)
            #expect(summary.exitStatus == 0, "\(mode)")
            #expect(try cli.read("out/catalog.json") == before, "\(mode)")
        }
    }

    @Test("a lost file is made again by a rebuild that publishes, and only reported by one that verifies")
    func damagedRebuild() async throws {
        try await cli.build()
        let path = "out/" + (try #require(try cli.sticker("cats", "a")?.renditions.first?.path))
        let bytes = try cli.read(path)
        try cli.remove(path)
        let verified = try await rebuild(.verify)
        #expect(verified.exitStatus != 0 && !cli.has(path))
        _ = try await rebuild(.publish)
        #expect(try cli.has(path) && cli.read(path) == bytes)
        #expect(try await rebuild(.verify).exitStatus == 0)
    }

    @Test("rendering for a cache needs an engine with one")
    func withoutCache() async throws {
        let shard = try #require(RebuildShard(number: 1, count: 2))
        let run = RebuildRun(
            configuration: try cli.configuration(), command: command, mode: .publish, observer: { _ in })
        await #expect(throws: EngineError.self) { try await run.renderForCache(shard) }
        #expect(!cli.has("out"))
    }

    @Test("a run without an engine forwards its events and makes no socket")
    func withoutFarm() async throws {
        let events = Mutex(0)
        let configuration = try cli.configuration()
        let server = RunServer(RunServer.Run.rebuild, configuration) { _ in events.withLock { $0 += 1 } }
        let before = files()
        let answer = try await StickerPool.withWorkers(count: 1, command: command) { pool in
            try await server.serve(pool) {
                server.observe(.planned(sources: 2, toRender: 2))
                return files() == before
            }
        }
        #expect(answer && events.withLock { $0 } == 1)
    }

    // MARK: Sheets and exports

    @Test("a page of a sheet is the same on demand and in a file, and is drawn again only for other stickers")
    func sheets() async throws {
        try await cli.build()
        let configuration = try cli.configuration()
        let sheets = OnDemandSheets(configuration: configuration, command: command, logger: .silent)
        let sheet: OnDemandSheets.Sheet = try #require(try await sheets.sheet(of: "cats"))
        #expect(sheet.title == "cats" && sheet.stickersPerPage == [2])
        let page: OnDemandSheets.Page = try #require(try await sheets.page(1, of: "cats"))
        let bytes = try Data(contentsOf: URL(filePath: "\(page.folder)/\(page.name)"))
        for number in [0, 2] { #expect(try await sheets.page(number, of: "cats") == nil) }
        #expect(try await sheets.sheet(of: "dogs") == nil)

        let export = PreviewSheetExport(configuration: configuration, command: command)
        let outcome = try await export.write(to: cli.file("sheet.png"), packs: ["cats"]) { _, _ in }
        #expect(outcome.stickers == 2 && outcome.pages == 1)
        #expect(try outcome.files.map { try Data(contentsOf: URL(filePath: $0)) } == [bytes])
        let error = await #expect(throws: (any Error).self) {
            try await export.write(to: cli.file("other.png"), packs: ["dogs"]) { _, _ in }
        }
        #expect(error.map { "\($0)".contains("dogs") } == true && !cli.has("other.png"))

        try cli.drop(Art.disc(3), as: "cats/C.svg")
        try await cli.build()
        #expect(try await sheets.page(1, of: "cats")?.fingerprint != page.fingerprint)
    }

    /// The test writes pictures instead of a PDF, because all steps of a PDF must run in one process, and the shared
    /// workers are two processes.
    @Test("a sheet for paper has the published stickers, and without any nothing is written")
    func paper() async throws {
        let export = SheetExport(
            configuration: try cli.configuration(), command: command, options: SheetOptions(format: .png))
        let error = await #expect(throws: (any Error).self) {
            try await export.write(to: cli.file("sheet.png"), packs: []) { _, _ in }
        }
        let before = files()
        #expect(error.map { "\($0)".contains(cli.file("out")) } == true && !before.contains { $0.hasPrefix("sheet") })
        try await cli.build()
        let outcome = try await export.write(to: cli.file("sheet.png"), packs: ["cats"]) { _, _ in }
        let pictures = try outcome.files.map { try Data(contentsOf: URL(filePath: $0)) }
        #expect(outcome.stickers == 2 && pictures.count == outcome.pages && !pictures.isEmpty)
        #expect(pictures.allSatisfy { $0.starts(with: RawChunk.signature) })
        #expect(pictures.reduce(0) { $0 + $1.count } == outcome.bytes)
    }

    @Test("an export gathers the published packs with a rendered icon for a pack without one, and no other pack")
    func exportInputs() async throws {
        let inputs = ExportInputs(
            configuration: try cli.configuration(), command: command, makesSequences: false)
        await #expect(throws: NothingPublished.self) { try await inputs.gather([], scratch: cli.path) }
        try cli.drop(Art.disc(4), as: "dogs/D.svg")
        try await cli.build()
        try FileManager.default.createDirectory(atPath: cli.file("scratch"), withIntermediateDirectories: false)
        let cats: ExportInputs.Gathered = try await inputs.gather(["cats"], scratch: cli.file("scratch"))
        var stickers: [String] = []
        try cats.eachPack { stickers += $0.pack.stickers.map(\.id) }
        #expect(stickers == ["a", "b"] && cats.count == 1 && cats.stickers == 2 && cats.pieces.isEmpty)
        let icon = try #require(cats.firstPack?.icon)
        #expect(!icon.isEmpty && icon.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
        let error = await #expect(throws: EngineError.self) {
            try await inputs.gather(["birds"], scratch: cli.file("scratch"))
        }
        #expect(error?.description.contains("\"birds\". The published packs: cats, dogs.") == true)
    }

    // MARK: Watches

    @Test("the progress of a watch ends with everything published and nothing queued")
    func progress() async throws {
        let latest = Mutex<WatchProgress?>(nil)
        let isReady = Mutex(false)
        let run = WatchRun(configuration: try cli.configuration(), command: command) { event in
            if case .progress(let progress) = event { latest.withLock { $0 = progress } }
            if case .ready = event { isReady.withLock { $0 = true } }
        }
        let task = Task { try await run.run() }
        try await eventually("the watch does not become ready") { isReady.withLock { $0 } }
        try await eventually("not all sources are published") {
            latest.withLock { $0 }.map { $0.published == 2 && $0.queued == 0 && $0.waiting == 0 } ?? false
        }
        #expect(latest.withLock { $0 }?.isFrozen == false)
        task.cancel()
        try await task.value
    }
}
