import Decisions
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Reports
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Determines whether a build has nothing to do, before the build reads any sticker.
///
/// The state database contains a record of the last complete state (`Completion`), with hashes of all inputs, of the
/// results, of each folder in the drop folder, and of each published pack. The next build compares these hashes, and
/// processes only the changed folders.
package struct UpToDateCheck: Sendable {
    let recipes: Recipes

    package init(recipes: Recipes) { self.recipes = recipes }

    var configuration: Configuration { recipes.configuration }

    /// Hashes of the inputs of a build.
    package struct Origin: Sendable, Hashable {
        /// The hash of the configuration, the renderer and the decisions of reviewers.
        package var settings: String
        /// The fingerprint of each folder in the drop folder, by name. A folder with unfinished work has an empty
        /// fingerprint.
        package var folders: [String: String]

        /// Marks folders with unfinished work, so that the next run treats them as changed.
        package mutating func leave(_ unfinished: Set<String>) {
            for name in unfinished { folders[name] = "" }
        }
    }

    package typealias StartingPoint = (check: UpToDateCheck, origin: Origin)

    /// Computes hashes of the current inputs. Must be called before any input is read, so that the next build detects
    /// later changes.
    ///
    /// - Parameter others: the names of omitted folders.
    /// - Returns: nil if a comparison of timestamps cannot detect all changes of the drop folder.
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
            let decisions = FileStat(at: configuration.stateFolder + "/" + name)
            digest.add(decisions == nil ? "" : name)
            if let decisions { digest.add(decisions) }
        }
        return Origin(settings: digest.text, folders: folders)
    }

    // MARK: The last complete state

    /// Creates the summary of a build that has nothing to do. Returns nil if the inputs or the results have changed
    /// since the last build.
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

    /// Finds the packs that have changed since the last build.
    ///
    /// - Returns: nil if the whole library must be examined.
    /// - Throws: `IntakeError`; `EngineError` if the state database cannot be read.
    package func changedPacks(since last: Last, now origin: Origin, ledger: Ledger) async throws -> ChangedPacks? {
        guard last.settings == origin.settings, let before = last.believedFolders(now: origin) else { return nil }
        let sources = try await ledger.sources()
        return try await BlockingExecutor.run { [configuration] in
            try ChangedPacks.find(
                configuration, before: before, now: origin.folders, sources: sources, doubt: last.doubt)
        }
    }

    // MARK: The record of a complete state

    /// Creates the record of the complete state after a build. Returns nil if sources are deferred or unreadable, or if
    /// decisions are missing.
    ///
    /// - Parameter catalog: the published catalog, which may contain only some packs.
    func completion(_ summary: BuildSummary, catalog: Catalog, since origin: Origin) async throws -> Completion? {
        guard summary.count(.waiting) == 0, summary.unreadable.isEmpty, summary.decisionLoss == nil else { return nil }
        return try await completion(catalog: catalog, since: origin)
    }

    /// Creates the record of the complete state after a run without unfinished work. Returns nil if a comparison of
    /// timestamps cannot detect all later changes.
    package func completion(catalog: Catalog, since origin: Origin) async throws -> Completion? {
        try await BlockingExecutor.run { namesAreLinks(in: catalog) ? completion(origin) : nil }
    }

    /// Whether the readable names are hard links to the assets. If they are copies, the check cannot detect a later
    /// write to a copy, because the write changes neither the timestamps of the folder nor the inode number.
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

    /// The hash of the output folder's timestamps and of the list of saved snapshots.
    func result(_ stamps: OutputStamps) -> String {
        var digest = StructuredHasher()
        digest.add(stamps.text)
        for name in OutputFolder(configuration.stateFolder + "/snapshots").children().sorted() { digest.add(name) }
        return digest.text
    }
}

extension Completion.Report {
    /// Creates the record of a report that was written after the last complete build.
    ///
    /// - Parameter catalog: the bytes of the published index that the report describes.
    package init(on catalog: [UInt8], in out: OutputFolder) {
        self.init(manifest: Digest.sha256(catalog), stamp: out.stampOfReport())
    }
}
