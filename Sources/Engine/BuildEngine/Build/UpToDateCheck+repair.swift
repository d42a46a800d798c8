import FileAccess
import JobModel
import Publishing
import Snapshots
import StickerConfiguration
import StickerManifest

/// Recovers from a run that was interrupted, and from changes by others: the names of packs in doubt are restored to the
/// published manifest. The other packs are not read.
extension UpToDateCheck {
    /// What such a run left.
    struct Leftovers: Sendable {
        /// Assets, relative to the output folder, that no pack names but those in doubt.
        var files: Set<String>
        /// The catalog that the report describes, for the packs in doubt. Nil if it is unknown.
        var reported: Catalog?
        /// Names for people that somebody else removed or replaced, and that are right again.
        var repaired: [String] = []
    }
}

extension UpToDateCheck.Doubt {
    /// Repairs the human-readable names of the packs in doubt.
    ///
    /// - Parameters:
    /// - catalog: the published catalog of at least these packs.
    /// - snapshot: the last complete state.
    /// - Returns: nil if a published file is missing or damaged.
    /// - Throws: `PublishError`.
    func repair(
        _ catalog: Catalog, snapshot: Snapshot, in configuration: Configuration
    ) throws -> UpToDateCheck.Leftovers? {
        let store = SnapshotStore(configuration)
        var files: Set<String> = []
        if !hasSameAssets {
            guard let lists = store.lists(of: snapshot),
                let strays = store.strays(besides: lists.filter { !packs.contains($0.key) })
            else { return nil }
            files = strays.subtracting(RetiredFiles.names(in: store.out))
        }
        guard let names = try Publisher(out: configuration.out).repairNames(of: packs, in: catalog) else { return nil }
        // A publication that was interrupted left the names of touched packs half new.
        let repaired = names.filter { name in
            // packs/cats/one@3x.png, previews/cats/one/…
            name.split(separator: "/").dropFirst().first.map { !touched.contains(String($0)) } ?? true
        }
        var reported: Catalog?
        switch report {
        case .current: reported = catalog
        case .earlier:
            reported = store.catalog(of: snapshot, packs: packs).map { earlier in
                catalog.replacing(packs.union(earlier.packIDs), by: earlier)
            }
        case .unknown: break
        }
        return UpToDateCheck.Leftovers(files: files, reported: reported, repaired: repaired)
    }
}
