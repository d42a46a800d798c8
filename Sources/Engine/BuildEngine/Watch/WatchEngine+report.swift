import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Reports
import StateDatabase
import StickerManifest

/// The state of the published report.
package struct ReportState {
    /// Whether the published state has changed since the report was written.
    package var isStale = false
    /// The catalog that the report on the disk describes, without packs at rest. Nil if this catalog is unknown.
    package var catalog: Catalog?

    package init(_ start: WatchStart) {
        catalog = start.leftovers.map(\.reported) ?? start.catalog
        isStale = start.leftovers != nil
    }
}

/// Writes the report while the watch is idle, and when the watch ends. New sources are processed first, because writing
/// the report of a large library is slow.
extension WatchEngine {
    /// Writes an outdated report if the watch has been idle for a while.
    mutating func publishReport(isIdle: Bool) async throws {
        guard report.isStale, isIdle, published.hold == nil, let last = published.timing.last else { return }
        let due = last.end.advanced(by: timing.report)
        guard due <= clock.now else {
            schedule[.report] = due
            return
        }
        try await writeReport()
    }

    /// Writes an outdated report now. An error is ignored, because the next start writes the report again.
    mutating func finishReport() async {
        guard report.isStale, published.hold == nil, !output.isOutdated else { return }
        try? await writeReport()
    }

    private mutating func writeReport() async throws {
        guard let catalog = published.catalog, let last = published.publication else { return }
        report.isStale = false
        let new = try await BlockingExecutor.run {
            [
                baseline = published.baseline, outcomes = library.outcomes, ignored = library.index?.ignored ?? [],
                requiresApproval = context.configuration.publish.requireApproval, folder = context.publisher.folder,
                resting,
                before = report.catalog, texts = context.configuration.texts
            ] () -> [String: [UInt8]] in
            func report(_ catalog: Catalog, _ previous: Catalog?) -> BuildReport {
                ReportStep.report(
                    catalog: catalog, previous: previous, outcomes: outcomes, ignored: ignored,
                    requiresApproval: requiresApproval)
            }
            var (new, index) = (report(catalog, baseline), ManifestIndex?.none)
            if let resting {
                index = try ManifestIndex(published: last.catalog)
                let before = before.map { report($0, $0) }
                new = try resting.report(
                    in: folder, index: index,
                    replacing: BuildReport.Part(packs: catalog.packIDs, before: before ?? new, after: new),
                    isKnown: before != nil, requiresApproval: requiresApproval)
            }
            // If nothing has changed, the previous report is kept, so that it still lists the last changes.
            guard
                ReportStep.differs(new, from: folder.read(OutputNames.reportData))
                    || !ReportPage.isPage(folder.read(OutputNames.reportPage), in: texts) || !new.changes.isEmpty
            else { return [:] }
            let page =
                try index.map { try ReportPage.html(new, index: $0, part: catalog, texts) }
                ?? ReportPage.html(new, catalog: catalog, texts)
            return [OutputNames.reportData: [UInt8](try new.json()), OutputNames.reportPage: [UInt8](page.utf8)]
        }
        report.catalog = catalog
        guard !new.isEmpty else { return }
        var next = last
        next.files.merge(new) { $1 }
        next.moved = [:]
        var session = context.publishSession(.publication(next), after: last)
        session.progress = .none
        session.record = { [folder = context.publisher.folder] _ in
            .add(LedgerBatch(report: Completion.Report(on: last.catalog, in: folder)))
        }
        do {
            _ = try await session.run()
        } catch {
            report.isStale = true
            throw error
        }
    }
}

extension RestingPacks {
    /// Creates the report on the whole library, based on the report on the disk.
    ///
    /// - Parameters:
    ///   - part: the reports on the packs that are not at rest, before and after the changes.
    ///   - isKnown: whether it is known which state of these packs the report on the disk describes. If false, the
    ///     totals are computed from all packs.
    /// - Throws: `CatalogError`.
    fileprivate func report(
        in out: OutputFolder, index: ManifestIndex?, replacing part: BuildReport.Part, isKnown: Bool,
        requiresApproval: Bool
    ) throws -> BuildReport {
        let ids = self.ids
        let atRest = Set(ids.values)
        let last = try out.read(OutputNames.reportData).map {
            try JSONDecoder().decode(BuildReport.self, from: Data($0))
        }
        guard let last else { throw CatalogError.notACatalog(OutputNames.reportData) }
        let others =
            [last.bytes.largest?.pack, last.bytes.largestShipped?.pack].compactMap(\.self)
            + last.rejected.map(\.pack) + last.warnings.map(\.pack) + (last.sentBack ?? []).map(\.pack)
        // Packs that were removed since the last report are also replaced.
        let packs = part.packs.union(others.filter { !atRest.contains($0) })
        func all() throws -> (weight: BuildReport.Weight, counts: BuildReport.Counts) {
            var (weight, counts) = (BuildReport.Weight.nothing, part.after.counts)
            (counts.published, counts.awaitingApproval, counts.unapproved) = (0, 0, 0)
            guard let index else { return (weight, counts) }
            try out.manifest.eachPack(of: .index(index), isTolerant: true) {
                weight.add(BuildReport.weight(of: $0.catalog))
                let one = ReportStep.report(
                    catalog: $0.catalog, previous: $0.catalog, outcomes: [], ignored: [],
                    requiresApproval: requiresApproval
                ).counts
                counts.published += one.published
                counts.awaitingApproval += one.awaitingApproval
                counts.unapproved += one.unapproved
            }
            return (weight, counts)
        }
        var report = try last.replacing(
            BuildReport.Part(packs: packs, before: part.before, after: part.after),
            contains: { ids[DropIndex.folder(ofFileAt: $0)] == nil }, weight: { try all().weight })
        guard !isKnown else { return report }
        let (weight, counts) = try all()
        report.bytes = weight
        (report.counts.published, report.counts.awaitingApproval, report.counts.unapproved) = (
            counts.published, counts.awaitingApproval, counts.unapproved
        )
        return report
    }
}

extension ManifestIndex {
    /// - Throws: `CatalogError` if the JSON is not an index.
    fileprivate init(published json: [UInt8]) throws {
        guard case .index(let index) = try ManifestDocument(json: Data(json)) else {
            throw CatalogError.notACatalog(OutputNames.catalog)
        }
        self = index
    }
}
