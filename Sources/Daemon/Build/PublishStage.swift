import Foundation
import Pipeline
import Review
import StickerCatalog

/// Brings what was rendered into the catalog, draws the sheets, publishes, and balances the books.
struct PublishStage: Sendable {
    let configuration: Configuration
    let backgrounds: [Background]
    let pool: RenderStage.Pool
    let publisher: Publisher
    let staging: Staging
    let ledger: Ledger
    let previous: Catalog?
    let observer: @Sendable (BuildEvent) -> Void

    func run(listing: DropListing, plan: [PlannedSource], verdicts: [String: RenderStage.Verdict]) async throws
        -> BuildSummary
    {
        let entries = plan.compactMap { entry(for: $0, verdicts: verdicts) }
        let known = try await ledger.artifacts()
        let icons = try await IconStage(
            configuration: configuration, pool: pool, publisher: publisher, staging: staging, known: known
        ).run(listing.packs, previous: previous)
        for notice in icons.notices { observer(.notice(notice)) }
        let assembler = CatalogAssembler(
            configuration: configuration, previous: previous, assets: publisher.assets)
        let catalog = assembler.keeping(
            assembler.assemble(
                packs: listing.packs, entries: entries, waiting: waiting(plan, verdicts: verdicts),
                icons: icons.renditions),
            unreadable: listing.unreadable)
        let outcomes = SourceOutcomes.of(plan, verdicts: verdicts, catalog: catalog)
        for outcome in outcomes { observer(.outcome(outcome)) }
        let sheets = try await SheetStage(
            configuration: configuration, backgrounds: backgrounds, pool: pool, publisher: publisher,
            staging: staging, known: known, observer: observer
        ).run(catalog)
        let report = ReportStage.report(
            catalog: catalog, previous: previous, outcomes: outcomes, ignored: listing.ignored)
        let changed = try await OwnThread.run { try publish(catalog, sheets: sheets, report: report) }
        try await ledger.commit(
            run: LedgerBatch(
                sources: LedgerEntries.of(
                    plan, outcomes: outcomes, unsaved: Set(verdicts.filter(\.value.isFailure).keys),
                    ignored: listing.ignored),
                artifacts: sheets.artifacts + icons.artifacts))
        return BuildSummary(
            catalog: catalog, outcomes: outcomes, report: report, ignored: listing.ignored, rendered: verdicts.count,
            changed: changed)
    }

    /// Art that is being written, or cannot be read now.
    private func waiting(_ plan: [PlannedSource], verdicts: [String: RenderStage.Verdict]) -> [DroppedArt] {
        plan.filter { planned in
            switch (planned.step, verdicts[planned.art.path]) {
            case (.wait, _), (_, .wait): true
            default: false
            }
        }.map(\.art)
    }

    private func entry(for planned: PlannedSource, verdicts: [String: RenderStage.Verdict]) -> StickerEntry? {
        let result: StickerResult
        switch (planned.step, verdicts[planned.art.path]) {
        case (.reuse(let known), _): result = known
        case (.render, .result(let made)), (.render, .failed(let made)): result = made
        default: return nil
        }
        return StickerEntry(
            art: planned.art, sha256: planned.sha256 ?? "", fingerprint: planned.fingerprint, size: planned.size,
            result: result)
    }

    /// The report tells of the last run that changed something, so it is written only when something else changes.
    private func publish(_ catalog: Catalog, sheets: SheetStage.Sheets, report: BuildReport) throws -> Bool {
        try publisher.folder.makeFolder("")
        let json = [UInt8](try catalog.json())
        var publication = Publication(
            catalog: json, names: catalog.names, files: sheets.pages, moved: sheets.moved, kept: sheets.kept)
        let isNews =
            publisher.folder.read(OutputNames.catalog) != json || !publisher.folder.exists("report.html")
            || ReportStage.hasOtherStanding(report, than: publisher.folder.read("report.json"))
        if isNews {
            publication.files["report.json"] = [UInt8](try report.json())
            publication.files["report.html"] = [UInt8](try ReportPage.html(report, catalog: catalog).utf8)
        }
        return try publisher.publish(publication)
    }
}
