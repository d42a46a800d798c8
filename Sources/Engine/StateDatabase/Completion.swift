/// The record of a complete state, in which all sources were processed and published.
///
/// The record is only used to skip unchanged packs. The output folder alone determines the published state. The record
/// of a pack is valid only if its hash equals the hash of the published pack. A lost, outdated or incorrect state
/// database is therefore harmless.
package struct Completion: Sendable, Hashable {
    /// The state of all files in the output folder that do not belong to a single pack.
    package struct Output: Sendable, Hashable {
        /// The timestamps of `assets/`, as a text.
        package var assets: String
        /// The timestamps of the other files that do not belong to a pack, as a text.
        package var others: String
        /// The SHA-256 of the manifest's index, in lower-case hexadecimal.
        package var manifest: String
        /// The timestamps of the report, which describes this state, as a text.
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
        /// The SHA-256 of the manifest's index that the report describes, in lower-case hexadecimal.
        package var manifest: String
        /// The timestamps of the report's files, as a text.
        package var stamp: String

        package init(manifest: String, stamp: String) {
            self.manifest = manifest
            self.stamp = stamp
        }
    }

    /// The hash of the configuration, the renderer and the decisions of reviewers.
    package var settings: String
    /// The hash of the output folder's timestamps and of the list of saved snapshots.
    package var result: String
    /// The state of the files that do not belong to a pack. Nil if the timestamps of the output folder are not known
    /// for each pack.
    package var output: Output?
    /// The fingerprint of each folder in the drop folder, by name. A folder with unfinished work has an empty
    /// fingerprint.
    package var folders: [String: String]
    /// The hash of each pack's published state, by id.
    package var packs: [String: String]
    /// The ids of packs that have been published since the record was written.
    package var touched: Set<String> = []
    /// The last report that was written after this record. Nil if none was written.
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
