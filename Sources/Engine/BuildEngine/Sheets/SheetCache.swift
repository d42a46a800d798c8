import FileAccess
import Glibc
import ImageHeaders
import Publishing
import SheetModel
import StickerConfiguration
import WorkerPool

/// Drawn pages of preview sheets that are not in the output folder, in the state folder: the sheets of large packs.
///
/// A page's name is its fingerprint, so that a page is drawn once for all users, and a changed page is a new page. The
/// least recently used pages are removed if there are too many. A missing or damaged page is drawn again, and other
/// processes may remove pages at any time. Its calls block.
package struct SheetCache: Sendable {
    private let folder: OutputFolder
    /// Bytes of all pages together.
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
        // The time of the last use, for `prune`.
        utimensat(AT_FDCWD, folder.absolute(name), nil, 0)
        return bytes
    }

    /// Keeps a page.
    ///
    /// - Parameter path: of its file, on the same file system, which is moved.
    /// - Throws: `PublishError`.
    package func keep(_ path: String, as fingerprint: String) throws {
        try folder.move(path, to: place(of: fingerprint).name)
    }

    /// The place of an existing page: the absolute path of the folder, and the name in it.
    func place(of fingerprint: String) -> (folder: String, name: String) {
        (folder.path, fingerprint + SheetCache.ending)
    }

    /// Removes the least recently used pages until the others have at most `limit` bytes, and the files of killed runs.
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

    /// A PNG's chunks have checksums.
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
    /// Has workers draw pages, and keeps them.
    ///
    /// - Parameter pages: of one pack; few, for their bytes are in memory together.
    /// - Returns: the pages as PNGs, in the same order.
    /// - Throws: `EngineError`, `PublishError`, `WorkerFailure`.
    func draw(_ pages: [SheetPlan.Page], pool: StickerPool) async throws -> [[UInt8]] {
        let staging = staging()
        defer { staging.close() }
        let files = try await SheetDrawing(pool: pool, staging: staging, width: .max).run(pages.map(\.job))
        let folder = try staging.open()
        return try await BlockingExecutor.run {
            // Read before others may remove them.
            let drawn = try files.map { try OpenFile.contents(ofFileAt: "\(folder)/\($0.contentName)") }
            var kept: Set<String> = []
            // Pages that look the same are one file.
            for (page, file) in zip(pages, files) where kept.insert(file.contentName).inserted {
                try keep("\(folder)/\(file.contentName)", as: page.fingerprint)
            }
            prune()
            return drawn
        }
    }
}
