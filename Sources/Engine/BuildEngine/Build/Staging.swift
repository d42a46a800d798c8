import Publishing
import StateDatabase
import Synchronization

/// The staging folder for finished files that have not been moved to the published assets. It is created when the first
/// file needs it, so that a run without changes writes nothing.
package final class Staging: Sendable {
    private struct Place {
        var path: String
        /// The lock that is held while the folder is in use. Nil for a folder that existed before, which needs no lock.
        var lock: OutputLock?
    }

    /// The name of the lock file. The lock shows whether a process uses the folder. Process ids cannot show this,
    /// because they are reused and differ between containers.
    private static let lockFile = "in-use.lock"

    private let make: @Sendable () throws -> Place
    private let clear: @Sendable () -> Void
    private let place = Mutex<Place?>(nil)

    /// Creates a staging folder in the output folder, for exclusive use by this value.
    ///
    /// - Parameter takesAssets: whether files are moved from this folder to the published assets.
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

    /// Uses an existing folder, which `close` does not remove.
    ///
    /// - Parameter folder: the absolute path of the folder.
    package init(folder: String) {
        make = { Place(path: folder) }
        clear = {}
    }

    /// Whether a running process uses a folder.
    ///
    /// - Parameter folder: the absolute path of the folder.
    package static func isInUse(_ folder: String) -> Bool { OutputLock.isHeld(folder: folder, file: lockFile) }

    /// Creates the folder if necessary.
    ///
    /// - Returns: the absolute path of the folder.
    /// - Throws: `PublishError`; `EngineError` if the folder cannot be locked.
    package func open() throws -> String {
        try place.withLock { place in
            if let place { return place.path }
            let made = try make()
            place = made
            return made.path
        }
    }

    /// Removes the folder and its remaining files, unless it existed before.
    package func close() {
        place.withLock { place in
            if place != nil { clear() }
            place = nil
        }
    }
}
