import EngineSupport
import FileAccess
import Publishing
import StickerManifest

/// The snapshot that the last rebuild report describes. `prune` keeps this snapshot, so that the next report contains
/// all changes since then, regardless of the command that made them.
///
/// The file `snapshots/reported` contains the id of the snapshot. Earlier versions of stickerd ignore this file and may
/// remove the snapshot.
extension SnapshotStore {
    private static let reported = "reported"

    /// The id of the snapshot. Nil without a report, or if the file is damaged.
    var reportedID: String? {
        folder.read(SnapshotStore.reported).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Records that the last report describes the snapshot of a manifest. Does nothing if the manifest has no snapshot.
    ///
    /// - Parameter manifest: the SHA-256 of the manifest's index.
    /// - Throws: `PublishError` if the store cannot be written.
    package func markReported(manifest: String) throws {
        guard let snapshot = all().first(where: { $0.catalog == manifest }), snapshot.id != reportedID else { return }
        try folder.write(Array(snapshot.id.utf8), to: SnapshotStore.reported)
    }

    /// The manifest that the last report describes, with its stickers in compact form. Nil without a report.
    ///
    /// - Parameter known: a manifest that was read before. Its packs are reused if they are equal.
    /// - Throws: `EngineError.snapshot` if the manifest cannot be read.
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
