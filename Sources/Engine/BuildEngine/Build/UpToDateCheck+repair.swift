import FileAccess
import JobModel
import Publishing
import Snapshots
import StickerConfiguration
import StickerManifest

/// Recovers from an interrupted run, and from changes by other programs. Restores the readable names of packs in doubt
/// from the published manifest, and does not read other packs.
extension UpToDateCheck {
    /// The remains of an interrupted run.
    package struct Leftovers: Sendable {
        /// The assets that only packs in doubt may reference, relative to the output folder.
        package var files: Set<String>
        /// The state of the packs in doubt that the report describes. Nil if it is unknown.
        var reported: Catalog?
        /// The readable names that another program had removed or replaced, and that are repaired.
        package var repaired: [String] = []
    }
}

extension UpToDateCheck.Doubt {
    /// Repairs the readable names of the packs in doubt.
    ///
    /// - Parameters:
    ///   - catalog: the published catalog, with at least the packs in doubt.
    ///   - snapshot: the snapshot of the last complete state.
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
        // An interrupted publication of stickerd may have left incomplete names in `touched` packs. They are not
        // reported as changed by another program.
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
