import Publishing
import StateDatabase
import Synchronization

/// The staging folder for finished files before they become published assets. It is created for the first file, so that
/// a run without changes writes nothing.
package final class Staging: Sendable {
    private struct Place {
        var path: String
        /// The lock that is held while the folder is in use. Nil for a folder that is never cleaned up.
        var lock: OutputLock?
    }

    /// A lock in the folder shows that it is in use. A process number would not: numbers are reused, and differ in
    /// containers.
    private static let lockFile = "in-use.lock"

    private let make: @Sendable () throws -> Place
    private let clear: @Sendable () -> Void
    private let place = Mutex<Place?>(nil)

    /// A folder in the output folder for exclusive use.
    ///
    /// - Parameter takesAssets: whether files are published from it.
    package init(publisher: Publisher, takesAssets: Bool = true) {
        make = {
            let path = try publisher.openStaging(takesAssets: takesAssets)
            do {
                return Place(
                    path: path, lock: try OutputLock.take(folder: path, command: "staging", file: Staging.lockFile))
            } catch {
                publisher.closeStaging()
                throw error
            }
        }
        clear = { publisher.closeStaging() }
    }

    /// An existing folder that is kept.
    ///
    /// - Parameter folder: absolute path.
    package init(folder: String) {
        make = { Place(path: folder) }
        clear = {}
    }

    /// Whether a living process uses a folder.
    ///
    /// - Parameter folder: absolute path.
    package static func isInUse(_ folder: String) -> Bool { OutputLock.isHeld(folder: folder, file: lockFile) }

    /// The absolute path of the folder.
    ///
    /// - Throws: `PublishError`; `EngineError` if it cannot be marked as in use.
    package func open() throws -> String {
        try place.withLock { place in
            if let place { return place.path }
            let made = try make()
            place = made
            return made.path
        }
    }

    /// Removes the folder and its remaining files.
    package func close() {
        place.withLock { place in
            if place != nil { clear() }
            place = nil
        }
    }
}
