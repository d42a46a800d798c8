import EngineSupport
import FileAccess
import Publishing
import StickerManifest

/// The snapshot that the last report of a rebuild describes. `prune` keeps it, so that the next report contains
/// everything that has changed since, by whichever program.
///
/// `snapshots/reported` has its id. Earlier versions ignore the file, and may remove the snapshot.
extension SnapshotStore {
    private static let reported = "reported"

    /// The id of the snapshot. Nil without a report, or if the file is damaged.
    var reportedID: String? {
        folder.read(SnapshotStore.reported).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Records that a report describes the snapshot of a manifest. Without such a snapshot, nothing changes.
    ///
    /// - Parameter manifest: SHA-256 of the index.
    /// - Throws: `PublishError` if the store cannot be written.
    package func markReported(manifest: String) throws {
        guard let snapshot = all().first(where: { $0.catalog == manifest }), snapshot.id != reportedID else { return }
        try folder.write(Array(snapshot.id.utf8), to: SnapshotStore.reported)
    }

    /// The manifest that the last report describes, with its stickers in compact form. Nil without a report.
    ///
    /// - Parameter known: a manifest that was read before. Its equal packs are reused.
    /// - Throws: `EngineError.snapshot` if it cannot be read.
    package func reportedCatalog(after known: ManifestEncoding?) throws -> Catalog? {
        guard most > 0, folder.exists(SnapshotStore.reported) else { return nil }
        if let id = reportedID, let snapshot = all().first(where: { $0.id == id }),
            let document = try? document(of: snapshot)
        {
            var reader = manifest(of: snapshot)
            reader.isCompact = true
            if let catalog = try? reader.catalog(of: document, after: known) { return catalog }
        }
        throw EngineError.snapshot(
            "The published state of the last report cannot be read. This report is compared with the state before the "
                + "rebuild.")
    }
}
