import Decisions
import FileAccess
import StickerManifest

/// The decisions of reviewers in a watch. The decisions are read again when their files change.
package struct ReviewState {
    let folder: String
    /// Called with messages about repairs.
    let notice: @Sendable (String) -> Void
    package private(set) var state = DecisionState()
    private var store: DecisionStore?
    private var revision: DecisionStore.Revision?

    package init(folder: String, notice: @escaping @Sendable (String) -> Void) {
        self.folder = folder
        self.notice = notice
    }

    /// Whether the files of the decisions have changed since they were read.
    package func isOutdated() async -> Bool {
        // If no thread is available, the next cycle checks again.
        let now = try? await BlockingExecutor.run { [folder] in DecisionStore.revision(folder: folder) }
        return now.map { $0 != revision } ?? false
    }

    /// Makes the next `renew` read the decisions again, because they must be checked against newly loaded packs.
    package mutating func readAgain() { revision = nil }

    /// Reads the decisions if their files have changed.
    ///
    /// - Parameter published: the published manifest, against which the decisions are checked.
    /// - Returns: whether the decisions have changed.
    /// - Throws: `DecisionError`.
    package mutating func renew(published: Catalog?) async throws -> Bool {
        let now = DecisionStore.revision(folder: folder)
        guard now != revision else { return false }
        if store == nil { store = try await DecisionStore.existing(folder: folder, notice: notice) }
        let renewed = try await DecisionState.check(try await store?.all() ?? [], folder: folder, published: published)
        revision = now
        defer { state = renewed }
        return renewed != state
    }
}
