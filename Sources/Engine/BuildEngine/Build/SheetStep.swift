import Foundation
import JobModel
import Publishing
import Reports
import SheetModel
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Draws the changed preview sheets of packs.
package struct SheetStep {
    /// The sheets for the publisher and the state database.
    package struct Sheets: Sendable {
        /// The new HTML pages, by name in the output folder.
        var pages: [String: [UInt8]] = [:]
        /// The current paths of new pictures, by name in the output folder.
        var moved: [String: String] = [:]
        /// The names of existing pages and pictures that are kept.
        var kept: Set<String> = []
        var artifacts: [LedgerArtifact] = []
    }

    let configuration: Configuration
    let backgrounds: [Background]
    let identity: RenderIdentity
    let pool: StickerPool
    let publisher: Publisher
    let staging: Staging
    let known: [String: LedgerArtifact]
    let observer: @Sendable (BuildEvent) -> Void
    /// The maximum number of strips of pages that are drawn at the same time.
    var width = Int.max

    /// Draws the sheets.
    ///
    /// - Parameters:
    ///   - ids: the ids of packs that may have changed. The sheets of all other packs are kept. Nil for all packs.
    ///   - others: the ids of packs that are not in the catalog. Their sheets are kept.
    /// - Throws: `EngineError`, `WorkerFailure`, `PublishError`.
    func run(
        _ catalog: Catalog, of ids: Set<String>? = nil, besides others: Set<String> = []
    ) async throws -> Sheets {
        var sheets = Sheets()
        var missing: [SheetPlan.Page] = []
        var shown: [(plan: SheetPlan, pages: [String])] = []
        let planner = SheetPlanner(
            catalog, backgrounds: backgrounds, identity: identity, configuration: configuration)
        let packs = catalog.publishedPacks
        keepOthers(others.union(ids.map { ids in packs.map(\.id).filter { !ids.contains($0) } } ?? []), in: &sheets)
        for pack in packs where ids?.contains(pack.id) ?? true {
            let plan = try planner.plan(pack)
            let pages =
                configuration.sheets.pictures.isDrawn(stickers: pack.stickers.count) ? try plan.pages() : []
            for page in pages {
                if !keeps(page.name, page.fingerprint, in: &sheets) { missing.append(page) }
            }
            shown.append((plan, pages.map(\.name)))
        }
        // The HTML pages are written while the workers draw.
        async let drawing = draw(missing)
        for (plan, pages) in shown { try write(plan, pages: pages, into: &sheets) }
        for (page, file, path) in try await drawing {
            sheets.moved[page.name] = path
            sheets.artifacts.append(
                LedgerArtifact(
                    key: page.name, fingerprint: page.fingerprint, sha256: file.sha256, bytes: file.bytes))
        }
        return sheets
    }

    /// Keeps all sheets of some packs.
    private func keepOthers(_ packs: Set<String>, in sheets: inout Sheets) {
        guard !packs.isEmpty else { return }
        for (name, artifact) in known where name.hasPrefix(OutputNames.sheets + "/") {
            // Ids contain no dots.
            let pack = name.dropFirst(OutputNames.sheets.count + 1).prefix { $0 != "." }
            guard packs.contains(String(pack)) else { continue }
            sheets.kept.insert(name)
            sheets.artifacts.append(artifact)
        }
    }

    /// Keeps a sheet if it exists and its inputs are unchanged.
    ///
    /// - Returns: whether the sheet is kept.
    private func keeps(_ name: String, _ fingerprint: String, in sheets: inout Sheets) -> Bool {
        guard let artifact = known[name], artifact.fingerprint == fingerprint,
            publisher.folder.size(of: name) == artifact.bytes
        else { return false }
        sheets.kept.insert(name)
        sheets.artifacts.append(artifact)
        return true
    }

    /// Writes the HTML pages of a pack if their inputs changed. Unchanged pages are not written again, because pages
    /// with thousands of stickers take seconds to write.
    private func write(_ plan: SheetPlan, pages: [String], into sheets: inout Sheets) throws {
        let pngPages = pages.map { String($0.dropFirst(OutputNames.sheets.count + 1)) }
        let fingerprint = try plan.htmlFingerprint(pngPages: pngPages)
        for page in 1...plan.htmlPageCount {
            let name = plan.htmlName(page: page)
            if keeps(name, fingerprint, in: &sheets) { continue }
            let html = Array(
                try SheetPage.html(
                    pack: plan.pack, page: page, rejected: plan.rejected, backgrounds: plan.backgrounds,
                    pngPages: pngPages, byteLimit: plan.byteLimit, plan.texts
                ).utf8)
            sheets.pages[name] = html
            sheets.artifacts.append(
                LedgerArtifact(
                    key: name, fingerprint: fingerprint, sha256: Digest.sha256(html), bytes: html.count))
        }
    }

    /// - Returns: the pages with their drawn files and paths.
    private func draw(_ missing: [SheetPlan.Page]) async throws -> [(SheetPlan.Page, SheetPageFile, path: String)] {
        guard !missing.isEmpty else { return [] }
        observer(.drawingSheets(missing.count))
        let folder = try staging.open()
        let files = try await pool.draw(missing.map(\.job), in: staging, width: width)
        return zip(missing, files).map { page, file in (page, file, folder + "/" + file.contentName) }
    }
}
