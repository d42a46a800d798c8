import Foundation
import Synchronization

/// Removes folders that several tests share, when the test process exits.
package enum ExitCleanup {
    private static let folders = Mutex<[String]>([])
    private static let removal: Int32 = atexit {
        for folder in ExitCleanup.folders.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
    }

    package static func register(_ folder: String) {
        guard removal == 0 else { return }
        folders.withLock { $0.append(folder) }
    }
}
