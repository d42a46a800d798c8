import BuildEngine
import FileAccess
import Foundation
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import TestSupport
import Testing
import WorkerPool

/// The steps of a rebuild in this process, with workers that do no job.
@Suite("The steps of a rebuild")
struct RebuildStepTests {
    private static let path = "cats/Cat.svg"
    private static let art = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>"#
    private let library: PublishedLibrary
    private let workers = RefusingWorkers()

    /// One published sticker.
    init() async throws {
        library = try await PublishedLibrary(nil)
        try await library.publish(["cats": ["Cat.svg"]], content: Self.art)
    }

    private func inputs() async throws -> RebuildInputs {
        try await RebuildInputs.make(
            library.configuration, identity: RenderIdentity(libraries: [:]), observer: { _ in })
    }

    private var configured: ConfiguredWorkers {
        ConfiguredWorkers(configuration: library.configuration, command: workers.command)
    }

    private func workspace() throws -> RebuildWorkspace {
        let workspace = RebuildWorkspace(state: library.configuration.stateFolder, name: "rebuild")
        _ = try workspace.open()
        return workspace
    }

    // MARK: Inputs

    @Test("a rebuild of an intact library renders every source, and finds no damage")
    func intact() async throws {
        let inputs = try await inputs()
        #expect(inputs.plan.map(\.path) == [Self.path] && inputs.plan.allSatisfy(\.needsRendering))
        #expect(inputs.damages.isEmpty && inputs.filesChecked > 0)
    }

    @Test("a published source that is gone is missing, and one that changed without being written is damaged")
    func sources() async throws {
        try library.folder.write(Self.art.replacing("9", with: "8"), to: "drop/" + Self.path)
        var status = stat()
        try #require(lstat(library.folder.file("drop/" + Self.path), &status) == 0)
        let row = LedgerSource(
            path: Self.path, stamp: FileStat(status), sha256: Digest.sha256(Self.art), pack: "cats", id: "cat",
            state: .published, fingerprint: try #require(library.catalog().finishedStickers.first).fingerprint)
        try await library.ledger.record(LedgerBatch(sources: [row]))
        let damaged = try await inputs()
        #expect(damaged.damagedSources == [Self.path] && damaged.missingSources.isEmpty)
        #expect(damaged.damages.map(\.place) == [.source])
        try library.folder.remove("drop/" + Self.path)
        let missing = try await inputs()
        #expect(missing.missingSources == [Self.path] && missing.damagedSources.isEmpty)
    }

    @Test("a sticker with a damaged file is rendered again, whatever the effort of the rebuild")
    func damagedFile() async throws {
        let sticker = try #require(try library.catalog().packs.first?.stickers.first)
        let asset = try #require(sticker.renditions.first?.path)
        try library.folder.remove("out/" + asset)
        try library.folder.write("damaged", to: "out/" + asset)
        let inputs = try await inputs()
        #expect(inputs.damagedFingerprints == [sticker.fingerprint])
        #expect(inputs.damages.map(\.path).contains(asset))
    }

    // MARK: Rendering

    private func rendered(
        _ earlier: RebuildWorkspace.Made, deadline: ContinuousClock.Instant? = nil
    ) async throws -> RebuildRendering.Made {
        let tasks = ["a.png", "b.png"].compactMap { PlanSamples.source($0).task }
        return try await RebuildRendering(
            workers: configured, folders: JobFolders(), workspace: try workspace(),
            pace: RebuildPace(stateFolder: library.configuration.stateFolder, deadline: deadline), observer: { _ in }
        ).run(tasks, earlier: earlier)
    }

    @Test("a rebuild renders what no earlier one has finished, and saves it for the next one")
    func continues() async throws {
        let known = PlanSamples.fingerprint("a.png")
        let made = try await rendered([known: (PlanSamples.result("a"), 5)])
        #expect(made.takenOver == 1 && made.fresh == [PlanSamples.fingerprint("b.png")])
        #expect(made.results.count == 2 && workers.sources == ["/drop/cats/b.png"])
        let saved = try RebuildWorkspace(state: library.configuration.stateFolder, name: "rebuild").open()
        #expect(Set(saved.keys) == made.fresh)
    }

    @Test("after its deadline a rebuild starts no rendering, and keeps what an earlier one has finished")
    func late() async throws {
        let made = try await rendered([PlanSamples.fingerprint("a.png"): (PlanSamples.result("a"), 5)], deadline: .now)
        #expect(made.fresh.isEmpty && made.takenOver == 1 && made.results.count == 1 && workers.sources.isEmpty)
    }

    // MARK: Publication

    private func published(remaining: Int) async throws -> RebuildSession {
        let inputs = try await inputs()
        var session = RebuildSession(
            inputs: inputs, mode: .publish, effort: .max, made: RebuildRendering.Made(), time: Date())
        session.remaining = remaining
        let recipes = Recipes(
            configuration: library.configuration, backgrounds: [], identity: RenderIdentity(libraries: [:]))
        let choice = RebuildChoice(recipes: recipes, effort: .max, made: [:], decided: [:])
        try await RebuildPublication(
            workers: configured, choice: choice, workspace: try workspace(), observer: { _ in }
        ).run(&session)
        return session
    }

    @Test("a rebuild that is not finished, or finds a hold of the publication, publishes nothing", arguments: [0, 3])
    func held(remaining: Int) async throws {
        if remaining == 0 {
            try PublishHold(id: "0", since: Date(timeIntervalSince1970: 0))
                .write(library.configuration, isPending: false)
        }
        let before = library.folder.bytes("out/catalog.json")
        let session = try await published(remaining: remaining)
        #expect(library.folder.bytes("out/catalog.json") == before)
        switch session.hold {
        case .publishHold: #expect(remaining == 0)
        case .incomplete(let count): #expect(count == remaining)
        default: Issue.record("\(String(describing: session.hold))")
        }
        // The next report compares with this run.
        #expect(try await library.ledger.rebuilds(last: 9).count == 1)
    }
}
