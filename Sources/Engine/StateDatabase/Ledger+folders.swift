import Foundation
import GRDB

/// Queries for some folders of the drop folder. In a large library, reading all rows takes a second.
extension Ledger {
    /// A folder that files are in, and a pack that they belong to.
    package struct FolderPack: Sendable, Hashable {
        /// The first part of the files' paths; empty for those at the root.
        package var folder: String
        package var pack: String

        package init(folder: String, pack: String) {
            self.folder = folder
            self.pack = pack
        }
    }

    /// Every folder with the packs that its art belongs to.
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

    /// All files below some folders, in the order of their paths.
    ///
    /// - Parameter folders: the first parts of the paths.
    package func sources(below folders: Set<String>) async throws -> [LedgerSource] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(LedgerSource.columns) FROM sources WHERE path >= ? AND path < ? ORDER BY path")
            return try folders.sorted().flatMap { folder in
                // The character after the slash.
                try LedgerSource.fetchAll(statement, arguments: [folder + "/", folder + "0"])
            }
        }
    }

    /// All files at the root, and those in folders of frames there, in the order of their paths.
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

    /// All files that have one of these digests, in the order of their paths.
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

    /// The fingerprints of everything that is published.
    package func publishedFingerprints() async throws -> Set<String> {
        try await read { db in
            try String.fetchSet(db, sql: "SELECT DISTINCT fingerprint FROM sources WHERE state = 'published'")
        }
    }
}
