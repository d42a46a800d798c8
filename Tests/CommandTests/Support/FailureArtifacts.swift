import Foundation
import Synchronization

/// Workshops that several tests look at. They are removed when the tests' process ends.
enum Keepsakes {
    private static let folders = Mutex<[String]>([])
    private static let removal: Int32 = atexit {
        for folder in Keepsakes.folders.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
    }

    static func keep(_ workshop: Workshop) {
        guard removal == 0 else { return }
        folders.withLock { $0.append(workshop.path) }
    }
}
