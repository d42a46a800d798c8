import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest

/// Saved states of the output, in the state folder: `snapshots/<id>.json` says what each is, `snapshots/<id>.files`
/// which files it has, and `snapshots/files/` has them by their content. They are hard links of what is published, so that
/// a state costs what is different in it; where the state folder is on another disk, they are copies.
///
/// Whoever writes to it holds the output's lock.
package struct SnapshotStore: Sendable {
    package let folder: OutputFolder
    package let out: OutputFolder
    /// The most snapshots that are kept.
    let most: Int

    private static let files = "files"

    package init(_ configuration: Configuration) {
        folder = OutputFolder(configuration.stateFolder + "/snapshots")
        out = OutputFolder(configuration.out)
        most = configuration.snapshots
    }

    /// Where a file with this digest is kept, relative to the store.
    package static func place(_ sha256: String) -> String { "\(files)/\(sha256)" }

    /// The snapshots, the newest first.
    package func all() -> [Snapshot] {
        folder.children().filter { $0.hasSuffix(".json") }.compactMap { name in
            folder.read(name).flatMap { try? JSONDecoder.dated.decode(Snapshot.self, from: Data($0)) }
        }.sorted { ($0.saved, $0.id) > ($1.saved, $1.id) }
    }

    /// Saves what is published now, if it is intact and not the newest snapshot already.
    ///
    /// - Throws: `PublishError` when the store cannot be written; what is published is not touched.
    /// - Parameter catalog: what is published now, for a caller that knows it.
    package func saveIfChanged(_ catalog: Catalog? = nil, at time: Date = Date()) throws {
        guard most > 0, let digest = out.digest(of: OutputNames.catalog), all().first?.catalog != digest else { return }
        try save(catalog, at: time)
        try prune()
    }

    /// Saves what is published now. A state that is saved already becomes the newest snapshot.
    ///
    /// - Parameter renews: false to leave the time of a state that is saved already as it is.
    /// - Returns: nil when it is incomplete: there is no manifest, or a file is missing.
    /// - Throws: `PublishError` when the store cannot be written.
    @discardableResult
    package func save(_ catalog: Catalog? = nil, at time: Date = Date(), renews: Bool = true) throws -> Snapshot? {
        guard let manifest = out.digest(of: OutputNames.catalog),
            let catalog = (try? catalog ?? out.catalog())
        else { return nil }
        guard let documents = try? out.manifest.documents() else { return nil }
        let assets = catalog.assets.union(documents)
        var files = Dictionary(assets.map { ($0, OutputNames.digest(ofAsset: $0)) }) { first, _ in first }
        let last = all().first
        let before = last.flatMap { folder.read($0.id + ".files") }.flatMap { FileList(text: $0)?.files } ?? [:]
        for name in extras { files[name] = digest(of: name, before: before[name], savedBefore: last?.saved) }
        files[OutputNames.catalog] = manifest
        // On a full disk, half a snapshot would take the room that the ledger needs.
        var added: [String] = []
        var isSaved = false
        defer { if !isSaved { for name in added { try? folder.remove(name) } } }
        guard try fetch(files, noting: &added) else { return nil }
        let list = FileList(files).text
        let stickers = catalog.packs.flatMap(\.stickers)
        let id = String(Digest.sha256(list).prefix(12))
        if !renews, let saved = all().first(where: { $0.id == id }) {
            isSaved = true
            return saved
        }
        // Times have whole seconds: of two states in one second the later one stays the later one.
        let now = time.timeIntervalSince1970.rounded(.down)
        let other = all().first { $0.id != id }?.saved.timeIntervalSince1970
        let snapshot = Snapshot(
            id: id, saved: Date(timeIntervalSince1970: max(now, (other ?? 0) + 1)),
            catalog: manifest,
            generator: catalog.generator, packs: catalog.packs.count, stickers: stickers.count,
            bytes: stickers.reduce(0) { $0 + ($1.renditions.first { $0.scale == 3 }?.bytes ?? 0) })
        try folder.sync()
        if !folder.exists(snapshot.id + ".files") { added.append(snapshot.id + ".files") }
        try folder.write(list, to: snapshot.id + ".files")
        try folder.write(try JSONEncoder.dated.encode(snapshot).map { $0 }, to: snapshot.id + ".json")
        isSaved = true
        return snapshot
    }

    /// Fetches the files of a state, by name, that are not there.
    ///
    /// - Parameter added: gets the names of those that nobody had before.
    /// - Returns: false when one is not published.
    private func fetch(_ files: [String: String], noting added: inout [String]) throws -> Bool {
        try folder.makeFolder(SnapshotStore.files)
        let there = folder.listing(SnapshotStore.files).files
        for (name, sha256) in files {
            let place = SnapshotStore.place(sha256)
            let isThere = there.contains(place)
            guard !isThere || mayBeModified(sha256, name) else { continue }
            guard out.exists(name) else { return false }
            // A listing that failed names nothing that is there.
            if !isThere, !folder.exists(place) { added.append(place) }
            try folder.adopt(out.absolute(name), as: place)
        }
        return true
    }

    /// Whether what is kept may have been written to since, through its other name. What is published under it now is not.
    private func mayBeModified(_ sha256: String, _ name: String) -> Bool {
        guard !name.hasPrefix(OutputNames.assets + "/"), let now = out.stamp(of: name),
            let saved = folder.stamp(of: SnapshotStore.place(sha256))
        else { return false }
        return !saved.isSameFile(as: now)
    }

    /// The digest of a published file. Of one that was kept before, is the same file and has not been written to since, it
    /// is known.
    private func digest(of name: String, before: String?, savedBefore time: Date?) -> String? {
        if let before, let time, let saved = folder.stamp(of: SnapshotStore.place(before)),
            let now = out.stamp(of: name), saved.isSameFile(as: now),
            Double(now.modified) < time.timeIntervalSince1970 * 1e9
        {
            return before
        }
        return out.digest(of: name)
    }

    /// Published files beside the assets and their names.
    private var extras: [String] {
        [OutputNames.catalog, OutputNames.reportData, OutputNames.reportPage].filter(out.isFile)
            + out.listing(OutputNames.sheets).files
    }

    /// The files of a snapshot: digests by name.
    ///
    /// - Throws: `EngineError.snapshot` when it is damaged: a file is missing, or does not have its digest.
    package func files(of snapshot: Snapshot) throws -> [String: String] {
        guard let list = folder.read(snapshot.id + ".files"), let files = FileList(text: list)?.files else {
            throw EngineError.snapshot("The snapshot \(snapshot.id) is damaged: its list of files cannot be read.")
        }
        let bad = Set(files.values).filter { sha256 in
            folder.read(SnapshotStore.place(sha256)).map(Digest.sha256) != sha256
        }
        guard bad.isEmpty else {
            let names = files.filter { bad.contains($0.value) }.keys.sorted()
            throw EngineError.snapshot(
                "The snapshot \(snapshot.id) is damaged and was not used: \(names.prefix(5).joined(separator: ", "))"
                    + "\(names.count > 5 ? " and \(names.count - 5) more are" : " is") not what was published. Choose "
                    + "another one of `stickerd history`.")
        }
        return files
    }

    /// The snapshot that an id, or the beginning of one, stands for.
    ///
    /// - Throws: `EngineError.configuration` when there is none, or more than one.
    package func snapshot(_ id: String) throws -> Snapshot {
        let found = all().filter { !id.isEmpty && $0.id.hasPrefix(id.lowercased()) }
        guard let snapshot = found.first, found.count == 1 else {
            throw EngineError.configuration(
                "\(id): \(found.isEmpty ? "no snapshot has this id" : "\(found.count) snapshots start with that"). "
                    + "`stickerd history` lists them.")
        }
        return snapshot
    }

    /// Reads the manifest of a snapshot.
    private func manifest(of snapshot: Snapshot) -> CatalogReader {
        CatalogReader(
            index: { folder.read(SnapshotStore.place(snapshot.catalog)).map { Data($0) } },
            part: { name, limit in
                folder.read(SnapshotStore.place(OutputNames.digest(ofAsset: name)), limit: limit).map { Data($0) }
            }, digest: Digest.sha256)
    }

    /// The manifest of a snapshot; nil when it cannot be read.
    package func catalog(of snapshot: Snapshot) -> Catalog? {
        try? manifest(of: snapshot).catalog()
    }

    /// Replaces a damaged file by an intact one with the same digest.
    package func repair(_ sha256: String, from path: String) throws {
        if folder.exists(SnapshotStore.place(sha256)) { try folder.adopt(path, as: SnapshotStore.place(sha256)) }
    }

    /// Removes the oldest snapshots above the limit, and files that no snapshot has.
    func prune() throws {
        let all = all()
        guard all.count > most else { return }
        for old in all[most...] {
            try folder.remove(old.id + ".json")
            try folder.remove(old.id + ".files")
        }
        var needed: Set<String> = []
        for name in folder.children() where name.hasSuffix(".files") {
            // What cannot be read now may be needed: then nothing goes.
            guard let list = folder.read(name), let files = FileList(text: list)?.files else { return }
            needed.formUnion(files.values)
        }
        for name in folder.listing(SnapshotStore.files).files
        where !needed.contains(String(name.dropFirst(SnapshotStore.files.count + 1))) { try folder.remove(name) }
    }
}

/// The files of a state as text: a line each, its digest, a space and its name.
private struct FileList {
    var files: [String: String]

    init(_ files: [String: String]) { self.files = files }

    /// Nil when it is no such list.
    init?(text: [UInt8]) {
        files = [:]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            guard line.count > 65, line[line.startIndex + 64] == UInt8(ascii: " ") else { return nil }
            files[String(decoding: line.dropFirst(65), as: UTF8.self)] = String(
                decoding: line.prefix(64), as: UTF8.self)
        }
    }

    var text: [UInt8] {
        Array(files.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }.joined().utf8)
    }
}

extension JSONEncoder {
    /// Dates to the second, keys in order.
    package static var dated: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension JSONDecoder {
    package static var dated: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

extension SnapshotStore {
    /// The fingerprints of all stickers of a manifest and of all snapshots: their results stay in the state database.
    package func fingerprints(with catalog: Catalog?) async throws -> Set<String> {
        try await BlockingExecutor.run { [self] in
            all().reduce(into: Set(catalog?.finishedStickers.map(\.fingerprint) ?? [])) { known, snapshot in
                known.formUnion(self.catalog(of: snapshot)?.finishedStickers.map(\.fingerprint) ?? [])
            }
        }
    }
}
