import EngineSupport
import FileAccess
import Glibc
import JobModel
import SheetModel
import WorkerPool

/// Draws pages of sheets with the workers. Each worker draws strips of pages, so that all workers finish at about the
/// same time.
struct SheetDrawing {
    let pool: StickerPool
    let staging: Staging
    /// The maximum number of strips that are drawn at the same time.
    let width: Int

    private typealias Drawn = (page: Int, strip: Int, file: SheetStripAnswer)

    /// Draws the pages.
    ///
    /// - Returns: the pages, in the order of the jobs.
    /// - Throws: `EngineError`, `WorkerFailure`.
    func run(_ jobs: [SheetJob]) async throws -> [SheetPageFile] {
        let strips = jobs.enumerated().flatMap { page, job in SheetStrip.strips(of: job).map { (page, $0) } }
        var drawn = jobs.map { [SheetStripAnswer?](repeating: nil, count: SheetStrip.strips(of: $0).count) }
        // The files of strips are also removed if the run is cancelled, because a watch uses its staging folder for
        // days.
        let folder = try staging.open()
        defer { for (_, strip) in strips { unlink("\(folder)/\(strip.name)") } }
        var pages = [SheetPageFile?](repeating: nil, count: jobs.count)
        try await withThrowingTaskGroup(of: Drawn.self) { group in
            func take(_ news: Drawn) async throws {
                drawn[news.page][news.strip] = news.file
                let files = drawn[news.page].compactMap(\.self)
                guard files.count == drawn[news.page].count else { return }
                pages[news.page] = try await join(files, of: jobs[news.page])
            }
            for (number, (page, strip)) in strips.enumerated() {
                if number >= width, let news = try await group.next() { try await take(news) }
                group.addTask { (page, strip.place, try await draw(strip)) }
            }
            for try await news in group { try await take(news) }
        }
        return pages.compactMap(\.self)
    }

    private func draw(_ strip: SheetStrip) async throws -> SheetStripAnswer {
        try await pool.draw(strip) { [staging] in try staging.open() }
    }

    private func join(_ files: [SheetStripAnswer], of page: SheetJob) async throws -> SheetPageFile {
        let folder = try staging.open()
        return try await BlockingExecutor.run {
            do {
                return try SheetPageFile.join(files, of: page, in: folder)
            } catch JobError.cannotWrite(let path, let code) {
                throw EngineError.environment(errno: code, path: path, action: "write")
            } catch {
                throw EngineError.worker("\(error)")
            }
        }
    }
}
