import Foundation
import GRDB

/// Queries that read only some rows. Reading all rows of a large library takes a second.
extension Ledger {
    /// A folder, and a pack to which files of the folder belong.
    package struct FolderPack: Sendable, Hashable {
        /// The name of the folder in the drop folder. Empty for files that are directly in the drop folder.
        package var folder: String
        /// The id of the pack.
        package var pack: String

        package init(folder: String, pack: String) {
            self.folder = folder
            self.pack = pack
        }
    }

    /// All combinations of folders and packs.
    package func packsOfFolders() async throws -> Set<FolderPack> {
        try await read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT DISTINCT CASE instr(path, '/') WHEN 0 THEN '' ELSE substr(path, 1, instr(path, '/') - 1) END, pack
                    FROM sources WHERE pack <> ''
                    """)
            var packs: Set<FolderPack> = []
            while let row = try rows.next() { packs.insert(FolderPack(folder: row[0], pack: row[1])) }
            return packs
        }
    }

    /// The files in some folders and their subfolders, sorted by path in each folder.
    ///
    /// - Parameter folders: the paths of the folders, relative to the drop folder.
    package func sources(below folders: Set<String>) async throws -> [LedgerSource] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(LedgerSource.columns) FROM sources WHERE path >= ? AND path < ? ORDER BY path")
            return try folders.sorted().flatMap { folder in
                // The range contains all paths below the folder, because `0` follows the slash in ASCII.
                try LedgerSource.fetchAll(statement, arguments: [folder + "/", folder + "0"])
            }
        }
    }

    /// The files that are directly in the drop folder or in a folder of frames there, sorted by path.
    package func rootSources() async throws -> [LedgerSource] {
        try await read { db in
            try LedgerSource.fetchAll(
                db,
                sql: """
                    SELECT \(LedgerSource.columns) FROM sources
                    WHERE instr(path, '/') = 0 OR substr(path, 1, instr(path, '/')) LIKE '%.frames/' ORDER BY path
                    """)
        }
    }

    /// The files whose SHA-256 is in `digests`, sorted by path.
    package func sources(withDigests digests: Set<String>) async throws -> [LedgerSource] {
        let wanted = try String(decoding: JSONEncoder().encode(digests.sorted()), as: UTF8.self)
        return try await read { db in
            try LedgerSource.fetchAll(
                db,
                sql: """
                    SELECT \(LedgerSource.columns) FROM sources
                    WHERE sha256 IN (SELECT value FROM json_each(?)) ORDER BY path
                    """, arguments: [wanted])
        }
    }

    /// The fingerprints of all published stickers and of those awaiting approval.
    package func publishedFingerprints() async throws -> Set<String> {
        try await read { db in
            try String.fetchSet(db, sql: "SELECT DISTINCT fingerprint FROM sources WHERE state = 'published'")
        }
    }
}
