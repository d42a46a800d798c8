import EngineSupport
import FileAccess
import Foundation
import JobModel
import Logging
import Publishing
import SheetModel
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Provides pages of preview sheets on demand. A page that is not in the cache is drawn.
///
/// One page is drawn at a time, by two workers that run only while there are requests. Concurrent requests for the same
/// page share one drawing.
package actor OnDemandSheets {
    /// The preview sheet of a pack.
    package struct Sheet: Sendable {
        package var title: String
        /// The number of stickers on each page, in order.
        package var stickersPerPage: [Int]
        fileprivate var pages: [SheetPlan.Page]
    }

    /// A page in the cache as a PNG.
    package struct Page: Sendable {
        /// The fingerprint of the page's content.
        package var fingerprint: String
        /// The absolute path of the folder.
        package var folder: String
        /// The file name in the folder.
        package var name: String
    }

    /// A requested page, with all callers that are waiting for it.
    private struct Request {
        var page: SheetPlan.Page
        var waiters: [CheckedContinuation<Void, any Error>]
    }

    private let configuration: Configuration
    private let workers: ConfiguredWorkers
    private let cache: SheetCache
    /// The open requests. The page of the first one is being drawn.
    private var requests: [Request] = []
    private var isDrawing = false
    /// The last requested sheet, with the timestamp of its manifest.
    private var latest: (pack: String, manifest: FileStat?, sheet: Task<Sheet?, any Error>)?
    /// The number of requests for sheets since the start.
    private var uses = 0
    private var isForgetting = false

    private static let width = 2
    private static let mostRequests = 64
    /// The time for which a sheet is kept in memory after its last use.
    private static let memory = Duration.seconds(60)

    package init(configuration: Configuration, command: WorkerCommand, logger: Logger) {
        self.configuration = configuration
        workers = ConfiguredWorkers(configuration: configuration, command: command, logger: logger)
        cache = SheetCache(configuration)
    }

    /// Provides the sheet of a pack. Returns nil if the pack is not published.
    ///
    /// - Throws: `CatalogError`, `IntakeError`, `EngineError`.
    package func sheet(of pack: String) async throws -> Sheet? {
        let manifest = try await BlockingExecutor.run { [configuration] in OnDemandSheets.manifest(configuration) }
        uses += 1
        if let latest, latest.pack == pack, latest.manifest == manifest { return try await latest.sheet.value }
        let sheet = Task { try await read(pack) }
        latest = (pack, manifest, sheet)
        if !isForgetting {
            isForgetting = true
            Task { await forgetUnused() }
        }
        do {
            return try await sheet.value
        } catch {
            latest = nil
            throw error
        }
    }

    /// Provides a page of a pack's sheet, and draws it if it is not in the cache. Another process may remove the page
    /// from the cache at any time.
    ///
    /// - Parameter number: the number of the page, from 1.
    /// - Returns: nil if the page does not exist.
    /// - Throws: the errors of `sheet`; `WorkerFailure` or `PublishError` if the page cannot be drawn.
    package func page(_ number: Int, of pack: String) async throws -> Page? {
        guard let sheet = try await sheet(of: pack), sheet.pages.indices.contains(number - 1) else { return nil }
        let page = sheet.pages[number - 1]
        let isThere = try await BlockingExecutor.run { [cache] in cache.page(page.fingerprint) != nil }
        if !isThere { try await draw(page) }
        let (folder, name) = cache.place(of: page.fingerprint)
        return Page(fingerprint: page.fingerprint, folder: folder, name: name)
    }

    // MARK: Published state

    private func read(_ pack: String) async throws -> Sheet? {
        let identity = try await workers.identification.identity()
        return try await BlockingExecutor.run { [configuration] in
            let out = OutputFolder(configuration.out)
            guard let json = out.read(OutputNames.catalog) else { return nil }
            let catalog = try out.catalog(json: json, packs: [pack])
            guard let found = catalog.publishedPacks.first(where: { $0.id == pack }) else { return nil }
            let pages = try SheetPlanner(
                catalog, backgrounds: try configuration.resolvedBackgrounds(), identity: identity,
                configuration: configuration
            ).plan(found).pages()
            return Sheet(
                title: found.title, stickersPerPage: pages.map(\.job.pack.stickers.count), pages: pages)
        }
    }

    private static func manifest(_ configuration: Configuration) -> FileStat? {
        FileStat(at: "\(configuration.out)/\(OutputNames.catalog)")
    }

    /// Releases the last sheet after it has not been used for a while.
    private func forgetUnused() async {
        while latest != nil {
            let before = uses
            try? await Task.sleep(for: OnDemandSheets.memory)
            if uses == before { latest = nil }
        }
        isForgetting = false
    }

    // MARK: Drawing

    private func draw(_ page: SheetPlan.Page) async throws {
        try await withCheckedThrowingContinuation { waiter in
            if let place = requests.firstIndex(where: { $0.page.fingerprint == page.fingerprint }) {
                return requests[place].waiters.append(waiter)
            }
            guard requests.count < OnDemandSheets.mostRequests else {
                return waiter.resume(
                    throwing: EngineError.worker(
                        "Too many pages of sheets are requested at once. Try again in a moment."))
            }
            requests.append(Request(page: page, waiters: [waiter]))
            guard !isDrawing else { return }
            isDrawing = true
            Task { await drawAll() }
        }
    }

    /// Draws the requested pages until no request is left.
    private func drawAll() async {
        while !requests.isEmpty {
            do {
                let backgrounds = try await BlockingExecutor.run { [configuration] in
                    try configuration.resolvedBackgrounds()
                }
                try await workers.local(count: OnDemandSheets.width, backgrounds: backgrounds) { pool in
                    while let request = requests.first {
                        do {
                            _ = try await cache.draw([request.page], pool: pool)
                            answer(.success(()))
                        } catch {
                            answer(.failure(error))
                        }
                    }
                }
            } catch {
                answer(.failure(error))
            }
        }
        isDrawing = false
    }

    /// Removes the first request, and gives the result to its callers.
    private func answer(_ drawn: Result<Void, any Error>) {
        guard !requests.isEmpty else { return }
        for waiter in requests.removeFirst().waiters { waiter.resume(with: drawn) }
    }
}
