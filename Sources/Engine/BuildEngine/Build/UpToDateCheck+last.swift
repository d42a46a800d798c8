import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Determines the part of the last complete state that is still reliable. A pack is reliable if its digest equals that
/// of the published pack and no publication has touched it since. All other packs are read again. The same rule covers
/// a killed run, a power cut, a lost or restored state database, and changes of the output folder by other programs.
extension UpToDateCheck {
    /// The inputs and results of the last complete state.
    package struct Last: Sendable {
        /// See `Origin`.
        fileprivate(set) var settings: String
        /// See `Origin`.
        fileprivate(set) var folders: [String: String]
        /// The packs whose recorded state is not reliable. Nil if the whole state is.
        package fileprivate(set) var doubt: Doubt?
        /// The stamps of the output folder.
        fileprivate(set) var stamps: OutputStamps

        /// The digests of the folders. A folder whose pack is not reliable has an empty digest.
        ///
        /// - Parameter origin: the current folders.
        /// - Returns: nil if a pack in doubt belongs to no folder or folders are unknown, so that everything must be
        ///   read.
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

    /// The packs that differ from the last complete state. All other packs are unchanged.
    package struct Doubt: Sendable {
        /// The state that the published report describes.
        package enum ReportSubject: Sendable {
            /// The report describes the last complete state.
            case earlier
            /// The report describes the published state.
            case current
            /// The report describes neither, or its state is unknown.
            case unknown
        }

        /// The ids of the packs.
        package var packs: Set<String>
        /// The ids of the packs that a publication of stickerd has touched.
        package var touched: Set<String>
        /// SHA-256 of the manifest's index of the last complete state.
        package var manifest: String
        /// Whether `assets/` is unchanged.
        package var hasSameAssets: Bool
        package var report: ReportSubject
    }

    /// - Returns: nil if there is no complete state, or if something outside of all packs has changed since.
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

    /// - Returns: nil if something outside of all packs has changed.
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

/// Digests of each pack's published state: its entry in the manifest's index, and the timestamps of its names and
/// sheets.
package struct PublishedDigests {
    /// SHA-256 of the manifest's index, in lower-case hexadecimal.
    package let manifest: String
    private let entries: [String: PackEntry]
    private let stamps: OutputStamps
    private let encoder = JSONEncoder()

    /// - Returns: nil without a readable index.
    package init?(_ out: OutputFolder, _ stamps: OutputStamps) {
        guard let json = out.read(OutputNames.catalog),
            case .index(let index)? = try? ManifestDocument(json: Data(json))
        else { return nil }
        manifest = Digest.sha256(json)
        entries = Dictionary((index.packs + (index.hidden ?? [])).map { ($0.id, $0) }) { first, _ in first }
        self.stamps = stamps
        encoder.outputFormatting = [.sortedKeys]
    }

    /// The ids of everything published, and of folders that stickerd did not publish.
    package var ids: Set<String> { stamps.ids.union(entries.keys) }

    /// - Returns: the digest of an empty state for an unpublished pack.
    package func digest(ofPack id: String) -> String {
        var digest = StructuredHasher()
        if let entry = entries[id], let json = try? encoder.encode(entry) {
            json.withUnsafeBytes { digest.add($0) }
        }
        digest.add(stamps.stamp(ofPack: id))
        return digest.text
    }
}
