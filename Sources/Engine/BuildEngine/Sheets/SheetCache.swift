import FileAccess
import Glibc
import ImageHeaders
import Publishing
import SheetModel
import StickerConfiguration
import WorkerPool

/// A cache in the state folder for the sheet pages of large packs, which have no PNG pages in the output folder.
///
/// The name of a page is the fingerprint of its inputs, so a changed page gets a new name. If the cache exceeds its
/// limit, the least recently used pages are removed. Other processes may remove pages at any time. All methods block
/// the thread.
package struct SheetCache: Sendable {
    private let folder: OutputFolder
    /// The maximum total size of all pages in bytes.
    let limit: Int

    package init(_ configuration: Configuration) {
        self.init(folder: "\(configuration.stateFolder)/cache/sheets", limit: configuration.sheets.cacheBytes)
    }

    /// - Parameters:
    ///   - folder: the absolute path of the folder, which is created with the first page.
    ///   - limit: the maximum total size of all pages in bytes.
    package init(folder: String, limit: Int) {
        self.folder = OutputFolder(folder)
        self.limit = limit
    }

    private static let ending = ".png"
    /// The age in seconds at which an unused staging folder is removed. A killed run leaves such a folder.
    private static let leftoverSeconds = 600

    /// The PNG file of a page. Nil if the page is missing or damaged.
    package func page(_ fingerprint: String) -> [UInt8]? {
        let name = place(of: fingerprint).name
        guard let bytes = folder.read(name), SheetCache.isIntact(bytes) else { return nil }
        // Updates the timestamp of the file, from which `prune` determines the last use.
        utimensat(AT_FDCWD, folder.absolute(name), nil, 0)
        return bytes
    }

    /// Adds a page.
    ///
    /// - Parameter path: the absolute path of the page's file. The file is moved, so it must be on the same file system
    ///   as the cache.
    /// - Throws: `PublishError`.
    package func keep(_ path: String, as fingerprint: String) throws {
        try folder.move(path, to: place(of: fingerprint).name)
    }

    /// The absolute path of the folder in which a page is stored, and the file name of the page. The page need not
    /// exist.
    func place(of fingerprint: String) -> (folder: String, name: String) {
        (folder.path, fingerprint + SheetCache.ending)
    }

    /// Removes the files of killed runs, and the least recently used pages until the total size is at most `limit`.
    package func prune() {
        Publisher(out: folder.path).clearLeftovers { path in
            Staging.isInUse(path) || SheetCache.age(of: path) < SheetCache.leftoverSeconds
        }
        var pages: [(name: String, status: FileStat)] = []
        for name in folder.children() where name.hasSuffix(SheetCache.ending) {
            if let status = folder.stamp(of: name) { pages.append((name, status)) }
        }
        var bytes = pages.reduce(0) { $0 + $1.status.size }
        for (name, status) in pages.sorted(by: { $0.status.modified < $1.status.modified }) {
            guard bytes > limit else { return }
            unlink(folder.absolute(name))
            bytes -= status.size
        }
    }

    /// Creates a staging folder in the cache, in which pages are drawn.
    func staging() -> Staging {
        Staging(publisher: Publisher(out: folder.path), takesAssets: false)
    }

    /// Whether a PNG is complete and the checksums of all chunks are correct.
    private static func isIntact(_ bytes: [UInt8]) -> Bool {
        guard let inspection = try? PNGInspection(bytes) else { return false }
        return inspection.damage.isEmpty && inspection.endsProperly && inspection.trailingBytes == 0
    }

    /// The time since the last modification of a folder, in seconds. 0 if the folder does not exist.
    private static func age(of path: String) -> Int {
        guard let status = FileStat(at: path, followsLinks: false) else { return 0 }
        return time(nil) - status.modified / 1_000_000_000
    }
}

extension SheetCache {
    /// Draws pages with workers, and adds them to the cache.
    ///
    /// - Parameter pages: a few pages. The bytes of all these pages are in memory at the same time.
    /// - Returns: the pages as PNGs, in the same order.
    /// - Throws: `EngineError`, `PublishError`, `WorkerFailure`.
    func draw(_ pages: [SheetPlan.Page], pool: StickerPool) async throws -> [[UInt8]] {
        let staging = staging()
        defer { staging.close() }
        let files = try await pool.draw(pages.map(\.job), in: staging, width: .max)
        let folder = try staging.open()
        return try await BlockingExecutor.run {
            // The pages are read before they are moved to the cache, because other processes may remove pages from the
            // cache.
            let drawn = try files.map { try OpenFile.contents(ofFileAt: "\(folder)/\($0.contentName)") }
            var kept: Set<String> = []
            // Identical pages have the same file, and a file can only be moved once. The other identical pages are not
            // added to the cache, and are drawn again on demand.
            for (page, file) in zip(pages, files) where kept.insert(file.contentName).inserted {
                try keep("\(folder)/\(file.contentName)", as: page.fingerprint)
            }
            prune()
            return drawn
        }
    }
}
