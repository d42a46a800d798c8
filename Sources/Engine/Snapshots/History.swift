import Foundation
import JobModel
import Publishing
import Reports
import StickerConfiguration
import StickerManifest

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
    package let hold: PublishHold?

    package init(_ configuration: Configuration) {
        let store = SnapshotStore(configuration)
        let published = store.out.read(OutputNames.catalog).map(Digest.sha256)
        var states: [State] = []
        var before: Catalog?
        for snapshot in store.all().reversed() {
            let catalog = store.catalog(of: snapshot)
            let changes = catalog.map { BuildReport.changes(from: before, to: $0) } ?? []
            states.append(
                State(
                    snapshot: snapshot, added: changes.count { $0.kind == .added },
                    changed: changes.count { $0.kind == .changed }, removed: changes.count { $0.kind == .removed },
                    isPublished: snapshot.catalog == published))
            before = catalog
        }
        self.states = states.reversed()
        hold = PublishHold.read(configuration)
    }
}
