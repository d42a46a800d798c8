import FileAccess
import JobModel
import Publishing
import Snapshots
import StickerConfiguration
import StickerManifest

/// Repairs the output folder after an interrupted run or after changes by other programs. Restores the readable names
/// of packs in doubt from the published manifest, and does not read other packs.
extension UpToDateCheck {
    /// The result of a repair, including the files that an interrupted run left.
    package struct Leftovers: Sendable {
        /// The paths of assets that are referenced only by packs in doubt or by no pack, relative to the output folder.
        package var files: Set<String>
        /// The catalog of the packs in doubt that the published report describes. Nil if this catalog is unknown.
        var reported: Catalog?
        /// The readable names that another program removed or replaced. They have been repaired.
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
        // An interrupted publication may have left incomplete names in `touched` packs. Those names are not reported,
        // because no other program changed them.
        let repaired = names.filter { name in
            // Examples of names: packs/cats/one@3x.png, previews/cats/one/…
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
