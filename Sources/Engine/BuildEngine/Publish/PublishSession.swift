import FileAccess
import JobModel
import Publishing
import Reports
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// A single publication. All changes of the output folder are made by such sessions.
///
/// A caller sets the properties that it needs. The steps always run in the order of `PublishStep`: new files are
/// written before the manifest, old files are removed after it, and the state database is updated last. If the process
/// is killed, all files of the published manifest therefore still exist, and the next run completes the remaining
/// steps. The caller must hold the output lock.
package struct PublishSession: Sendable {
    /// The content to publish.
    package enum Content: Sendable {
        /// A manifest with sheets and a report. The report is not written if only its list of changes differs. It
        /// therefore describes the last run that changed something.
        case catalog(Catalog, sheets: SheetStep.Sheets, report: BuildReport)
        /// A manifest whose report is written later. `names` are the names in the manifest, and `isSame` is true if the
        /// manifest equals the last published manifest.
        case changes(Catalog, names: PublishedNames, sheets: SheetStep.Sheets, isSame: Bool)
        /// A publication with exactly these names and files.
        case publication(Publication)
    }

    /// Determines which states are saved as snapshots.
    enum SnapshotPolicy: Sendable {
        case none
        /// Saves the states before and after the publication if no snapshots of them exist. If a state cannot be saved,
        /// the publication continues.
        case changes
        /// Saves the state before the publication. If a snapshot of this state exists, its time is not changed. If the
        /// state cannot be saved, nothing is published.
        case previous
    }

    /// The files that are moved or linked into the assets before the publication.
    package enum Adoption: Sendable {
        case none
        /// Finished renderings in a staging folder, by fingerprint.
        case finished([String: StickerResult], Staging)
        /// Existing files, to which hard links are created. Contains their absolute paths, by asset name.
        case links([String: String])
    }

    /// The rows that are removed from the state database before files are replaced, so that an interrupted run leaves
    /// no row for a changed file.
    enum Invalidation: Sendable {
        /// The rows of the pages in this publication.
        case replacedPages
        /// The rows of all sheets and icons, and the record of the last complete state.
        case everything
    }

    /// The packs that are marked as changed in the state database before files are replaced. After an interruption, the
    /// next run reads these packs again.
    package enum Progress: Sendable {
        /// No files of packs change.
        case none
        /// Files of the packs with these ids change.
        case packs(Set<String>)
        /// Any file may change, so the record of the last complete state is deleted.
        case everything
    }

    /// The new rows for the state database.
    enum LedgerChange: Sendable {
        case none
        /// Replaces all rows of sources and artifacts, after a run that examined all sources.
        case run(LedgerBatch)
        /// Adds or replaces these rows, and keeps the other rows.
        case add(LedgerBatch)
    }

    /// The result of the publication.
    package struct Published: Sendable {
        /// The completed publication. The next session of this process uses it as `last`.
        var publication: Publication
        /// Whether anything in the output folder was written or removed.
        var isChanged: Bool { files.isChanged }
        var replacedManifest: Bool
        /// The changes in the output folder.
        var files: FileWork
        /// The number of written rows of the state database.
        var rows = 0
        /// The snapshot of the previous state. Nil if no snapshot was saved.
        var previous: Snapshot?
        /// Whether all snapshots that `snapshots` requires are saved.
        var savedSnapshots = true
    }

    /// The error for finished renderings whose files were removed before the publication. Nothing was published.
    package struct MissingFiles: Error {
        package var fingerprints: Set<String>
    }

    /// A function that is called with each step before the step runs.
    private struct Observer: Sendable {
        var reaching: @Sendable (PublishStep) -> Void = { _ in }
    }

    @TaskLocal private static var observer = Observer()

    /// Runs `body`, and calls `reaching` before each step of a publication. Tests use it to end the process at a step.
    package static func observing(
        _ reaching: @escaping @Sendable (PublishStep) -> Void, _ body: @Sendable () async throws -> Void
    ) async rethrows {
        try await $observer.withValue(Observer(reaching: reaching), operation: body)
    }

    let configuration: Configuration
    let publisher: Publisher
    /// The state database. Nil if the publication is not recorded.
    let ledger: Ledger?
    let content: Content
    /// The last publication of this process. Only differences from this publication are examined. If nil, all published
    /// files are examined and repaired.
    var last: Publication?
    var snapshots = SnapshotPolicy.none
    package var adoption = Adoption.none
    /// Additional assets that are removed if the manifest does not reference them.
    var unused: Set<String> = []
    /// Assets in the manifest that are missing, because they are being rendered again.
    var missing: Set<String> = []
    var invalidation = Invalidation.replacedPages
    var progress = Progress.everything
    /// The publish hold of a rollback. Nil for other publications. The hold is written before any change, and again
    /// after the publication. If the manifest cannot be replaced, the earlier hold is restored.
    var hold: PublishHold?
    /// Returns the rows to write to the state database. This function is called after the publication, even if the task
    /// is cancelled.
    var record: @Sendable (Published) async throws -> LedgerChange = { _ in .none }
    /// Called with messages about snapshots that could not be saved.
    var notice: @Sendable (String) -> Void = { _ in }

    package init(
        configuration: Configuration, publisher: Publisher, ledger: Ledger?, content: Content, last: Publication? = nil
    ) {
        (self.configuration, self.publisher, self.ledger) = (configuration, publisher, ledger)
        (self.content, self.last) = (content, last)
    }

    /// Runs all steps of the publication.
    ///
    /// - Throws: `PublishError`, `EngineError` or `MissingFiles`. If the error occurs before the manifest is replaced,
    ///   the previous state remains published and intact.
    package func run() async throws -> Published {
        let reaching = PublishSession.observer.reaching
        let previous = try await savePrevious(reaching)
        var (publication, isNews) = try await BlockingExecutor.run { try prepared() }
        publication.graceSeconds = configuration.publish.keepMinutes * 60
        try await invalidate(publication, reaching)
        let work = try await BlockingExecutor.run { [publication] in try write(publication, reaching) }
        publication.manifest = publication.manifest?.withoutNews
        let saved = await saveCurrent(reaching)
        let published = Published(
            publication: publication, replacedManifest: isNews, files: work, previous: previous.snapshot,
            savedSnapshots: previous.succeeded && saved)
        reaching(.record)
        let rows = try await Task {
            let rows = try await enter(try await record(published))
            // If a person has ended the hold since then, it is not written again.
            if let hold, PublishHold.read(configuration)?.id == hold.id {
                try await BlockingExecutor.run { try hold.write(configuration, isPending: false) }
            }
            return rows
        }.value
        var result = published
        result.rows = rows
        return result
    }

    // MARK: The output folder

    /// Creates the manifest and the report in memory.
    ///
    /// - Returns: the publication, and whether its manifest differs from the published one.
    private func prepared() throws -> (Publication, isNews: Bool) {
        switch content {
        case .publication(let publication): (publication, !isPublished(publication.catalog))
        case .catalog(let catalog, let sheets, let report): try prepared(catalog, sheets, report)
        case .changes(let catalog, let names, let sheets, let isSame):
            try prepared(catalog, names, sheets, written: isSame ? last?.manifest : nil)
        }
    }

    /// - Parameter written: the manifest of the last publication, if the manifest has not changed. Otherwise nil.
    private func prepared(
        _ catalog: Catalog, _ names: PublishedNames, _ sheets: SheetStep.Sheets, written: ManifestText?,
        keepsLines: Bool = true
    ) throws -> (Publication, isNews: Bool) {
        let manifest = try written ?? catalog.written(after: last?.manifest, keepsLines: keepsLines)
        var publication = Publication(
            catalog: manifest.bytes, names: names, files: sheets.pages, moved: sheets.moved, kept: sheets.kept)
        publication.manifest = manifest
        publication.missing = missing
        if let last { publication.namedElsewhere = last.namedElsewhere }
        return (publication, written == nil && !isPublished(manifest.bytes))
    }

    private func prepared(
        _ catalog: Catalog, _ sheets: SheetStep.Sheets, _ report: BuildReport
    ) throws -> (Publication, isNews: Bool) {
        var (publication, isNews) = try prepared(
            catalog, PublishedNames(catalog), sheets, written: nil, keepsLines: false)
        if isNews || !publisher.folder.exists(OutputNames.reportPage)
            || ReportStep.differs(report, from: publisher.folder.read(OutputNames.reportData))
            || !ReportPage.isPage(publisher.folder.read(OutputNames.reportPage), in: configuration.texts)
        {
            publication.files[OutputNames.reportData] = [UInt8](try report.json())
            publication.files[OutputNames.reportPage] = [UInt8](
                try ReportPage.html(report, catalog: catalog, configuration.texts).utf8)
        }
        return (publication, isNews)
    }

    private func isPublished(_ manifest: [UInt8]) -> Bool {
        last.map { $0.catalog == manifest } ?? publisher.folder.holds(manifest, at: OutputNames.catalog)
    }

    private func write(_ publication: Publication, _ reaching: (PublishStep) -> Void) throws -> FileWork {
        try publisher.folder.makeFolder("")
        guard let hold else { return try publish(publication, reaching) }
        let earlier = PublishHold.read(configuration)
        reaching(.hold)
        // The hold is first written as pending. After a power failure, the next run therefore completes the rollback.
        try hold.write(configuration, isPending: true)
        do {
            return try publish(publication, reaching)
        } catch {
            if publisher.folder.digest(of: OutputNames.catalog) != Digest.sha256(publication.catalog) {
                if let earlier {
                    try? earlier.write(configuration, isPending: earlier.isPending)
                } else {
                    try? PublishHold.remove(configuration)
                }
            }
            throw error
        }
    }

    private func publish(_ publication: Publication, _ reaching: (PublishStep) -> Void) throws -> FileWork {
        reaching(.adopt)
        var adopted = unused
        switch adoption {
        case .none: break
        case .links(let files): try publisher.adopt(linking: files)
        case .finished(let results, let staging):
            let missing = try publisher.adopt(results, from: staging)
            guard missing.isEmpty else { throw MissingFiles(fingerprints: missing) }
            adopted.formUnion(results.values.flatMap(\.files).map(OutputNames.asset))
        }
        return try publisher.apply(publication, after: last, unused: adopted, reaching: reaching)
    }

    // MARK: The state folder

    private func savePrevious(_ reaching: (PublishStep) -> Void) async throws -> (snapshot: Snapshot?, succeeded: Bool)
    {
        reaching(.savePrevious)
        let store = SnapshotStore(configuration)
        switch snapshots {
        case .none: return (nil, true)
        case .changes: return (nil, await saveIfChanged())
        case .previous: return (try await BlockingExecutor.run { try store.save(renews: false) }, true)
        }
    }

    private func saveCurrent(_ reaching: (PublishStep) -> Void) async -> Bool {
        reaching(.saveCurrent)
        guard case .changes = snapshots else { return true }
        return await saveIfChanged()
    }

    private func saveIfChanged() async -> Bool {
        do {
            try await BlockingExecutor.run { [store = SnapshotStore(configuration)] in try store.saveIfChanged() }
            return true
        } catch {
            notice("The published state could not be saved for `stickerd rollback`: \(error)")
            return false
        }
    }

    private func invalidate(_ publication: Publication, _ reaching: (PublishStep) -> Void) async throws {
        reaching(.invalidate)
        switch progress {
        case .none: break
        case .packs(let ids): try await ledger?.touch(packs: ids)
        case .everything: try await ledger?.forgetCompletion()
        }
        switch invalidation {
        case .everything: try await ledger?.forgetArtifacts()
        case .replacedPages:
            let pages = Set(publication.files.keys).union(publication.moved.keys)
                .filter { $0.hasPrefix(OutputNames.sheets + "/") }
            if !pages.isEmpty { try await ledger?.forgetArtifacts(pages) }
        }
    }

    /// - Returns: the number of written rows.
    private func enter(_ change: LedgerChange) async throws -> Int {
        switch change {
        case .none: 0
        case .run(let batch): try await ledger?.commit(run: batch) ?? 0
        case .add(let batch): try await ledger?.record(batch) ?? 0
        }
    }
}

extension Publisher {
    /// Moves finished files to their asset names. The files are not flushed, because no manifest references them yet.
    ///
    /// - Parameter results: the results, by fingerprint.
    /// - Returns: the fingerprints of results with missing files, which must be rendered again.
    /// - Throws: `PublishError`, `EngineError`.
    func adopt(_ results: [String: StickerResult], from staging: Staging) throws -> Set<String> {
        let missing = try adopt(results.values.flatMap(\.files), from: try staging.open())
        guard !missing.isEmpty else { return [] }
        return Set(results.filter { !missing.isDisjoint(with: $0.value.files) }.keys)
    }
}
