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

/// The packs that a build processes. A build of some packs runs the same steps, but does not read the other packs.
package enum BuildScope: Sendable {
    case everything
    /// The build processes the packs of the folders that have changed since the last build.
    case packs(ChangedPacks)

    package var isEverything: Bool {
        if case .everything = self { true } else { false }
    }

    /// The number of sources of the packs that are not processed.
    package var otherSourceCount: Int {
        if case .packs(let changed) = self { changed.otherSources.count { $0.state != .ignored } } else { 0 }
    }

    /// Returns the outcomes of all sources of the library.
    ///
    /// - Parameter news: the outcomes of the processed sources.
    package func outcomes(_ news: [SourceOutcome]) -> [SourceOutcome] {
        if case .packs(let changed) = self { changed.outcomes(news) } else { news }
    }

    /// The change that is written to the state database after the publication.
    func change(
        _ batch: LedgerBatch, after published: PublishSession.Published, in out: OutputFolder
    ) -> PublishSession.LedgerChange {
        guard case .packs = self else { return .run(batch) }
        var batch = batch
        if published.isChanged { batch.report = Completion.Report(on: published.publication.catalog, in: out) }
        return .add(batch)
    }
}

extension ChangedPacks {
    /// Whether a key of the state database belongs to a sheet or an icon of one of the changed packs.
    package func owns(_ key: String) -> Bool {
        for prefix in [OutputNames.sheets + "/", "icon/"] where key.hasPrefix(prefix) {
            // Ids contain no dots.
            return packs.contains(String(key.dropFirst(prefix.count).prefix { $0 != "." && $0 != "/" }))
        }
        return false
    }

    /// Creates the publication with the new state of the changed packs, and the previous publication, with which the
    /// session compares it.
    fileprivate func publications(
        of catalog: Catalog, sheets: SheetStep.Sheets, report: BuildReport, known: [String: LedgerArtifact],
        configuration: Configuration
    ) throws -> (next: Publication, last: Publication) {
        let out = OutputFolder(configuration.out)
        let text = try catalog.written()
        guard case .index(let part) = try ManifestDocument(json: Data(text.bytes)) else {
            throw CatalogError.notACatalog("the index of \(packs.sorted())")
        }
        let index = index.replacing(packs, by: part)
        var next = Publication(
            catalog: try index.published(), names: PublishedNames(catalog), files: sheets.pages, moved: sheets.moved,
            kept: sheets.kept)
        next.manifest = text
        next.namedElsewhere = { [otherLists] names in
            // If the snapshots cannot be read, all these files are kept.
            SnapshotStore(configuration).named(among: names, in: otherLists) ?? names
        }
        var earlier = self.report
        earlier.changes = report.changes
        if next.catalog != json || earlier != report
            || !ReportPage.isPage(out.read(OutputNames.reportPage), in: configuration.texts)
        {
            next.files[OutputNames.reportData] = [UInt8](try report.json())
            next.files[OutputNames.reportPage] = [UInt8](
                try ReportPage.html(report, index: index, part: catalog, configuration.texts).utf8)
        }
        let pages = known.keys.filter { $0.hasPrefix(OutputNames.sheets + "/") && owns($0) }
        var last = Publication(
            catalog: json, names: PublishedNames(self.catalog),
            kept: Set(pages).union(out.listing(OutputNames.sheets).files.filter(owns)))
        last.manifest = try self.catalog.written()
        return (next, last)
    }
}

extension BuildPass {
    /// Creates the report on the state of the whole library after the publication.
    func report(_ assembly: ManifestStep.Assembly, ignored: [IgnoredEntry]) async throws -> BuildReport {
        let requiresApproval = configuration.publish.requireApproval
        let report = ReportStep.report(
            catalog: assembly.catalog, previous: previous, outcomes: assembly.outcomes, ignored: ignored,
            requiresApproval: requiresApproval)
        guard case .packs(let changed) = scope else { return report }
        return try await BlockingExecutor.run { [out = files.publisher.folder] in
            try changed.report(
                before: ReportStep.report(
                    catalog: changed.reported, previous: changed.reported, outcomes: [], ignored: [],
                    requiresApproval: requiresApproval),
                after: report, catalog: assembly.catalog, out: out)
        }
    }

    /// Creates the session that publishes the catalog.
    ///
    /// - Parameters:
    ///   - made: the assets that this build rendered.
    ///   - known: the rows of sheets and icons in the state database.
    func session(
        _ catalog: Catalog, sheets: SheetStep.Sheets, report: BuildReport, made: Set<String>,
        known: [String: LedgerArtifact]
    ) async throws -> PublishSession {
        func session(_ content: PublishSession.Content) -> PublishSession {
            var session = PublishSession(
                configuration: configuration, publisher: files.publisher, ledger: files.ledger, content: content)
            session.snapshots = .changes
            session.notice = baseline.notice
            return session
        }
        guard case .packs(let changed) = scope else {
            return session(.catalog(catalog, sheets: sheets, report: report))
        }
        let (next, last) = try await BlockingExecutor.run { [configuration] in
            try changed.publications(
                of: catalog, sheets: sheets, report: report, known: known, configuration: configuration)
        }
        var part = session(.publication(next))
        part.last = last
        part.progress = .packs(changed.packs)
        part.unused = made.union(changed.leftovers)
        return part
    }
}
