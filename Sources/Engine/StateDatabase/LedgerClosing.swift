import FileAccess
import GRDB
import Glibc
import Publishing
import Synchronization

/// Closes the state database when its last reference is released, and then stores the timestamps of the database file
/// in a note. If the file has the same timestamps and no log when it is opened, it has not changed, and the check of
/// all pages is skipped. In a large library, this check takes longer than a build that has nothing to do.
///
/// The timestamps differ after the process was killed, after a backup was restored, or after another program wrote to
/// the file. A defective disk can damage the file without a change of the timestamps. `stickerd audit` or a failing
/// read detects such damage.
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

    /// Whether the state database in a state folder has not changed since stickerd closed it.
    package static func isClosed(folder path: String) -> Bool {
        let folder = OutputFolder(path)
        guard let stamp = LedgerClosing.stamp(in: folder), let noted = folder.read(fileName, limit: 1000) else {
            return false
        }
        return noted == stamp && ["-wal", "-journal"].allSatisfy { folder.size(of: Ledger.fileName + $0) ?? 0 == 0 }
    }

    /// Notes that the file is damaged, so that the next process checks all pages.
    func noteDamage() {
        isDamaged.withLock { $0 = true }
        try? folder.remove(LedgerClosing.fileName)
    }

    private static func stamp(in folder: OutputFolder) -> [UInt8]? {
        guard let stamp = folder.stamp(of: Ledger.fileName) else { return nil }
        return Array("\(stamp.size) \(stamp.modified) \(stamp.changed) \(stamp.inode) \(stamp.device)\n".utf8)
    }

    deinit {
        // If the database cannot be closed or is damaged, no note is written.
        guard (try? queue.close()) != nil, !isDamaged.withLock({ $0 }), let stamp = LedgerClosing.stamp(in: folder),
            folder.read(LedgerClosing.fileName, limit: 1000) != stamp
        else { return }
        // If the note cannot be written, the next process checks all pages.
        try? folder.write(stamp, to: LedgerClosing.fileName, isDurable: false)
    }
}
