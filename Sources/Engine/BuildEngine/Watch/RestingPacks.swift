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

/// Packs of which everything is published as it is in the drop folder. A watch knows a line of each, and reads the rest when
/// something happens to the pack: what a watch takes then follows the packs that are worked on, and not the library.
///
/// A pack with a source that is not published, for whatever reason, is none of them: somebody is told of that source, and
/// waits for it.
struct RestingPacks: Sendable {
    private struct Folder {
        /// What the manifest's index says of its pack.
        var entry: PackEntry
        var id: String { entry.id }
        /// Its stickers, those that await approval among them.
        var stickers: Int { (entry.stickers ?? 0) + (entry.counts?.awaiting ?? 0) }
        /// What was in it, as `DirectoryFingerprint` says.
        var fingerprint: String
        /// Where the names for people of its pack lead, as `OutputFolder.stamp(ofPack:)` says.
        var names: String
    }

    /// By name, in NFC.
    private var folders: [String: Folder]
    /// What is asked for in each cycle: it follows from the folders.
    private var totals: Totals
    /// Which files the packs have. It is of the manifest with which they came to rest.
    private let snapshot: Snapshot
    private(set) var files: ListedFiles
    /// Their lines in the manifest's index.
    let lines: [ManifestText.Line]
    /// The fingerprints of everything that is published.
    let fingerprints: Set<String>
    /// Stickers of packs that are not at rest because they are large.
    let keptCount: Int

    // MARK: What is at rest

    private init(
        folders: [String: Folder], snapshot: Snapshot, files: ListedFiles, lines: [ManifestText.Line],
        fingerprints: Set<String>, keptCount: Int
    ) {
        self.folders = folders
        self.snapshot = snapshot
        self.files = files
        self.lines = lines
        self.fingerprints = fingerprints
        self.keptCount = keptCount
        totals = Totals(folders)
    }

    private struct Totals {
        /// The ids of the packs, by their folders.
        var ids: [String: String]
        var packs: Set<String>
        var published = 0
        var awaiting = 0
        /// Published without an approval.
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
    var ids: [String: String] { totals.ids }

    var isEmpty: Bool { folders.isEmpty }

    /// Stickers, those that await approval among them.
    var stickerCount: Int { publishedCount + awaitingCount }

    var publishedCount: Int { totals.published }

    var awaitingCount: Int { totals.awaiting }

    /// Published without an approval.
    var unapprovedCount: Int { totals.unapproved }

    /// Of the drop folder, what the packs' folders held, by the folders' names.
    var fingerprintsByFolder: [String: String] { folders.mapValues(\.fingerprint) }

    func contains(folder: String) -> Bool { folders[folder] != nil }

    /// What the manifest's index says of the packs of some folders.
    func entries(of names: Set<String>) -> [PackEntry] { names.compactMap { folders[$0]?.entry } }

    /// The folder of a pack that is at rest.
    func folder(ofPack id: String) -> String? { folders.first { $0.value.id == id }?.key }

    /// Those of some files that the packs have, and those that lie where their names for people are.
    func named(among files: Set<String>) -> Set<String> {
        files.filter { file in
            let parts = file.split(separator: "/", maxSplits: 2)
            return self.files.contains(file) || parts.count == 3 && totals.packs.contains(String(parts[1]))
        }
    }

    /// Takes packs out that something has happened to.
    ///
    /// - Returns: false where their files cannot be told from those of the others.
    mutating func remove(_ names: Set<String>, _ store: SnapshotStore) -> Bool {
        let ids = Set(names.compactMap { folders[$0]?.id })
        guard store.take(ids, of: snapshot, from: &files) else { return false }
        for name in names { folders[name] = nil }
        totals = Totals(folders)
        return true
    }

    /// Whether the files of the packs, and their names for people, are as they were.
    func areIntact(in out: OutputFolder) -> Bool {
        guard folders.values.allSatisfy({ out.stamp(ofPack: $0.id) == $0.names }) else { return false }
        var names: [String] = []
        out.visit(OutputNames.assets) { if !$0.isFolder { names.append("\(OutputNames.assets)/\($0.name)") } }
        return files.areAll(among: names)
    }
}

extension RestingPacks {
    /// Packs at rest, and the index of what is published.
    typealias Found = (packs: RestingPacks, index: ManifestIndex, json: [UInt8])

    /// What decides which packs are at rest.
    struct Grounds: Sendable {
        var configuration: Configuration
        /// Of the folders in the drop folder, when everything in them was published.
        var before: [String: String]
        /// As they are.
        var now: [String: String]
    }

    /// Finds the packs of a library that are at rest. What is published is complete, and so is the newest snapshot.
    ///
    /// - Returns: nil where packs depend on each other, and where it cannot be told.
    /// - Throws: `EngineError` when the ledger cannot be read.
    static func find(_ grounds: Grounds, ledger: Ledger) async throws -> Found? {
        let packs = try await ledger.packsOfFolders()
        guard ChangedPacks.haveOwnIDs(grounds.now.keys, packs: packs),
            packs.allSatisfy({ MessagePack.parent(of: $0.pack) == nil })
        else { return nil }
        let others = try await ledger.sources(in: Set(SourceStatus.allCases).subtracting([.published]))
        let busy = Set(others.filter(\.isForPeople).map { DropIndex.folder(ofFileAt: $0.path) })
        let fingerprints = try await ledger.publishedFingerprints()
        return try await BlockingExecutor.run {
            try find(grounds, busy: busy, fingerprints: fingerprints)
        }
    }

    private static func find(
        _ grounds: Grounds, busy: Set<String>, fingerprints: Set<String>
    ) throws -> Found? {
        let out = OutputFolder(grounds.configuration.out)
        let store = SnapshotStore(grounds.configuration)
        guard let json = out.read(OutputNames.catalog),
            case .index(let index)? = try? ManifestDocument(json: Data(json)),
            index.generator == StickerdVersion.generator,
            let snapshot = store.current(Digest.sha256(json)),
            let report = out.read(OutputNames.reportData)
                .flatMap({ try? JSONDecoder().decode(BuildReport.self, from: Data($0)) }),
            ChangedPacks.isComplete(report)
        else { return nil }
        let entries = Dictionary((index.packs + (index.hidden ?? [])).map { ($0.id, $0) }) { first, _ in first }
        var folders: [String: Folder] = [:]
        for (name, fingerprint) in grounds.now
        where !name.isEmpty && grounds.before[name] == fingerprint && !busy.contains(name) {
            let id = DropScanner.wantedID(ofFolder: name)
            guard let entry = entries[id], entry.counts?.rejected == 0, let stamp = out.stamp(ofPack: id) else {
                continue
            }
            folders[name] = Folder(entry: entry, fingerprint: fingerprint, names: stamp)
        }
        let kept = keepLarge(&folders)
        let ids = Set(folders.values.map(\.id))
        guard let files = store.listedFiles(of: ids, in: snapshot) else { return nil }
        let packs = RestingPacks(
            folders: folders, snapshot: snapshot, files: files, lines: try index.part(of: ids).lines(),
            fingerprints: fingerprints, keptCount: kept)
        return (packs, index, json)
    }

    /// A pack with more stickers takes longer to be read than somebody who drops something into it is to wait.
    private static let large = 1_000
    /// The most stickers of such packs that are not at rest.
    private static let mostKept = 16_000

    /// Takes the largest packs out.
    ///
    /// - Returns: how many stickers they have.
    private static func keepLarge(_ folders: inout [String: Folder]) -> Int {
        var kept = 0
        for (name, folder) in folders.sorted(by: { ($1.value.stickers, $0.key) < ($0.value.stickers, $1.key) })
        where folder.stickers > large && kept + folder.stickers <= mostKept {
            folders[name] = nil
            kept += folder.stickers
        }
        return kept
    }
}

extension LedgerSource {
    /// Whether it is art, or a file that a person may have meant to be used.
    fileprivate var isForPeople: Bool {
        guard state == .ignored else { return true }
        let parts = reason.split(separator: ":", maxSplits: 1)
        return parts.count > 1 || parts.first.flatMap { IgnoreReason(rawValue: String($0)) }?.isForPeople ?? true
    }
}
