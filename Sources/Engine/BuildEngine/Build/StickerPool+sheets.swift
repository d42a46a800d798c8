import EngineSupport
import FileAccess
import Glibc
import JobModel
import SheetModel
import WorkerPool

extension StickerPool {
    private typealias Drawn = (page: Int, strip: Int, file: SheetStripAnswer)

    /// Draws pages of sheets. Each worker draws strips of pages, so that all workers finish at about the same time.
    ///
    /// - Parameters:
    ///   - staging: the folder for the files of the pages.
    ///   - width: the maximum number of strips that are drawn at the same time.
    /// - Returns: the pages, in the order of the jobs.
    /// - Throws: `EngineError`, `WorkerFailure`.
    package func draw(_ jobs: [SheetJob], in staging: Staging, width: Int) async throws -> [SheetPageFile] {
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
                pages[news.page] = try await StickerPool.join(files, of: jobs[news.page], in: folder)
            }
            for (number, (page, strip)) in strips.enumerated() {
                if number >= width, let news = try await group.next() { try await take(news) }
                group.addTask { (page, strip.place, try await draw(strip) { try staging.open() }) }
            }
            for try await news in group { try await take(news) }
        }
        return pages.compactMap(\.self)
    }

    private static func join(
        _ files: [SheetStripAnswer], of page: SheetJob, in folder: String
    ) async throws -> SheetPageFile {
        try await BlockingExecutor.run {
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
