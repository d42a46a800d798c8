import Decisions
import FileAccess
import Foundation
import Glibc
import Intake
import JobModel
import Publishing
import Reports
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Detects a build without work before it reads any sticker. The state database contains a proof of the last complete
/// state (`Completion`): a digest of all inputs of a build, a digest of its results, and a digest for each folder of
/// the drop folder and each published pack. A build after a change therefore knows the changed folders.
package struct UpToDateCheck: Sendable {
    let recipes: Recipes

    package init(recipes: Recipes) { self.recipes = recipes }

    var configuration: Configuration { recipes.configuration }

    /// The inputs of a build.
    package struct Origin: Sendable, Hashable {
        /// A digest of the configuration, the renderer and people's decisions.
        package var settings: String
        /// A digest for each folder of the drop folder, by name. Empty for a folder with unfinished work.
        package var folders: [String: String]

        /// Marks folders with unfinished work, so that the next run treats them as changed.
        package mutating func leave(_ unfinished: Set<String>) {
            for name in unfinished { folders[name] = "" }
        }
    }

    typealias StartingPoint = (mark: UpToDateCheck, origin: Origin)

    /// The hashes of all inputs of the published state. They must be computed before any input is read, so that the
    /// next build detects later changes.
    ///
    /// - Parameter others: the names of omitted folders.
    /// - Returns: nil if the drop folder cannot be checked by timestamps alone.
    package func origin(besides others: Set<String> = []) -> Origin? {
        guard let folders = DirectoryFingerprint.folders(of: configuration.drop, besides: others) else { return nil }
        var settings = configuration
        (settings.jobs, settings.sheets.cacheBytes) = (0, 0)
        var digest = StructuredHasher()
        for text in [
            "\(StickerdVersion.pipeline)", StickerdVersion.generator, recipes.identity.signature,
            StableText.of(settings),
            StableText.of(recipes.backgrounds),
        ] { digest.add(text) }
        for name in [DecisionStore.fileName, DecisionStore.journalName] {
            var decisions = stat()
            let isThere = stat(configuration.stateFolder + "/" + name, &decisions) == 0
            digest.add(isThere ? name : "")
            if isThere { digest.add(FileStat(decisions)) }
        }
        return Origin(settings: digest.text, folders: folders)
    }

    // MARK: The last complete state

    /// The summary of the last build, if this build would have the same result.
    ///
    /// - Throws: `EngineError` if the state database cannot be read.
    package func summary(of last: Last, since origin: Origin, ledger: Ledger) async throws -> BuildSummary? {
        guard last.settings == origin.settings, last.folders == origin.folders, last.doubt == nil else { return nil }
        let report = try await BlockingExecutor.run { () -> BuildReport? in
            OutputFolder(configuration.out).read(OutputNames.reportData)
                .flatMap { try? JSONDecoder().decode(BuildReport.self, from: Data($0)) }
        }
        guard var report else { return nil }
        report.changes = []
        let outcomes = try await ledger.sources().filter { $0.state != .ignored }.map(SourceOutcome.init)
        return BuildSummary(
            catalog: nil, outcomes: outcomes, report: report, ignored: report.ignored, rendered: 0, changed: false)
    }

    /// The packs that have changed since the last build, if nothing else has.
    ///
    /// - Returns: nil if everything must be examined.
    /// - Throws: `IntakeError`; `EngineError` if the state database cannot be read.
    package func changedPacks(since last: Last, now origin: Origin, ledger: Ledger) async throws -> ChangedPacks? {
        guard last.settings == origin.settings, let before = last.believedFolders(now: origin) else { return nil }
        let sources = try await ledger.sources()
        return try await BlockingExecutor.run { [configuration] in
            try ChangedPacks.find(
                configuration, before: before, now: origin.folders, sources: sources, doubt: last.doubt)
        }
    }

    // MARK: The proof of a complete state

    /// The proof of a build's complete state. Nil if the build leaves unfinished work or messages.
    ///
    /// - Parameter catalog: the published catalog of at least some packs.
    func completion(_ summary: BuildSummary, catalog: Catalog, since origin: Origin) async throws -> Completion? {
        guard summary.count(.waiting) == 0, summary.unreadable.isEmpty, summary.decisionLoss == nil else { return nil }
        return try await completion(catalog: catalog, since: origin)
    }

    /// The proof for a run without unfinished work or messages. Nil if timestamps are not sufficient to detect later
    /// changes.
    package func completion(catalog: Catalog, since origin: Origin) async throws -> Completion? {
        try await BlockingExecutor.run { namesAreLinks(in: catalog) ? completion(origin) : nil }
    }

    /// Whether the readable names are hard links. A write to a copy could not be detected, because it changes neither
    /// the name nor the inode number.
    private func namesAreLinks(in catalog: Catalog?) -> Bool {
        let out = OutputFolder(configuration.out)
        guard let one = catalog?.packs.first?.stickers.first?.renditions.first else { return true }
        guard let name = out.stamp(of: one.name), let asset = out.stamp(of: one.path) else { return false }
        return name.isSameFile(as: asset)
    }

    private func completion(_ origin: Origin) -> Completion? {
        let out = OutputFolder(configuration.out)
        guard let stamps = out.stamps() else { return nil }
        var completion = Completion(
            settings: origin.settings, result: result(stamps), output: nil, folders: origin.folders, packs: [:])
        guard stamps.isDivided, let published = PublishedDigests(out, stamps) else { return completion }
        completion.output = Completion.Output(
            assets: stamps.assets, others: stamps.others, manifest: published.manifest, report: stamps.report)
        let ids = published.ids.union(origin.folders.keys.map(DropScanner.wantedID))
        completion.packs = Dictionary(uniqueKeysWithValues: ids.map { ($0, published.digest(ofPack: $0)) })
        return completion
    }

    /// A digest of everything published, and of the list of saved snapshots.
    func result(_ stamps: OutputStamps) -> String {
        var digest = StructuredHasher()
        digest.add(stamps.text)
        for name in OutputFolder(configuration.stateFolder + "/snapshots").children().sorted() { digest.add(name) }
        return digest.text
    }
}

extension Completion.Report {
    /// The record of a report that was written separately.
    ///
    /// - Parameter catalog: the bytes of the published index that the report describes.
    package init(on catalog: [UInt8], in out: OutputFolder) {
        self.init(manifest: Digest.sha256(catalog), stamp: out.stampOfReport())
    }
}
