import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Reports
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// The packs at rest. All sources of such a pack are published and unchanged. A watch keeps only one line per pack at
/// rest in memory, and loads the pack when it changes. The memory of a watch therefore depends on the number of loaded
/// packs.
///
/// A pack with an unpublished source is not at rest, because the watch may have to report the source.
package struct RestingPacks: Sendable {
    private struct Folder {
        /// The entry of the pack in the manifest's index.
        var entry: PackEntry
        var id: String { entry.id }
        /// The number of stickers, including those that await approval.
        var stickers: Int { (entry.stickers ?? 0) + (entry.counts?.awaiting ?? 0) }
        /// The fingerprint of the folder, from `DirectoryFingerprint`.
        var fingerprint: String
        /// The state of the pack's readable names, from `OutputFolder.stamp(ofPack:)`.
        var names: String
    }

    /// The folders of the packs, by name in Unicode NFC.
    private var folders: [String: Folder]
    /// The totals over all folders. Every cycle needs these totals, so they are not computed each time.
    private var totals: Totals
    /// The SHA-256 of each pack's list of files, by pack id. The lists are stored in a snapshot.
    private let lists: [String: String]
    /// The files of all packs.
    private(set) var files: ListedFiles
    /// The lines of the packs in the manifest's index.
    private(set) var lines: [ManifestText.Line]
    /// The fingerprints of all published stickers.
    private(set) var fingerprints: Set<String>

    // MARK: Resting packs

    private init(
        folders: [String: Folder], lists: [String: String], files: ListedFiles, lines: [ManifestText.Line],
        fingerprints: Set<String>
    ) {
        self.folders = folders
        self.lists = lists
        self.files = files
        self.lines = lines
        self.fingerprints = fingerprints
        totals = Totals(folders)
    }

    private struct Totals {
        /// The ids of the packs, by their folders.
        var ids: [String: String]
        var packs: Set<String>
        var published = 0
        var awaiting = 0
        /// The number of stickers that are published without an approval.
        var unapproved = 0

        init(_ folders: [String: Folder]) {
            ids = folders.mapValues(\.id)
            packs = Set(ids.values)
            for entry in folders.values.map(\.entry) {
                published += entry.stickers ?? 0
                awaiting += entry.counts?.awaiting ?? 0
                unapproved += (entry.counts?.open ?? 0) + (entry.counts?.sentBack ?? 0)
            }
        }
    }

    /// The ids of the packs, by their folders.
    package var ids: [String: String] { totals.ids }

    package var isEmpty: Bool { folders.isEmpty }

    /// The number of stickers, including those that await approval.
    package var stickerCount: Int { publishedCount + awaitingCount }

    var publishedCount: Int { totals.published }

    var awaitingCount: Int { totals.awaiting }

    /// The number of stickers that are published without an approval.
    var unapprovedCount: Int { totals.unapproved }

    /// The fingerprints of the packs' folders, by folder name.
    var fingerprintsByFolder: [String: String] { folders.mapValues(\.fingerprint) }

    package func contains(folder: String) -> Bool { folders[folder] != nil }

    /// The index entries of the packs of some folders.
    package func entries(of names: Set<String>) -> [PackEntry] { names.compactMap { folders[$0]?.entry } }

    /// The folder of a pack. Nil if the pack is not at rest.
    package func folder(ofPack id: String) -> String? { folders.first { $0.value.id == id }?.key }

    /// The subset of the given output files that belongs to the packs, including readable names.
    package func named(among files: Set<String>) -> Set<String> {
        files.filter { file in
            let parts = file.split(separator: "/", maxSplits: 2)
            return self.files.contains(file) || parts.count == 3 && totals.packs.contains(String(parts[1]))
        }
    }

    /// Removes packs that are no longer at rest.
    ///
    /// - Parameter names: the names of the packs' folders.
    /// - Returns: false if the packs' lists of files cannot be read. In that case, nothing is removed.
    package mutating func remove(_ names: Set<String>, _ store: SnapshotStore) -> Bool {
        let ids = Set(names.compactMap { folders[$0]?.id })
        guard store.take(ids.compactMap { lists[$0] }, from: &files) else { return false }
        for name in names { folders[name] = nil }
        lines.removeAll { ids.contains($0.id) }
        totals = Totals(folders)
        return true
    }

    /// Whether all files of the packs exist and their readable names are unchanged.
    package func areIntact(in out: OutputFolder) -> Bool {
        guard folders.values.allSatisfy({ out.stamp(ofPack: $0.id) == $0.names }) else { return false }
        var names: [String] = []
        out.visit(OutputNames.assets) { if !$0.isFolder { names.append("\(OutputNames.assets)/\($0.name)") } }
        return files.areAll(among: names)
    }
}

extension RestingPacks {
    /// The packs at rest, with the published index.
    package struct Found: Sendable {
        package var packs: RestingPacks
        var index: ManifestIndex
        var json: [UInt8]
        /// The snapshot of the published state. After an interrupted run, the snapshot of the last complete state.
        var snapshot: Snapshot
    }

    /// The inputs of the search for packs at rest.
    package struct Grounds: Sendable {
        var configuration: Configuration
        /// The fingerprints of the folders in the drop folder at the time when all their sources were published.
        var before: [String: String]
        /// The current fingerprints of the folders in the drop folder.
        var now: [String: String]
        /// The packs whose recorded state is not reliable. Nil if all packs are reliable.
        var doubt: UpToDateCheck.Doubt?
        /// The ids of packs with stickers that were sent back. These packs are not at rest, because new versions of the
        /// stickers are expected.
        package var sentBack: Set<String> = []
        /// The timestamps of the output folder. If nil, the timestamps are read for each pack.
        var stamps: OutputStamps?

        package init(
            configuration: Configuration, before: [String: String], now: [String: String],
            doubt: UpToDateCheck.Doubt? = nil, stamps: OutputStamps? = nil
        ) {
            (self.configuration, self.before, self.now) = (configuration, before, now)
            (self.doubt, self.stamps) = (doubt, stamps)
        }

        /// The state of a pack's readable names, from `OutputFolder.stamp(ofPack:)`.
        fileprivate func names(ofPack id: String) -> String? {
            let out = OutputFolder(configuration.out)
            guard let stamps, stamps.isDivided else { return out.stamp(ofPack: id) }
            return stamps.names[id] ?? out.stamp(ofPack: id)
        }
    }

    /// Finds the packs of a library that are at rest.
    ///
    /// - Returns: nil if the library contains messages or game pieces, if pack ids cannot be derived from the folder
    ///   names alone, or if the manifest, the report or the snapshot is missing or unreadable.
    /// - Throws: `EngineError` if the state database cannot be read.
    package static func find(_ grounds: Grounds, ledger: Ledger) async throws -> Found? {
        // Files and the state database are read at the same time.
        async let candidates = BlockingExecutor.run { try find(grounds) }
        async let hasReport = BlockingExecutor.run { hasCompleteReport(OutputFolder(grounds.configuration.out)) }
        let packs = try await ledger.packsOfFolders()
        guard ChangedPacks.haveOwnIDs(grounds.now.keys, packs: packs),
            packs.allSatisfy({ MessagePack.parent(of: $0.pack) == nil })
        else { return nil }
        let others = try await ledger.sources(in: Set(SourceStatus.allCases).subtracting([.published]))
        let busy = Set(others.filter(\.isForPeople).map { DropIndex.folder(ofFileAt: $0.path) })
        let fingerprints = try await ledger.publishedFingerprints()
        guard try await hasReport, var found = try await candidates else { return nil }
        found.packs.fingerprints = fingerprints
        let occupied = busy.filter(found.packs.contains)
        guard !occupied.isEmpty else { return found }
        return try await BlockingExecutor.run { [found] in
            var found = found
            return found.packs.remove(occupied, SnapshotStore(grounds.configuration)) ? found : nil
        }
    }

    /// The parts of the published report that `hasCompleteReport` reads.
    private struct ReportHead: Decodable {
        struct Warned: Decodable { var image: String? }
        var counts: [String: Int]
        var warnings: [Warned]
    }

    /// Whether the next report can reuse the published one, as in `ChangedPacks.isComplete`.
    private static func hasCompleteReport(_ out: OutputFolder) -> Bool {
        guard let json = out.read(OutputNames.reportData),
            let report = try? JSONDecoder().decode(ReportHead.self, from: Data(json))
        else { return false }
        return report.counts["messages"] == nil && report.counts["pieces"] == nil
            && report.warnings.allSatisfy { $0.image != nil }
    }

    /// Finds the packs that are at rest according to the files alone. `find(_:ledger:)` also considers the state
    /// database. Returns nil if no pack can be at rest.
    private static func find(_ grounds: Grounds) throws -> Found? {
        let out = OutputFolder(grounds.configuration.out)
        let store = SnapshotStore(grounds.configuration)
        guard let (index, json) = out.index(), index.generator == StickerdVersion.generator,
            let snapshot = grounds.doubt.map({ store.snapshot(ofManifest: $0.manifest) })
                ?? store.current(Digest.sha256(json)),
            let lists = store.lists(of: snapshot)
        else { return nil }
        let entries = index.entriesByID
        var folders: [String: Folder] = [:]
        for (name, fingerprint) in grounds.now where !name.isEmpty && grounds.before[name] == fingerprint {
            let id = DropScanner.wantedID(ofFolder: name)
            guard let entry = entries[id], entry.counts?.rejected == 0, !grounds.sentBack.contains(id),
                let stamp = grounds.names(ofPack: id)
            else {
                continue
            }
            folders[name] = Folder(entry: entry, fingerprint: fingerprint, names: stamp)
        }
        let ids = Set(folders.values.map(\.id))
        let own = lists.filter { ids.contains($0.key) }
        guard own.count == ids.count, let files = store.listedFiles(of: own.values) else { return nil }
        let packs = RestingPacks(
            folders: folders, lists: own, files: files, lines: try index.part(of: ids).lines(), fingerprints: [])
        return Found(packs: packs, index: index, json: json, snapshot: snapshot)
    }

    /// The number of stickers above which a pack is "large": reading it would delay a new source noticeably.
    private static let large = 1_000
    /// The maximum number of stickers in all large packs together that are kept in memory.
    private static let mostKept = 16_000

    /// The folders of the large packs, sorted by decreasing size, up to `mostKept` stickers in total. The watch loads
    /// these packs while it is idle.
    package var largest: [String] {
        var (largest, kept): ([String], Int) = ([], 0)
        for (name, folder) in folders.sorted(by: { ($1.value.stickers, $0.key) < ($0.value.stickers, $1.key) })
        where folder.stickers > RestingPacks.large && kept + folder.stickers <= RestingPacks.mostKept {
            largest.append(name)
            kept += folder.stickers
        }
        return largest
    }

    /// The number of stickers in the packs of some folders.
    func stickerCount(of names: [String]) -> Int { names.reduce(0) { $0 + (folders[$1]?.stickers ?? 0) } }
}

extension LedgerSource {
    /// Whether the file is a source or a file that a designer may expect to become a sticker.
    fileprivate var isForPeople: Bool {
        guard state == .ignored else { return true }
        let parts = reason.split(separator: ":", maxSplits: 1)
        return parts.count > 1 || parts.first.flatMap { IgnoreReason(rawValue: String($0)) }?.isForPeople ?? true
    }
}
