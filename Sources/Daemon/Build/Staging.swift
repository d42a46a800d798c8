import Pipeline
import Synchronization

/// The folder that workers write to: made when the first of them needs it, so that a run that changes nothing writes
/// nothing.
final class Staging: Sendable {
    private let publisher: Publisher
    private let path = Mutex<String?>(nil)

    init(publisher: Publisher) {
        self.publisher = publisher
    }

    /// Its absolute path.
    ///
    /// - Throws: `PublishError`.
    func open() throws -> String {
        try path.withLock { path in
            if let path { return path }
            let made = try publisher.openStaging()
            path = made
            return made
        }
    }

    /// Removes it and what is left in it.
    func close() {
        path.withLock { path in
            if path != nil { publisher.closeStaging() }
            path = nil
        }
    }
}
