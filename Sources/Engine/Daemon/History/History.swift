import Foundation
import JobModel
import Publishing
import Review
import StickerCatalog
import StickerConfiguration

/// The published states that are kept, and what is different between them.
package struct History: Sendable {
    /// A state, and what changed from the one before it.
    package struct State: Sendable {
        package var snapshot: Snapshot
        package var added: Int
        package var changed: Int
        package var removed: Int
        /// Whether it is what is published now.
        package var isPublished: Bool
    }

    /// The newest first.
    package let states: [State]
    /// Why nothing new is published; nil when builds publish.
    package let pin: RollbackPin?

    package init(_ configuration: Configuration) {
        let shelf = SnapshotShelf(configuration)
        let published = shelf.out.read(OutputNames.catalog).map(Digest.sha256)
        var states: [State] = []
        var before: Catalog?
        for snapshot in shelf.all().reversed() {
            let catalog = shelf.catalog(of: snapshot)
            let changes = catalog.map { BuildReport.changes(from: before, to: $0) } ?? []
            states.append(
                State(
                    snapshot: snapshot, added: changes.count { $0.kind == .added },
                    changed: changes.count { $0.kind == .changed }, removed: changes.count { $0.kind == .removed },
                    isPublished: snapshot.catalog == published))
            before = catalog
        }
        self.states = states.reversed()
        pin = RollbackPin.read(configuration)
    }
}
