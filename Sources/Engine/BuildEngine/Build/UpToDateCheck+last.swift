import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Determines which packs still have the state that the last complete build recorded.
///
/// A pack is reliable if its recorded hash equals the hash of the published pack, and if no publication has changed the
/// pack since the record. All other packs are "in doubt", and the next build reads them again. A pack is also in doubt
/// after a power failure, after another program changed it, or if the state database was lost.
extension UpToDateCheck {
    /// The recorded inputs and results of the last complete build.
    package struct Last: Sendable {
        /// See `Origin`.
        fileprivate(set) var settings: String
        /// See `Origin`.
        fileprivate(set) var folders: [String: String]
        /// The packs whose recorded state is not reliable. Nil if all packs are reliable.
        package fileprivate(set) var doubt: Doubt?
        /// The timestamps of the output folder.
        fileprivate(set) var stamps: OutputStamps

        /// The recorded fingerprints of the folders, by name. A folder whose pack is in doubt has an empty fingerprint.
        ///
        /// - Parameter origin: the current inputs.
        /// - Returns: nil if all packs must be read, because no folders are recorded or because a pack in doubt has no
        ///   folder.
        package func believedFolders(now origin: Origin) -> [String: String]? {
            guard !folders.isEmpty else { return nil }
            guard let doubt else { return folders }
            let owners = Set(folders.keys).union(origin.folders.keys).map(DropScanner.wantedID)
            guard doubt.packs.isSubset(of: owners) else { return nil }
            return Dictionary(
                uniqueKeysWithValues: folders.map {
                    ($0, doubt.packs.contains(DropScanner.wantedID(ofFolder: $0)) ? "" : $1)
                })
        }
    }

    /// The packs that may differ from the last complete state. All other packs are unchanged.
    package struct Doubt: Sendable {
        /// The state that the published report describes.
        package enum ReportSubject: Sendable {
            /// The report describes the last complete state.
            case earlier
            /// The report describes the published state.
            case current
            /// The state that the report describes is unknown.
            case unknown
        }

        /// The ids of the packs in doubt.
        package var packs: Set<String>
        /// The ids of the packs that stickerd has published since the last complete state.
        package var touched: Set<String>
        /// The SHA-256 of the manifest's index in the last complete state.
        package var manifest: String
        /// Whether `assets/` is unchanged since the last complete state.
        package var hasSameAssets: Bool
        package var report: ReportSubject
    }

    /// Reads the last complete state.
    ///
    /// - Returns: nil if no complete state is recorded, or if files that belong to no pack have changed since the
    ///   record.
    /// - Throws: `EngineError` if the state database cannot be read.
    package func last(ledger: Ledger) async throws -> Last? {
        async let present = BlockingExecutor.run { [configuration] in OutputFolder(configuration.out).stamps() }
        let completion = try await ledger.completion()
        guard let completion, let stamps = try await present else { return nil }
        return try await BlockingExecutor.run {
            var last = Last(settings: completion.settings, folders: completion.folders, doubt: nil, stamps: stamps)
            guard !completion.touched.isEmpty || completion.result != result(stamps) else { return last }
            last.doubt = doubt(completion, stamps)
            return last.doubt == nil ? nil : last
        }
    }

    /// The packs in doubt. Nil if published files that belong to no pack have changed.
    private func doubt(_ completion: Completion, _ stamps: OutputStamps) -> Doubt? {
        guard stamps.isDivided, let output = completion.output, stamps.others == output.others,
            let published = PublishedDigests(OutputFolder(configuration.out), stamps)
        else { return nil }
        let differing = published.ids.union(completion.packs.keys).filter {
            completion.packs[$0] != published.digest(ofPack: $0)
        }
        let describesPublished =
            completion.report?.manifest == published.manifest && completion.report?.stamp == stamps.report
        return Doubt(
            packs: completion.touched.union(differing), touched: completion.touched, manifest: output.manifest,
            hasSameAssets: stamps.assets == output.assets,
            report: stamps.report == output.report ? .earlier : describesPublished ? .current : .unknown)
    }
}

/// Computes a hash of each pack's published state. The hash covers the pack's entry in the manifest's index, and the
/// timestamps of the pack's readable names and sheets.
package struct PublishedDigests {
    /// The SHA-256 of the manifest's index, in lower-case hexadecimal.
    package let manifest: String
    private let entries: [String: PackEntry]
    private let stamps: OutputStamps
    private let encoder = JSONEncoder()

    /// - Returns: nil if the index of the manifest is missing or unreadable.
    package init?(_ out: OutputFolder, _ stamps: OutputStamps) {
        guard let (index, json) = out.index() else { return nil }
        manifest = Digest.sha256(json)
        entries = index.entriesByID
        self.stamps = stamps
        encoder.outputFormatting = [.sortedKeys]
    }

    /// The ids of all published packs, and of all pack folders in the output folder.
    package var ids: Set<String> { stamps.ids.union(entries.keys) }

    /// The hash of a pack's published state. All unpublished packs have the same hash.
    package func digest(ofPack id: String) -> String {
        var digest = StructuredHasher()
        if let entry = entries[id], let json = try? encoder.encode(entry) {
            json.withUnsafeBytes { digest.add($0) }
        }
        digest.add(stamps.stamp(ofPack: id))
        return digest.text
    }
}
