import Foundation
import Synchronization

/// Removes the fixtures that several tests share, when the test process exits.
enum ExitCleanup {
    private static let folders = Mutex<[String]>([])
    private static let removal: Int32 = atexit {
        for folder in ExitCleanup.folders.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
    }

    static func register(_ cli: CLIFixture) {
        guard removal == 0 else { return }
        folders.withLock { $0.append(cli.path) }
    }
}
