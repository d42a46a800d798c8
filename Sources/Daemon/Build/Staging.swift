import Pipeline
import Synchronization

/// The folder that workers write to: made when the first of them needs it, so that a run that changes nothing writes
/// nothing.
final class Staging: Sendable {
    private let make: @Sendable () throws -> String
    private let clear: @Sendable () -> Void
    private let path = Mutex<String?>(nil)

    /// A folder of this process in the output folder.
    init(publisher: Publisher) {
        make = { try publisher.openStaging() }
        clear = { publisher.closeStaging() }
    }

    /// A folder that is there and stays.
    ///
    /// - Parameter folder: absolute path.
    init(folder: String) {
        make = { folder }
        clear = {}
    }

    /// Its absolute path.
    ///
    /// - Throws: `PublishError`.
    func open() throws -> String {
        try path.withLock { path in
            if let path { return path }
            let made = try make()
            path = made
            return made
        }
    }

    /// Removes it and what is left in it.
    func close() {
        path.withLock { path in
            if path != nil { clear() }
            path = nil
        }
    }
}
