import EngineSupport
import FileAccess
import JobModel
import Publishing
import Reports
import SheetModel
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Writes the preview sheets of published packs to files. The pages look like those in the output folder, and large
/// packs are included. Pages in the cache are not drawn again, and newly drawn pages are added to the cache.
package struct PreviewSheetExport: Sendable {
    private let workers: ConfiguredWorkers

    package init(configuration: Configuration, command: WorkerCommand) {
        workers = ConfiguredWorkers(configuration: configuration, command: command)
    }

    private var configuration: Configuration { workers.configuration }
    private static let width = 2

    /// Writes the sheets. The parameters are those of `SheetExport.write`.
    ///
    /// - Throws: the errors of `SheetExport.write`; `EngineError` if the cache cannot be written.
    package func write(
        to path: String, packs: [String], progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void
    ) async throws -> SheetFile.Outcome {
        do {
            let identity = try await workers.identification.identity()
            let backgrounds = try await BlockingExecutor.run { [configuration] in
                try configuration.resolvedBackgrounds()
            }
            return try await workers.local(count: PreviewSheetExport.width, backgrounds: backgrounds) { pool in
                try await BlockingExecutor.run {
                    let pages = try pages(of: packs, backgrounds: backgrounds, identity: identity)
                    let cache = SheetCache(configuration)
                    return try SheetFile.write(
                        pages: pages.count, stickers: pages.reduce(0) { $0 + $1.job.pack.stickers.count }, to: path,
                        progress: progress
                    ) { number in
                        let page = pages[number]
                        if let known = cache.page(page.fingerprint) { return known }
                        return try Blocking.wait { try await cache.draw([page], pool: pool) }.first ?? []
                    }
                }
            }
        } catch let error as PublishError {
            throw EngineError(error)
        } catch {
            throw try SheetExport.failure(error)
        }
    }

    /// Plans the pages of the packs with these ids. If `packs` is empty, it plans the pages of all packs except
    /// messages, which have special backgrounds.
    ///
    /// - Throws: `SheetError` if nothing is published or a pack does not exist; `CatalogError`.
    private func pages(
        of packs: [String], backgrounds: [Background], identity: RenderIdentity
    ) throws -> [SheetPlan.Page] {
        let out = OutputFolder(configuration.out)
        guard let json = out.read(OutputNames.catalog) else { throw SheetError.nothingPublished(out: out.path) }
        let catalog = try out.catalog(json: json, packs: packs)
        let published = catalog.publishedPacks
        if let stranger = packs.first(where: { id in !published.contains { $0.id == id } }) {
            let known = try out.catalog(json: json).publishedPacks.map(\.id).sorted()
            throw SheetError.unknownPack(id: stranger, known: known)
        }
        let planner = SheetPlanner(
            catalog, backgrounds: backgrounds, identity: identity, configuration: configuration)
        let wanted = published.filter {
            packs.isEmpty ? MessagePack.parent(of: $0.id) == nil : packs.contains($0.id)
        }
        return try wanted.flatMap { try planner.plan($0).pages() }
    }
}
