import FileAccess
import Foundation
import JobModel
import Publishing
import StickerCatalog
import StickerConfiguration

/// Publishes a state that was published before, and holds it.
package struct RollbackRun: Sendable {
    let configuration: Configuration
    let notice: @Sendable (String) -> Void

    package init(configuration: Configuration, notice: @escaping @Sendable (String) -> Void) {
        self.configuration = configuration
        self.notice = notice
    }

    /// - Parameter id: of a kept state, or the beginning of one.
    /// - Returns: the state that is published now, and the one that was: nil when that was not whole.
    /// - Throws: `DaemonError`; what was published before is then still whole. `CancellationError`.
    package func run(to id: String) async throws -> (now: Snapshot, before: Snapshot?) {
        let shelf = SnapshotShelf(configuration)
        _ = try shelf.snapshot(id)
        let turn = try await OutputTurn.take(configuration, command: "stickerd rollback", notice: notice)
        defer { withExtendedLifetime(turn) {} }
        let (ledger, _) = try await Ledger.open(folder: configuration.stateFolder)
        let states = try await OwnThread.run { [configuration] in
            do {
                let snapshot = try shelf.snapshot(id)
                let files = try shelf.files(of: snapshot)
                let before = try shelf.keep(renews: false)
                // First, so that a build which comes after a power cut leaves alone what it finds.
                let earlier = RollbackPin.read(configuration)
                try RollbackPin(id: snapshot.id, since: Date()).write(configuration)
                do {
                    try RollbackRun.publish(files, of: snapshot, from: shelf)
                } catch {
                    // It is not held where it did not come to be published.
                    if shelf.out.read(OutputNames.catalog).map(Digest.sha256) != snapshot.catalog {
                        if let earlier {
                            try? earlier.write(configuration)
                        } else {
                            try? RollbackPin.remove(configuration)
                        }
                    }
                    throw error
                }
                return (now: snapshot, before: before)
            } catch let error as PublishError {
                throw DaemonError(error)
            }
        }
        // Sheets and icons are other ones than the ledger thinks.
        try await ledger.forgetArtifacts()
        return states
    }

    /// Lets builds publish again.
    ///
    /// - Returns: what was held; nil when nothing was.
    /// - Throws: `DaemonError`.
    package func release() throws -> RollbackPin? {
        guard let pin = RollbackPin.read(configuration) else { return nil }
        do {
            try RollbackPin.remove(configuration)
        } catch let error as PublishError {
            throw DaemonError(error)
        }
        return pin
    }

    private static func publish(_ files: [String: String], of snapshot: Snapshot, from shelf: SnapshotShelf) throws {
        guard let catalog = shelf.catalog(of: snapshot),
            let json = shelf.folder.read(SnapshotShelf.place(snapshot.catalog))
        else { throw DaemonError.snapshot("The manifest of the kept state \(snapshot.id) cannot be read.") }
        var publication = Publication(catalog: json, names: catalog.names)
        let assets = catalog.assets
        try shelf.out.makeFolder(OutputNames.assets)
        for (name, sha256) in files where name != OutputNames.catalog {
            if assets.contains(name) {
                try shelf.out.adopt(shelf.folder.absolute(SnapshotShelf.place(sha256)), as: name)
            } else {
                publication.files[name] = shelf.folder.read(SnapshotShelf.place(sha256))
            }
        }
        try Publisher(out: shelf.out.path).publish(publication)
    }
}
