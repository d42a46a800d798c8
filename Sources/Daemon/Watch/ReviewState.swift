import Decisions
import Pipeline

/// What the daemon's loop knows of people's decisions, read again when their file has changed.
struct ReviewState {
    let folder: String
    private(set) var known = Reviews()
    private var revision: DecisionBook.Revision?

    init(folder: String) {
        self.folder = folder
    }

    /// - Returns: whether the decisions are others than before.
    /// - Throws: `DecisionError`.
    mutating func renew() async throws -> Bool {
        let now = DecisionBook.revision(folder: folder)
        guard now != revision else { return false }
        let renewed = try await DecisionBook.reviews(folder: folder)
        revision = now
        defer { known = renewed }
        return renewed != known
    }
}
