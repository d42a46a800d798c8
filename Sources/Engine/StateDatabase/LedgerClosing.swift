import FileAccess
import GRDB
import Glibc
import Publishing
import Synchronization

/// Closes the state database with its last reference, and then stores the timestamps of its file. A file with these timestamps and
/// without a log is unchanged and needs no check of all its pages when it is opened. In a large library that check
/// takes longer than a build without work.
///
/// After a kill, a restored backup, or a write by another program, the timestamps differ. Damage by a disk changes no
/// timestamp. `stickerd audit` finds it, and so does a failing read.
package final class LedgerClosing: Sendable {
    /// The name of the note in the state folder.
    package static let fileName = "ledger.closed"

    private let folder: OutputFolder
    private let queue: DatabaseQueue
    private let isDamaged = Mutex(false)

    init(folder: String, queue: DatabaseQueue) {
        self.folder = OutputFolder(folder)
        self.queue = queue
    }

    /// Whether the state database of a state folder is as its last user left it.
    package static func isClosed(folder path: String) -> Bool {
        let folder = OutputFolder(path)
        guard let stamp = LedgerClosing.stamp(in: folder), let noted = folder.read(fileName, limit: 1000) else {
            return false
        }
        return noted == stamp && ["-wal", "-journal"].allSatisfy { folder.size(of: Ledger.fileName + $0) ?? 0 == 0 }
    }

    /// Makes the next user examine the file.
    func noteDamage() {
        isDamaged.withLock { $0 = true }
        try? folder.remove(LedgerClosing.fileName)
    }

    private static func stamp(in folder: OutputFolder) -> [UInt8]? {
        guard let stamp = folder.stamp(of: Ledger.fileName) else { return nil }
        return Array("\(stamp.size) \(stamp.modified) \(stamp.changed) \(stamp.inode) \(stamp.device)\n".utf8)
    }

    deinit {
        // If another process still uses the file, nothing is noted.
        guard (try? queue.close()) != nil, !isDamaged.withLock({ $0 }), let stamp = LedgerClosing.stamp(in: folder),
            folder.read(LedgerClosing.fileName, limit: 1000) != stamp
        else { return }
        // Without the note, the next start only checks the file.
        try? folder.write(stamp, to: LedgerClosing.fileName, isDurable: false)
    }
}
