import Decisions
import FileAccess
import StickerManifest

/// The main loop's knowledge of decisions. It is read again when the file of decisions changes.
struct ReviewState {
    let folder: String
    /// Called with repairs.
    let notice: @Sendable (String) -> Void
    private(set) var state = DecisionState()
    private var store: DecisionStore?
    private var revision: DecisionStore.Revision?

    init(folder: String, notice: @escaping @Sendable (String) -> Void) {
        self.folder = folder
        self.notice = notice
    }

    /// Whether the files of the decisions differ from those that were read.
    func isOutdated() async -> Bool {
        // Without a thread it is asked the next time.
        let now = try? await BlockingExecutor.run { [folder] in DecisionStore.revision(folder: folder) }
        return now.map { $0 != revision } ?? false
    }

    /// Schedules the decisions for reading: they are checked against packs that were not known.
    mutating func readAgain() { revision = nil }

    /// - Parameter published: the manifest, which the decisions are checked against.
    /// - Returns: whether the decisions are others than before.
    /// - Throws: `DecisionError`.
    mutating func renew(published: Catalog?) async throws -> Bool {
        let now = DecisionStore.revision(folder: folder)
        guard now != revision else { return false }
        if store == nil { store = try await DecisionStore.existing(folder: folder, notice: notice) }
        let renewed = try await DecisionState.check(try await store?.all() ?? [], folder: folder, published: published)
        revision = now
        defer { state = renewed }
        return renewed != state
    }
}
