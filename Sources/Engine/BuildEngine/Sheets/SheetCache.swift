import FileAccess
import Glibc
import ImageHeaders
import Publishing
import SheetModel
import StickerConfiguration
import WorkerPool

/// A cache in the state folder for pages of large packs' preview sheets, which are not in the output folder.
///
/// A page's name is its fingerprint, so that a page is drawn once for all users, and a changed page is a new page. The
/// least recently used pages are removed if there are too many. A missing or damaged page is drawn again, and other
/// processes may remove pages at any time. Its calls block.
package struct SheetCache: Sendable {
    private let folder: OutputFolder
    /// The maximum total size of all pages in bytes.
    let limit: Int

    package init(_ configuration: Configuration) {
        self.init(folder: "\(configuration.stateFolder)/cache/sheets", limit: configuration.sheets.cacheBytes)
    }

    /// - Parameter folder: absolute path. The folder is created with the first page.
    package init(folder: String, limit: Int) {
        self.folder = OutputFolder(folder)
        self.limit = limit
    }

    private static let ending = ".png"
    /// Staging folders that were unused for this number of seconds remain from a killed run.
    private static let leftoverSeconds = 600

    /// A page as a PNG. Nil if it is missing or damaged.
    package func page(_ fingerprint: String) -> [UInt8]? {
        let name = place(of: fingerprint).name
        guard let bytes = folder.read(name), SheetCache.isIntact(bytes) else { return nil }
        // Records the time of the last use, for `prune`.
        utimensat(AT_FDCWD, folder.absolute(name), nil, 0)
        return bytes
    }

    /// Adds a page.
    ///
    /// - Parameter path: the path of its file on the same file system. The file is moved.
    /// - Throws: `PublishError`.
    package func keep(_ path: String, as fingerprint: String) throws {
        try folder.move(path, to: place(of: fingerprint).name)
    }

    /// The location of an existing page: the absolute path of the folder, and the file name.
    func place(of fingerprint: String) -> (folder: String, name: String) {
        (folder.path, fingerprint + SheetCache.ending)
    }

    /// Removes the files of killed runs, and the least recently used pages until the others have at most `limit` bytes.
    package func prune() {
        Publisher(out: folder.path).clearLeftovers { path in
            Staging.isInUse(path) || SheetCache.age(of: path) < SheetCache.leftoverSeconds
        }
        var pages: [(name: String, status: FileStat)] = []
        for name in folder.children() where name.hasSuffix(SheetCache.ending) {
            if let status = SheetCache.status(of: folder.absolute(name)) { pages.append((name, status)) }
        }
        var bytes = pages.reduce(0) { $0 + $1.status.size }
        for (name, status) in pages.sorted(by: { $0.status.modified < $1.status.modified }) {
            guard bytes > limit else { return }
            unlink(folder.absolute(name))
            bytes -= status.size
        }
    }

    /// A folder in the cache in which pages are drawn.
    func staging() -> Staging {
        Staging(publisher: Publisher(out: folder.path), takesAssets: false)
    }

    /// Whether a PNG is complete, according to the checksums of its chunks.
    private static func isIntact(_ bytes: [UInt8]) -> Bool {
        guard let inspection = try? PNGInspection(bytes) else { return false }
        return inspection.damage.isEmpty && inspection.endsProperly && inspection.trailingBytes == 0
    }

    private static func status(of path: String) -> FileStat? {
        var status = stat()
        return lstat(path, &status) == 0 ? FileStat(status) : nil
    }

    /// Seconds since something was written to a folder; 0 for a missing one.
    private static func age(of path: String) -> Int {
        guard let status = status(of: path) else { return 0 }
        return time(nil) - status.modified / 1_000_000_000
    }
}

extension SheetCache {
    /// Draws pages with workers, and adds them to the cache.
    ///
    /// - Parameter pages: a few pages of one pack. All their bytes are in memory at the same time.
    /// - Returns: the pages as PNGs, in the same order.
    /// - Throws: `EngineError`, `PublishError`, `WorkerFailure`.
    func draw(_ pages: [SheetPlan.Page], pool: StickerPool) async throws -> [[UInt8]] {
        let staging = staging()
        defer { staging.close() }
        let files = try await SheetDrawing(pool: pool, staging: staging, width: .max).run(pages.map(\.job))
        let folder = try staging.open()
        return try await BlockingExecutor.run {
            // Read before other processes may remove them.
            let drawn = try files.map { try OpenFile.contents(ofFileAt: "\(folder)/\($0.contentName)") }
            var kept: Set<String> = []
            // Identical pages share one file.
            for (page, file) in zip(pages, files) where kept.insert(file.contentName).inserted {
                try keep("\(folder)/\(file.contentName)", as: page.fingerprint)
            }
            prune()
            return drawn
        }
    }
}
