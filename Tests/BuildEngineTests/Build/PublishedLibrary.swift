import BuildEngine
import DropWatcher
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Reports
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest
import TestSupport
import Testing

/// A published library with real files: drop folder, output folder, snapshot, report, and rows of the state database.
/// Nothing is rendered. The file of a sticker is the text of its source.
struct PublishedLibrary {
    let folder: TemporaryFolder
    let publisher: Publisher
    let ledger: Ledger
    var configuration: Configuration

    var check: UpToDateCheck { PublishedLibrary.check(configuration) }

    /// - Parameter packs: the names of the packs' files, by folder. If nil, nothing is published.
    init(_ packs: [String: [String]]? = ["cats": ["Cat.png", "Kitten.png"], "dogs": ["Dog.png"]]) async throws {
        folder = try TemporaryFolder()
        configuration = Configuration(drop: folder.file("drop"), out: folder.file("out"))
        configuration.state = folder.file("state")
        publisher = Publisher(out: configuration.out)
        ledger = try await Ledger.open(folder: configuration.stateFolder).ledger
        guard let packs else { return }
        try await publish(packs)
        try await complete()
    }

    static func check(_ configuration: Configuration) -> UpToDateCheck {
        UpToDateCheck(
            recipes: Recipes(configuration: configuration, backgrounds: [], identity: RenderIdentity(libraries: [:])))
    }

    /// Publishes packs like a run that ends before it records a complete state.
    ///
    /// - Parameter content: the text of all sources. If nil, the text of each source is its name.
    func publish(_ packs: [String: [String]], content: String? = nil) async throws {
        for (pack, names) in packs {
            for name in names {
                let path = "drop/\(pack)/\(name)"
                if folder.text(path) != content ?? name { try folder.write(content ?? name, to: path) }
            }
        }
        let (catalog, sources, results) = try library(packs, content: content)
        let text = try catalog.written()
        var publication = Publication(
            catalog: text.bytes, names: PublishedNames(catalog),
            kept: publisher.folder.listing(OutputNames.sheets).files)
        publication.manifest = text
        publication.files[OutputNames.reportData] = [UInt8](
            try BuildReport(catalog: catalog, previous: catalog).json())
        _ = try publisher.apply(publication)
        try SnapshotStore(configuration).save()
        let rows = sources.map {
            LedgerSource(
                path: $0.path, stamp: stamp(of: $0.path), sha256: $0.sha256, pack: $0.art.pack, id: $0.art.id,
                state: .published,
                fingerprint: $0.fingerprint)
        }
        try await ledger.record(LedgerBatch(sources: rows, results: results))
    }

    private func stamp(of path: String) -> FileStat? {
        var status = stat()
        return lstat(folder.file("drop/" + path), &status) == 0 ? FileStat(status) : nil
    }

    /// Adds the files of stickers to the output folder.
    private func library(
        _ packs: [String: [String]], content: String?
    ) throws -> (Catalog, [PlannedSource], [String: StickerResult]) {
        let staging = try publisher.openStaging()
        defer { publisher.closeStaging() }
        var (sources, results): ([(PlannedSource, StickerResult)], [String: StickerResult]) = ([], [:])
        for (pack, names) in packs.sorted(by: { $0.key < $1.key }) {
            for name in names {
                let text = content ?? name
                let source = PlanSamples.source(name, bytes: Digest.sha256(text)) {
                    ($0.pack, $0.path) = (DropScanner.wantedID(ofFolder: pack), "\(pack)/\(name)")
                }
                let file = try ContentFile.write(Array(text.utf8), fileExtension: "png", folder: staging)
                try #require(try publisher.adopt([file], from: staging).isEmpty)
                let result = PlanSamples.result(file.sha256, bytes: [3: file.bytes])
                sources.append((source, result))
                results[source.fingerprint ?? ""] = result
            }
        }
        let dropped = packs.keys.sorted().map { name in
            var pack = PlanSamples.pack
            (pack.id, pack.folder) = (DropScanner.wantedID(ofFolder: name), name)
            return pack
        }
        return (PlanSamples.catalog(sources, packs: dropped), sources.map(\.0), results)
    }

    /// Records the complete state.
    func complete() async throws {
        let origin = try #require(check.origin())
        var batch = LedgerBatch()
        batch.completion = try await check.completion(catalog: try catalog(), since: origin)
        try #require(batch.completion != nil)
        try await ledger.record(batch)
    }

    func catalog() throws -> Catalog { try #require(try publisher.folder.manifest.catalog()) }

    /// Adds the row of an unpublished file to the state database.
    func add(_ path: String, _ state: SourceStatus, reason: String = "") async throws {
        let row = LedgerSource(
            path: path, stamp: nil, sha256: Digest.sha256(path), pack: state == .ignored ? "" : "cats",
            id: state == .ignored ? "" : "bad", state: state, reason: reason)
        try await ledger.record(LedgerBatch(sources: [row]))
    }

    /// The initial state of a watch. Nil if the watch reads all packs.
    func start() async throws -> WatchStart? {
        try await WatchStart.resting(check, publisher: publisher, ledger: ledger)
    }
}
