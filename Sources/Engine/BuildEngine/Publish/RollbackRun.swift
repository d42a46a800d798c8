import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Publishes a saved snapshot, and puts publishing on hold.
package struct RollbackRun: Sendable {
    let configuration: Configuration
    let notice: @Sendable (String) -> Void

    package init(configuration: Configuration, notice: @escaping @Sendable (String) -> Void) {
        self.configuration = configuration
        self.notice = notice
    }

    /// Runs the rollback.
    ///
    /// - Parameter id: the id of a snapshot, or the beginning of the id.
    /// - Returns: the snapshot that is published now, and the snapshot of the previous state. The snapshot of the
    ///   previous state is nil if that state was not intact.
    /// - Throws: `EngineError` or `CancellationError`. In both cases, the previous state remains published.
    package func run(to id: String) async throws -> (now: Snapshot, before: Snapshot?) {
        let store = SnapshotStore(configuration)
        // If the snapshot does not exist, this line throws before the wait for the output.
        _ = try store.snapshot(id)
        let lease = try await OutputLease.take(configuration, command: "stickerd rollback", notice: notice)
        defer { withExtendedLifetime(lease) {} }
        let (ledger, _) = try await Ledger.open(folder: configuration.stateFolder)
        let snapshot = try await BlockingExecutor.run { try store.snapshot(id) }
        var session = try await session(for: snapshot, ledger: ledger)
        session.snapshots = .previous
        let hold = PublishHold(id: snapshot.id, since: Date())
        return (snapshot, try await publish(session, hold).previous)
    }

    /// Completes a rollback that was interrupted during its publication. The caller must hold the output lock.
    ///
    /// - Throws: `EngineError`.
    func completeInterrupted(ledger: Ledger) async throws {
        guard let hold = PublishHold.read(configuration), hold.isPending else { return }
        let store = SnapshotStore(configuration)
        do {
            let snapshot = try await BlockingExecutor.run { try store.snapshot(hold.id) }
            _ = try await publish(try await session(for: snapshot, ledger: ledger), hold)
        } catch EngineError.snapshot(let text), EngineError.configuration(let text) {
            return notice(text)
        }
        notice("The rollback to the snapshot \(hold.id) was interrupted, and is completed now.")
    }

    /// Publishes the newest snapshot again after the output folder was removed or replaced. Does nothing if the newest
    /// snapshot is not the last publication, or if the output folder contains another manifest. The caller must hold
    /// the output lock.
    ///
    /// - Parameter manifest: the SHA-256 of the last published index.
    /// - Throws: `EngineError`, `PublishError`, `CancellationError`.
    func restore(_ manifest: String, ledger: Ledger) async throws {
        let store = SnapshotStore(configuration)
        let published = OutputFolder(configuration.out).read(OutputNames.catalog).map(Digest.sha256)
        guard PublishHold.read(configuration) == nil, published == nil || published == manifest,
            let snapshot = try await BlockingExecutor.run({ store.all().first }), snapshot.catalog == manifest
        else { return }
        _ = try await session(for: snapshot, ledger: ledger).run()
    }

    /// Ends the publish hold.
    ///
    /// - Returns: the ended hold. Nil if there was none.
    /// - Throws: `EngineError`.
    package func release() throws -> PublishHold? {
        guard let hold = PublishHold.read(configuration) else { return nil }
        do {
            try PublishHold.remove(configuration)
        } catch let error as PublishError {
            throw EngineError(error)
        }
        return hold
    }

    private func session(for snapshot: Snapshot, ledger: Ledger) async throws -> PublishSession {
        let store = SnapshotStore(configuration)
        let (publication, links) = try await BlockingExecutor.run {
            try RollbackRun.publication(of: snapshot, in: store)
        }
        var session = PublishSession(
            configuration: configuration, publisher: Publisher(out: configuration.out), ledger: ledger,
            content: .publication(publication))
        session.adoption = .links(links)
        // The state database describes the sheets and icons of another state, so its rows are deleted.
        session.invalidation = .everything
        session.notice = notice
        return session
    }

    private func publish(
        _ session: PublishSession, _ hold: PublishHold
    ) async throws -> PublishSession.Published {
        var session = session
        session.hold = hold
        do {
            return try await session.run()
        } catch let error as PublishError {
            throw EngineError(error)
        }
    }

    /// Creates the publication that restores a snapshot.
    ///
    /// - Returns: the publication, and the absolute paths of the saved files that become its assets, by asset name.
    private static func publication(
        of snapshot: Snapshot, in store: SnapshotStore
    ) throws -> (Publication, links: [String: String]) {
        let files = try store.files(of: snapshot)
        guard let catalog = store.catalog(of: snapshot),
            let json = store.folder.read(SnapshotStore.place(snapshot.catalog))
        else { throw EngineError.snapshot("The manifest of the snapshot \(snapshot.id) cannot be read.") }
        var publication = Publication(catalog: json, names: PublishedNames(catalog))
        var links: [String: String] = [:]
        // Parts and records of the manifest are kept explicitly, because `publication.names` does not include them.
        let documents = Set(files.keys.filter { $0.hasPrefix(OutputNames.assets + "/") && $0.hasSuffix(".json") })
        publication.kept = documents
        for (name, sha256) in files where name != OutputNames.catalog {
            if publication.names.isNamed(asset: name) || documents.contains(name) {
                links[name] = store.folder.absolute(SnapshotStore.place(sha256))
            } else {
                publication.files[name] = store.folder.read(SnapshotStore.place(sha256))
            }
        }
        return (publication, links)
    }
}
