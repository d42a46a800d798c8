import FileAccess
import JobModel
import Logging
import Reports
import SheetModel
import StickerConfiguration
import StickerManifest
import WorkerPool

extension RebuildRun {
    /// Draws the missing sheet pages of large packs in advance, and stores them in the cache. Large packs have too many
    /// stickers for PNG pages in the output folder. If drawing fails, the rebuild still succeeds, because missing sheets
    /// are drawn on demand.
    func drawLargeSheets(_ session: inout RebuildSession, pace: RebuildPace) async throws {
        guard let catalog = session.after else { return }
        do {
            try await drawLargeSheets(
                of: catalog, recipes: session.inputs.recipes, pace: pace, report: &session.sheets)
        } catch {
            try Task.checkCancellation()
            observer(.notice("The sheets of large packs could not be drawn: \(error)"))
        }
    }

    /// - Parameter report: receives the number of drawn pages, even if an error is thrown. Changed only if there are
    ///   large packs.
    /// - Throws: `EngineError`, `PublishError`, `WorkerFailure`, `CancellationError`.
    private func drawLargeSheets(
        of catalog: Catalog, recipes: Recipes, pace: RebuildPace, report: inout SheetCacheReport?
    ) async throws {
        // With the setting `never`, no pages are drawn. With `always`, the output folder contains all pages.
        let pictures = configuration.sheets.pictures
        guard pictures == .auto else { return }
        let packs = catalog.publishedPacks.filter { !pictures.isDrawn(stickers: $0.stickers.count) }
        guard !packs.isEmpty else { return }
        var counts = SheetCacheReport(packs: packs.count)
        defer { report = counts }
        let planner = SheetPlanner(
            catalog, backgrounds: recipes.backgrounds, identity: recipes.identity, configuration: configuration)
        let width = workers.count
        try await workers.local(count: width, backgrounds: recipes.backgrounds) { pool in
            for pack in packs {
                let pages = try await BlockingExecutor.run { try planner.plan(pack).pages() }
                for start in stride(from: 0, to: pages.count, by: width) {
                    let batch = Array(pages[start..<min(start + width, pages.count)])
                    try await draw(batch, pool: pool, pace: pace, &counts)
                }
            }
        }
    }

    /// Draws the missing pages, unless the cache is full or the deadline has passed.
    private func draw(
        _ pages: [SheetPlan.Page], pool: StickerPool, pace: RebuildPace, _ counts: inout SheetCacheReport
    ) async throws {
        let cache = SheetCache(configuration)
        // A quarter of the cache is reserved for pages that are drawn on demand.
        guard counts.bytes < cache.limit / 4 * 3 else { return counts.left += pages.count }
        let known = try await BlockingExecutor.run {
            pages.compactMap { page in cache.page(page.fingerprint).map { (page.fingerprint, $0.count) } }
        }
        counts.kept += known.count
        counts.bytes += known.reduce(0) { $0 + $1.1 }
        let found = Set(known.map(\.0))
        let missing = pages.filter { !found.contains($0.fingerprint) }
        guard !missing.isEmpty else { return }
        guard try await pace.mayBegin() else { return counts.left += missing.count }
        let drawn = try await cache.draw(missing, pool: pool)
        counts.drawn += drawn.count
        counts.bytes += drawn.reduce(0) { $0 + $1.count }
    }
}
