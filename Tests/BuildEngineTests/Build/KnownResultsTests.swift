import BuildEngine
import JobModel
import StateDatabase
import StickerManifest
import TestSupport
import Testing

/// Tests the lookup of stored results with a real state database.
@Suite("Results that need no rendering")
struct KnownResultsTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger
    private let cat = PlanSamples.source("Cat.png", bytes: String(repeating: "c", count: 64))
    private let result = PlanSamples.result(
        String(repeating: "a", count: 64), pixels: String(repeating: "f", count: 64))

    init() async throws {
        folder = try TemporaryFolder()
        ledger = try await Ledger.open(folder: folder.path).ledger
    }

    private var name: String { cat.fingerprint ?? "" }
    private var catalog: Catalog { PlanSamples.catalog([(cat, result)]) }

    /// The hashes of the files and of the pixels of each result.
    private func files(_ results: [String: StickerResult]) -> [String: [String]] {
        results.mapValues { result in result.files.map(\.sha256) + [result.output?.pixels ?? ""] }
    }

    private var expected: [String: [String]] { files([name: result]) }

    @Test(
        "after the state database was lost, the results come from the manifest, and are stored again",
        arguments: [false, true])
    func lost(prefersManifest: Bool) async throws {
        let known = KnownResults(ledger: ledger, previous: catalog, prefersManifest: prefersManifest)
        #expect(files(try await known.of([name, "unknown"])) == expected)
        #expect(try await ledger.storedResults(among: [name, "unknown"]) == [name])
        #expect(files(try await KnownResults(ledger: ledger, previous: nil).of([name])) == expected)
    }

    @Test(
        "a manifest that was written with rules turned off lacks their findings, so it is not used",
        arguments: [false, true])
    func rulesOff(prefersManifest: Bool) async throws {
        var catalog = catalog
        catalog.rulesOff = [Rule.lowResolution.id]
        let known = KnownResults(ledger: ledger, previous: catalog, prefersManifest: prefersManifest)
        #expect(try await known.of([name]).isEmpty)
        #expect(try await ledger.storedResults(among: [name]).isEmpty)
    }

    @Test("a result that is not published comes from the state database", arguments: [false, true])
    func stored(prefersManifest: Bool) async throws {
        let rejected = PlanSamples.damaged
        try await ledger.record(LedgerBatch(results: ["other": rejected]))
        let known = KnownResults(ledger: ledger, previous: catalog, prefersManifest: prefersManifest)
        let results = try await known.of([name, "other"])
        #expect(Set(results.keys) == [name, "other"])
        #expect(results["other"]?.findings == rejected.findings && results["other"]?.output == nil)
    }
}
