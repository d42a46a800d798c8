import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest

/// Stores snapshots of the published state in the state folder. `snapshots/<id>.json` describes a snapshot, and
/// `snapshots/<id>.files` lists its files. `snapshots/files/` contains the files, named by their hashes. The stored
/// files are hard links to published files, so a snapshot uses disk space only for its differences from other states.
/// If the state folder is on another file system, the stored files are copies.
///
/// The time to save a snapshot depends on its differences from the last snapshot. Packs whose entry in the manifest's
/// index is equal are not examined.
///
/// The caller of a method that writes must hold the output lock.
package struct SnapshotStore: Sendable {
    package let folder: OutputFolder
    package let out: OutputFolder
    /// The maximum number of snapshots that are kept. If it is 0, no snapshots are saved.
    let most: Int

    private static let files = "files"
    /// The name of a file that exists while the store is being written. If a run is killed, this file remains, and the
    /// next save removes the files that no snapshot uses.
    private static let unfinished = "unfinished"

    package init(_ configuration: Configuration) {
        folder = OutputFolder(configuration.stateFolder + "/snapshots")
        out = OutputFolder(configuration.out)
        most = configuration.snapshots
    }

    /// The path of a stored file relative to the store, from its hash.
    package static func place(_ sha256: String) -> String { "\(files)/\(sha256)" }

    /// All snapshots, the newest first.
    package func all() -> [Snapshot] {
        folder.children().filter { $0.hasSuffix(".json") }.compactMap { name in
            folder.read(name).flatMap { try? JSONDecoder.dated.decode(Snapshot.self, from: Data($0)) }
        }.sorted { ($0.saved, $0.id) > ($1.saved, $1.id) }
    }

    /// Saves the published state if its manifest differs from the manifest of the newest snapshot.
    ///
    /// - Throws: `PublishError` if the store cannot be written. The published state is then unchanged.
    package func saveIfChanged(at time: Date = Date()) throws {
        guard most > 0, let digest = out.digest(of: OutputNames.catalog), all().first?.catalog != digest else { return }
        try save(at: time)
        try prune()
    }

    /// Saves the published state. If a snapshot of this state already exists and `renews` is true, it becomes the
    /// newest snapshot.
    ///
    /// - Parameter renews: whether the time of a snapshot that already exists is updated.
    /// - Returns: nil if the manifest or one of its files is missing.
    /// - Throws: `PublishError` if the store cannot be written.
    @discardableResult
    package func save(at time: Date = Date(), renews: Bool = true) throws -> Snapshot? {
        var work = SnapshotWork()
        return try save(at: time, renews: renews, counting: &work)
    }

    /// - Parameter work: replaced by the counts of this call, if the manifest can be read.
    package func save(at time: Date = Date(), renews: Bool = true, counting work: inout SnapshotWork) throws
        -> Snapshot?
    {
        guard let json = out.read(OutputNames.catalog), let document = try? ManifestDocument(json: Data(json)) else {
            return nil
        }
        try folder.makeFolder(SnapshotStore.files)
        let wasUnfinished = folder.exists(SnapshotStore.unfinished)
        try folder.write([], to: SnapshotStore.unfinished, isDurable: false)
        var saving = SnapshotSaving(store: self, last: all().first)
        // An incomplete snapshot is removed. On a full disk, it would use the space that the state database needs.
        var isSaved = false
        defer {
            if !isSaved {
                for name in saving.added { try? folder.remove(name) }
                if !wasUnfinished { try? folder.remove(SnapshotStore.unfinished) }
            }
        }
        let isComplete = try saving.take(document, json: json)
        work = saving.work
        guard isComplete else { return nil }
        let list = saving.files.text
        let id = String(Digest.sha256(list).prefix(12))
        let known = all()
        let snapshot: Snapshot
        if !renews, let saved = known.first(where: { $0.id == id }) {
            snapshot = saved
        } else {
            // Times are stored in whole seconds. If two states are saved in the same second, the later one gets a
            // later time.
            let now = time.timeIntervalSince1970.rounded(.down)
            let other = known.first { $0.id != id }?.saved.timeIntervalSince1970
            snapshot = Snapshot(
                id: id, saved: Date(timeIntervalSince1970: max(now, (other ?? 0) + 1)), catalog: Digest.sha256(json),
                summary: Snapshot.Summary(document))
            try sync(saving.added)
            if !folder.exists(snapshot.id + ".files") { saving.added.append(snapshot.id + ".files") }
            try folder.write(list, to: snapshot.id + ".files")
            try folder.write(try JSONEncoder.dated.encode(snapshot).map { $0 }, to: snapshot.id + ".json")
        }
        isSaved = true
        if wasUnfinished { try sweep() }
        try folder.remove(SnapshotStore.unfinished)
        return snapshot
    }

    /// The maximum number of new files that are flushed by syncing their folder. If there are more files, the whole
    /// file system is flushed.
    private static let mostFilesToSync = 100

    /// Flushes new files to the disk. The bytes of hard links are already on the disk.
    private func sync(_ added: [String]) throws {
        guard added.count <= SnapshotStore.mostFilesToSync else { return try folder.sync() }
        if !added.isEmpty { try folder.syncNames(in: SnapshotStore.files) }
    }

    /// The files of a snapshot. Nil if their list cannot be read.
    func list(of snapshot: Snapshot) -> SnapshotFiles? {
        folder.read(snapshot.id + ".files").flatMap(SnapshotFiles.init)
    }

    /// Reads the list of a pack's files.
    ///
    /// - Parameter sha256: the hash of the list.
    /// - Returns: nil if the list is missing or damaged.
    func packFiles(_ sha256: String) -> PackFiles? {
        guard let text = folder.read(SnapshotStore.place(sha256)), Digest.sha256(text) == sha256 else { return nil }
        return PackFiles(text: text)
    }

    /// All files of a snapshot, as hashes by name.
    ///
    /// - Throws: `EngineError.snapshot` if a file is missing or does not match its hash.
    package func files(of snapshot: Snapshot) throws -> [String: String] {
        guard let list = list(of: snapshot) else {
            throw EngineError.snapshot("The snapshot \(snapshot.id) is damaged: its list of files cannot be read.")
        }
        var files = list.files
        for (pack, sha256) in list.lists {
            // If the list is damaged, the files are read from the manifest of the snapshot.
            guard let found = packFiles(sha256) ?? packFiles(of: pack, in: snapshot) else {
                throw EngineError.snapshot(
                    "The snapshot \(snapshot.id) is damaged and was not used: the list of files of the pack \(pack) "
                        + "and its manifest cannot be read. Choose another snapshot from `stickerd history`.")
            }
            for name in found.names {
                files["\(OutputNames.assets)/\(name)"] = String(name.prefix(64))
            }
        }
        let bad = Set(files.values).filter { sha256 in
            folder.read(SnapshotStore.place(sha256)).map(Digest.sha256) != sha256
        }
        guard bad.isEmpty else {
            let names = files.filter { bad.contains($0.value) }.keys.sorted()
            throw EngineError.snapshot(
                "The snapshot \(snapshot.id) is damaged and was not used: "
                    + "\(names.prefix(5).joined(separator: ", "))\(names.count > 5 ? " and \(names.count - 5) more" : "") "
                    + "\(names.count == 1 ? "differs" : "differ") from the published files. Choose another snapshot from "
                    + "`stickerd history`.")
        }
        return files
    }

    /// Returns those of the given files that are in some lists of packs.
    ///
    /// - Parameters:
    ///   - names: the names to look for, relative to the output folder. Only assets can be in a list.
    ///   - lists: the hashes of the lists.
    /// - Returns: nil if a list cannot be read.
    package func named(among names: Set<String>, in lists: some Sequence<String>) -> Set<String>? {
        let assets = names.filter { $0.hasPrefix(OutputNames.assets + "/") }
        guard !assets.isEmpty else { return [] }
        var unnamed = DigestSet(Set(assets.map(OutputNames.digest)))
        for sha256 in lists {
            guard let text = folder.read(SnapshotStore.place(sha256)) else { return nil }
            unnamed.subtract(list: text)
        }
        return assets.filter { !unnamed.digests.contains(OutputNames.digest(ofAsset: $0)) }
    }

    /// The newest snapshot. Nil if it belongs to another manifest, or if it contains no lists of packs.
    package func current(_ manifest: String) -> Snapshot? {
        all().first.flatMap { $0.catalog == manifest && list(of: $0)?.lists.isEmpty == false ? $0 : nil }
    }

    /// The newest snapshot of a manifest. Nil if it does not exist, or contains no lists of packs.
    ///
    /// - Parameter sha256: the hash of the manifest's index.
    package func snapshot(ofManifest sha256: String) -> Snapshot? {
        all().first { $0.catalog == sha256 }.flatMap { lists(of: $0) == nil ? nil : $0 }
    }

    /// Reads some packs of a snapshot's manifest. Nil if the packs cannot be read.
    package func catalog(of snapshot: Snapshot, packs ids: Set<String>) -> Catalog? {
        let reader = manifest(of: snapshot)
        guard case .index(let index)? = try? document(of: snapshot) else { return nil }
        return try? reader.catalog(of: .index(index.part(of: ids)))
    }

    private func packFiles(of pack: String, in snapshot: Snapshot) -> PackFiles? {
        guard case .index(let index)? = try? document(of: snapshot),
            let entry = index.entries.first(where: { $0.id == pack })
        else { return nil }
        var records = 0
        return try? manifest(of: snapshot).files(of: entry, knowing: [:], reading: &records)
    }

    /// Finds a snapshot by its id or by the beginning of its id.
    ///
    /// - Throws: `EngineError.configuration` if no snapshot or several snapshots match.
    package func snapshot(_ id: String) throws -> Snapshot {
        let found = all().filter { !id.isEmpty && $0.id.hasPrefix(id.lowercased()) }
        guard let snapshot = found.first, found.count == 1 else {
            throw EngineError.configuration(
                "\(id): \(found.isEmpty ? "no snapshot has this id" : "\(found.count) snapshots start with that"). "
                    + "`stickerd history` lists them.")
        }
        return snapshot
    }

    /// A reader of a snapshot's manifest.
    func manifest(of snapshot: Snapshot) -> CatalogReader {
        CatalogReader(
            index: { folder.read(SnapshotStore.place(snapshot.catalog)).map { Data($0) } },
            part: { name, limit in
                folder.read(SnapshotStore.place(OutputNames.digest(ofAsset: name)), limit: limit).map { Data($0) }
            }, digest: Digest.sha256)
    }

    /// The index of a snapshot's manifest, or the whole manifest if it is a single document. Nil if the file is
    /// missing.
    ///
    /// - Throws: `CatalogError`.
    func document(of snapshot: Snapshot) throws -> ManifestDocument? {
        try manifest(of: snapshot).read { _, document in document }
    }

    /// Reads the manifest of a snapshot, with its stickers in compact form. Nil if the manifest cannot be read.
    package func catalog(of snapshot: Snapshot) -> Catalog? {
        var manifest = manifest(of: snapshot)
        manifest.isCompact = true
        return try? manifest.catalog()
    }

    /// Replaces a damaged file in the store with an intact file that has the hash of the original.
    package func repair(_ sha256: String, from path: String) throws {
        if folder.exists(SnapshotStore.place(sha256)) { try folder.adopt(path, as: SnapshotStore.place(sha256)) }
    }

    /// Removes the oldest snapshots if there are more than `most`, and the files that only these snapshots use. The
    /// snapshot of the last report is kept.
    func prune() throws {
        let surplus = all().dropFirst(most)
        let reported = surplus.isEmpty ? nil : reportedID
        let removed = surplus.filter { $0.id != reported }
        guard !removed.isEmpty else { return }
        try folder.write([], to: SnapshotStore.unfinished, isDurable: false)
        var files: Set<String> = []
        for old in removed {
            let list = list(of: old)
            files.formUnion(list?.files.values ?? [:].values)
            for sha256 in list?.lists.values ?? [:].values {
                files.insert(sha256)
                files.formUnion(packFiles(sha256)?.names.map { String($0.prefix(64)) } ?? [])
            }
            try folder.remove(old.id + ".json")
            try folder.remove(old.id + ".files")
        }
        try remove(files)
        try folder.remove(SnapshotStore.unfinished)
    }

    /// Removes every file that no snapshot uses.
    private func sweep() throws {
        let present = folder.listing(SnapshotStore.files).files
        try remove(Set(present.map { String($0.dropFirst(SnapshotStore.files.count + 1)) }))
    }

    /// Removes the given files, except those that a snapshot uses.
    private func remove(_ candidates: Set<String>) throws {
        var lists: Set<String> = []
        var needed: Set<String> = []
        for name in folder.children() where name.hasSuffix(".files") {
            // If a list cannot be read, nothing is removed, because its files may be needed.
            guard let list = folder.read(name).flatMap(SnapshotFiles.init) else { return }
            needed.formUnion(list.files.values)
            lists.formUnion(list.lists.values)
        }
        var unneeded = DigestSet(candidates.subtracting(needed).subtracting(lists))
        for list in lists where !unneeded.isEmpty {
            guard let text = folder.read(SnapshotStore.place(list)) else { return }
            unneeded.subtract(list: text)
        }
        for sha256 in unneeded.digests { try folder.remove(SnapshotStore.place(sha256)) }
    }
}

extension SnapshotStore {
    /// The fingerprints of all stickers in a manifest and in all snapshots. Their results must be kept in the state
    /// database.
    package func fingerprints(with catalog: Catalog?) async throws -> Set<String> {
        try await BlockingExecutor.run { [self] in
            var known = Set(catalog?.finishedStickers.map(\.fingerprint) ?? [])
            for snapshot in all() {
                // If a snapshot can be read only in part, the results of its readable packs are kept.
                let reader = manifest(of: snapshot)
                _ = try? reader.read { _, document in
                    try reader.eachPack(of: document) {
                        known.formUnion($0.catalog.finishedStickers.map(\.fingerprint))
                    }
                }
            }
            return known
        }
    }
}
