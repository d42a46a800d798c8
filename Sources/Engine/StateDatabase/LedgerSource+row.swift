import FileAccess
import GRDB

extension LedgerSource: FetchableRecord {
    /// The columns, in the order of `init(row:)` and `arguments`.
    static let columns = "path, size, modified, changed, inode, device, sha256, pack, id, state, fingerprint, reason"

    package init(row: Row) throws {
        guard let state = SourceStatus(rawValue: row[9]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "unknown state of a source")
        }
        self.init(
            path: row[0], stamp: FileStat(row: row, at: 1), sha256: row[6], pack: row[7], id: row[8], state: state,
            fingerprint: row[10], reason: row[11])
    }

    var arguments: StatementArguments {
        [
            path, stamp?.size, stamp?.modified, stamp?.changed, stamp.map { Int64(bitPattern: $0.inode) },
            stamp.map { Int64(bitPattern: $0.device) }, sha256, pack, id, state.rawValue, fingerprint, reason,
        ]
    }
}

extension FileStat {
    /// Reads five columns, of which the first is at `index`.
    ///
    /// - Returns: nil if the first column is NULL.
    init?(row: Row, at index: Int) {
        guard let size: Int = row[index] else { return nil }
        self.init(
            size: size, modified: row[index + 1] ?? 0, changed: row[index + 2] ?? 0,
            inode: UInt64(bitPattern: row[index + 3] ?? 0), device: UInt64(bitPattern: row[index + 4] ?? 0))
    }
}
