/// The state of the output folder and the drop folder when all work was done.
///
/// It proves the published state but does not define it: the output folder decides what is published. A pack's row
/// counts only while its digest is that of the published pack, so a database that is lost, old or of another library
/// cannot do harm.
package struct Completion: Sendable, Hashable {
    /// Digests of everything in the output folder that belongs to no single pack.
    package struct Output: Sendable, Hashable {
        /// The stamp of `assets/`.
        package var assets: String
        /// The stamp of what belongs to no pack.
        package var others: String
        /// SHA-256 of the manifest's index, in lower-case hexadecimal.
        package var manifest: String
        /// The stamp of the report, which describes this state.
        package var report: String

        package init(assets: String, others: String, manifest: String, report: String) {
            self.assets = assets
            self.others = others
            self.manifest = manifest
            self.report = report
        }
    }

    /// A report that was written after a publication.
    package struct Report: Sendable, Hashable {
        /// SHA-256 of the manifest's index that it describes, in lower-case hexadecimal.
        package var manifest: String
        /// The stamp of its files.
        package var stamp: String

        package init(manifest: String, stamp: String) {
            self.manifest = manifest
            self.stamp = stamp
        }
    }

    /// A digest of the configuration, the renderer and people's decisions.
    package var settings: String
    /// A digest of the output folder and of the list of saved snapshots.
    package var result: String
    /// Nil if the file system does not allow a distinction.
    package var output: Output?
    /// The digest of each folder of the drop folder, by its name. Empty where something was left to be done.
    package var folders: [String: String]
    /// The digest of each pack's published data, by its id.
    package var packs: [String: String]
    /// The ids of packs that a publication has touched since.
    package var touched: Set<String> = []
    /// The last report that was written since.
    package var report: Report?

    package init(
        settings: String, result: String, output: Output?, folders: [String: String], packs: [String: String]
    ) {
        self.settings = settings
        self.result = result
        self.output = output
        self.folders = folders
        self.packs = packs
    }
}
