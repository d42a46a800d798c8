import FileAccess
import JobModel
import Publishing
import Reports
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// One publication, from the published state to the next. The output folder only changes through a session.
///
/// A caller fills in the parts that it needs; the order is always that of `PublishStep`. Files are written before the
/// manifest that references them and removed after it, and the state database is updated last. A process that is killed
/// therefore leaves a manifest with all its files, and the next run completes the rest. The caller holds the output's
/// lock.
package struct PublishSession: Sendable {
    /// The content to publish.
    enum Content: Sendable {
        /// A manifest with its sheets. The report describes the last run that changed something, so it is written only
        /// if more than its list of changes differs.
        case catalog(Catalog, sheets: SheetStep.Sheets, report: BuildReport)
        /// A manifest whose report is written later. `names` are the names in the manifest, and `isSame` is whether it
        /// equals the last published one.
        case changes(Catalog, names: PublishedNames, sheets: SheetStep.Sheets, isSame: Bool)
        /// A publication with exactly these names and files.
        case publication(Publication)
    }

    /// The states that are saved as snapshots.
    enum SnapshotPolicy: Sendable {
        case none
        /// Saves the states before and after, if they are new. Publishing continues if they cannot be saved.
        case changes
        /// Saves the previous state, which keeps its time if it was saved before. Nothing is published if it cannot be
        /// saved.
        case previous
    }

    /// Files that get their content names before the publication.
    enum Adoption: Sendable {
        case none
        /// Finished renderings in a staging folder, by fingerprint.
        case finished([String: StickerResult], Staging)
        /// Files to link: absolute paths by asset name.
        case links([String: String])
    }

    /// The rows that are removed from the state database before files are replaced, so that an interrupted run leaves
    /// no row for a changed file.
    enum Invalidation: Sendable {
        /// The rows of the pages in this publication.
        case replacedPages
        /// All sheets, icons, and the record of the last build.
        case everything
    }

    /// A note in the state database before files are replaced. After an interrupted run, everything that may differ
    /// from the last complete state is then read again.
    package enum Progress: Sendable {
        /// Only the report is replaced, which is not part of a pack.
        case none
        /// The packs with these ids change.
        case packs(Set<String>)
        /// Any file may change, so the last complete state is no longer valid.
        case everything
    }

    /// The new rows for the state database.
    enum LedgerChange: Sendable {
        case none
        /// Replaces all rows, after a run that examined all sources.
        case run(LedgerBatch)
        /// Adds these rows and keeps the others.
        case add(LedgerBatch)
    }

    /// The result of the publication.
    struct Published: Sendable {
        /// The published state, for `last` of the next session.
        var publication: Publication
        /// Whether anything in the output folder was written or removed.
        var isChanged: Bool { files.isChanged }
        var replacedManifest: Bool
        /// The changes in the output folder.
        var files: FileWork
        /// The number of written rows of the state database.
        var rows = 0
        /// The snapshot of the previous state. Nil if none was saved.
        var previous: Snapshot?
        /// Whether all snapshots of the policy are saved.
        var savedSnapshots = true
    }

    /// Finished renderings whose files were removed before they were published. Nothing was published.
    struct MissingFiles: Error {
        var fingerprints: Set<String>
    }

    /// Receives each step at its start.
    private struct Observer: Sendable {
        var reaching: @Sendable (PublishStep) -> Void = { _ in }
    }

    @TaskLocal private static var observer = Observer()

    /// Runs a body and observes the starts of publication steps, at which tests end the process.
    package static func observing(
        _ reaching: @escaping @Sendable (PublishStep) -> Void, _ body: @Sendable () async throws -> Void
    ) async rethrows {
        try await $observer.withValue(Observer(reaching: reaching), operation: body)
    }

    let configuration: Configuration
    let publisher: Publisher
    /// The state database. Nil for a publication that is not recorded there.
    let ledger: Ledger?
    let content: Content
    /// The last state that this process published, so that only differences are examined. Nil to examine and repair
    /// everything.
    var last: Publication?
    var snapshots = SnapshotPolicy.none
    var adoption = Adoption.none
    /// Assets of this run that the manifest may not reference. Unreferenced ones are removed.
    var unused: Set<String> = []
    /// Assets in the manifest that are still being rendered again.
    var missing: Set<String> = []
    var invalidation = Invalidation.replacedPages
    var progress = Progress.everything
    /// The publish hold. It is written before any change and again after the publication, and removed if the manifest
    /// is not replaced.
    var hold: PublishHold?
    /// Returns the rows to write, after everything is published. It is not cancelled with the task.
    var record: @Sendable (Published) async throws -> LedgerChange = { _ in .none }
    /// Receives messages for people.
    var notice: @Sendable (String) -> Void = { _ in }

    /// Publishes.
    ///
    /// - Throws: `PublishError`, `EngineError` or `MissingFiles`. Until the manifest is replaced, the previous state
    ///   stays published and intact.
    func run() async throws -> Published {
        let reaching = PublishSession.observer.reaching
        let previous = try await savePrevious(reaching)
        var (publication, isNews) = try await BlockingExecutor.run { try prepared() }
        publication.graceSeconds = configuration.keepMinutes * 60
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
            // A hold that a person has released in the meantime stays released.
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

    /// - Returns: the publication, and whether its manifest differs from the published one.
    private func prepared() throws -> (Publication, isNews: Bool) {
        switch content {
        case .publication(let publication): (publication, !isPublished(publication.catalog))
        case .catalog(let catalog, let sheets, let report): try prepared(catalog, sheets, report)
        case .changes(let catalog, let names, let sheets, let isSame):
            try prepared(catalog, names, sheets, written: isSame ? last?.manifest : nil)
        }
    }

    /// - Parameter written: the manifest, if it is already written.
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
        // Pending first, so that the next run after a power cut completes the rollback and does not undo a half of it.
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
    /// Gives finished files their content names. Nothing references them yet, so they may be lost in a power cut.
    ///
    /// - Parameter results: by fingerprint.
    /// - Returns: the fingerprints of results whose files have been removed since. These must be rendered again.
    /// - Throws: `PublishError`, `EngineError`.
    func adopt(_ results: [String: StickerResult], from staging: Staging) throws -> Set<String> {
        let missing = try adopt(results.values.flatMap(\.files), from: try staging.open())
        guard !missing.isEmpty else { return [] }
        return Set(results.filter { !missing.isDisjoint(with: $0.value.files) }.keys)
    }
}
