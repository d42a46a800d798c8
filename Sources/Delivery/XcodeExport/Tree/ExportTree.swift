import Foundation
import JobModel
import Publishing

/// Updates the folder of an export. It writes files that differ, removes files of earlier exports that are no longer
/// planned, and does not change foreign and edited files.
struct ExportTree {
    let folder: OutputFolder
    /// Whether foreign and edited files under the planned names are replaced.
    let replacesOthers: Bool
    private(set) var record: ExportRecord
    private(set) var outcome = ExportOutcome()
    /// The recorded SHA-256 of each file, by path.
    private let digests: [String: String]
    /// The names of folders with recorded files, grouped by the path of their parent folder.
    private let folders: [String: Set<String>]
    /// The record after the export.
    private var next = ExportRecord()

    /// The maximum size of a file that an export reads, in bytes; far more than a valid file needs.
    private static let fileLimit = 64 << 20

    /// The name of the part with the project's files. No pack has this id, because ids contain no dot.
    static let project = ".project"

    /// - Throws: `XcodeExportError.unreadableRecord`.
    init(path: String, replacesOthers: Bool) throws {
        folder = OutputFolder(path)
        self.replacesOthers = replacesOthers
        record = try ExportRecord.read(in: folder)
        digests = record.digests
        folders = record.folders
    }

    /// Whether an earlier export wrote a file.
    func isRecorded(_ path: String) -> Bool { digests[path] != nil }

    /// Checks that these files can be written. Writes nothing.
    ///
    /// - Throws: `XcodeExportError` if a foreign file has a needed name; `PublishError`.
    func check(_ files: [PlannedFile]) throws {
        for file in files { _ = try plan(PlannedFile(folder.spelling(of: file.path), file.content)) }
    }

    /// Begins to write parts whose files have been checked.
    ///
    /// - Parameter names: the names of all parts to write. All other recorded parts except the project are removed. Nil
    ///   to keep them.
    mutating func begin(onlyWith names: Set<String>?) {
        next = record
        if let names { next.parts = next.parts.filter { names.contains($0.key) || $0.key == ExportTree.project } }
    }

    /// Writes a part.
    ///
    /// - Throws: `XcodeExportError`, `PublishError`.
    mutating func write(_ files: [PlannedFile], as part: String) throws {
        var written: [String: String] = [:]
        for file in files {
            let change = try plan(PlannedFile(folder.spelling(of: file.path), file.content))
            let digest = try perform(change)
            written[change.file.path] = digest
        }
        next.parts[part] = written
    }

    /// Removes files that are no longer needed, and writes the record.
    ///
    /// - Throws: `PublishError`.
    mutating func finish() throws {
        try removeStaleFiles(next)
        next.parts = next.parts.filter { !$0.value.isEmpty }
        let json = try next.json()
        if json != folder.read(ExportRecord.fileName, limit: ExportRecord.largest) {
            try folder.makeFolder("")
            try folder.write(json, to: ExportRecord.fileName)
        }
        record = next
    }

    /// Writes all parts and the record. Writes nothing if there is a conflict.
    ///
    /// - Parameters:
    ///   - parts: the files of each part, by the part's name.
    ///   - removesStale: whether recorded parts that are not in `parts` are removed. A project is never removed.
    /// - Throws: `XcodeExportError`, `PublishError`.
    mutating func apply(_ parts: [String: [PlannedFile]], removesStale: Bool) throws {
        let changes = try parts.sorted { $0.key < $1.key }.map { part, files in
            (part, try files.map { try plan(PlannedFile(folder.spelling(of: $0.path), $0.content)) })
        }
        begin(onlyWith: removesStale ? Set(parts.keys) : nil)
        for (part, changes) in changes {
            var files: [String: String] = [:]
            for change in changes {
                let digest = try perform(change)
                files[change.file.path] = digest
            }
            next.parts[part] = files
        }
        try finish()
    }

    /// A file, and its planned change.
    private struct Change {
        enum Kind {
            case write([UInt8])
            case leave
            /// Keeps a file that stickerd wrote and a person changed.
            case keepChanged
        }

        var file: PlannedFile
        var kind: Kind
        /// The hash for the new record. Nil if the file does not belong to stickerd.
        var digest: String?
    }

    private func plan(_ file: PlannedFile) throws -> Change {
        try folder.refuseLinks(in: file.path)
        let existing = folder.read(file.path, limit: ExportTree.fileLimit)
        if existing == nil, folder.exists(file.path) {
            throw XcodeExportError.notOurs(path: folder.absolute(file.path))
        }
        let bytes = try wanted(file, existing: existing)
        let recorded = digests[file.path]
        guard let existing else { return Change(file: file, kind: .write(bytes), digest: Digest.sha256(bytes)) }
        if existing == bytes {
            let isOurs = recorded != nil || !file.isShared
            // The record keeps the first hash of a template, so that an edited file is never mistaken for an unchanged
            // one.
            return Change(
                file: file, kind: .leave, digest: file.isTemplate ? recorded : isOurs ? Digest.sha256(bytes) : nil)
        }
        if file.isShared {
            return Change(file: file, kind: .write(bytes), digest: recorded == nil ? nil : Digest.sha256(bytes))
        }
        if !replacesOthers {
            guard let recorded else { throw XcodeExportError.notOurs(path: folder.absolute(file.path)) }
            if recorded != Digest.sha256(existing), !isContents(file) {
                return Change(file: file, kind: .keepChanged, digest: recorded)
            }
        }
        return Change(file: file, kind: .write(bytes), digest: Digest.sha256(bytes))
    }

    private func isContents(_ file: PlannedFile) -> Bool {
        if case .contents = file.content { true } else { false }
    }

    /// The wanted bytes of a file. The existing bytes if they have the same content in another layout.
    private func wanted(_ file: PlannedFile, existing: [UInt8]?) throws -> [UInt8] {
        switch file.content {
        case .bytes(let bytes): return bytes
        case .once(let bytes): return existing ?? bytes
        case .copy(let source, let sha256): return try copy(source, sha256: sha256)
        case .start(let value): return existing ?? value.json
        case .contents(let desired):
            guard let existing, !replacesOthers || digests[file.path] != nil else { return desired.json }
            let value = try ContentsValue(json: existing, path: folder.absolute(file.path))
            let merged = value.overlaid(by: desired)
            return merged == value ? existing : merged.json
        case .pack(let desired):
            let value = try existing.map { try ContentsValue(json: $0, path: folder.absolute(file.path)) }
            let merged = PackMerge.merge(desired, into: value, earlier: previousStickers(besides: file.path))
            return merged == value ? existing ?? merged.json : merged.json
        }
    }

    private func copy(_ source: String, sha256: String?) throws -> [UInt8] {
        guard let bytes = OutputFolder("").read(source), sha256 == nil || sha256 == Digest.sha256(bytes) else {
            throw XcodeExportError.damagedAsset(path: source)
        }
        return bytes
    }

    /// The folders next to a pack's `Contents.json` with stickers that stickerd wrote before.
    private func previousStickers(besides path: String) -> Set<String> {
        folders[path.split(separator: "/").dropLast().joined(separator: "/")] ?? []
    }

    private mutating func perform(_ change: Change) throws -> String? {
        switch change.kind {
        case .leave: outcome.unchanged += 1
        case .keepChanged:
            outcome.unchanged += 1
            outcome.notices.append(
                "\(change.file.path): this file was changed after stickerd wrote it, and is kept. To replace it, run "
                    + "the command again with --replace.")
        case .write(let bytes):
            let parent = change.file.path.split(separator: "/").dropLast().joined(separator: "/")
            try folder.makeFolder(parent)
            try folder.write(bytes, to: change.file.path)
            outcome.written.append(change.file.path)
        }
        return change.digest
    }

    private mutating func removeStaleFiles(_ next: ExportRecord) throws {
        let wanted = Set(next.parts.values.flatMap(\.keys))
        var folders: Set<String> = []
        for recorded in record.parts.values.flatMap(\.keys).sorted() where !wanted.contains(recorded) {
            let path = folder.spelling(of: recorded)
            try folder.refuseLinks(in: path)
            guard let existing = folder.read(path, limit: ExportTree.fileLimit) else { continue }
            if path.hasSuffix(".stickerpack/Contents.json"), try keepsForeignStickers(existing, path) { continue }
            guard replacesOthers || Digest.sha256(existing) == digests[path] else {
                outcome.notices.append(
                    "\(path): this file is no longer needed, but it was changed after stickerd wrote it, and is kept."
                )
                continue
            }
            try folder.remove(path)
            outcome.removed.append(path)
            var parent = path.split(separator: "/").dropLast()
            while !parent.isEmpty {
                folders.insert(parent.joined(separator: "/"))
                parent = parent.dropLast()
            }
        }
        for name in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) { folder.removeIfEmpty(name) }
    }

    /// Removes only stickerd's stickers from a pack that is no longer exported, if the pack also contains other
    /// stickers.
    ///
    /// - Returns: false if the pack contains no other stickers. It is then unchanged.
    private mutating func keepsForeignStickers(_ existing: [UInt8], _ path: String) throws -> Bool {
        let value = try ContentsValue(json: existing, path: folder.absolute(path))
        let rest = PackMerge.merge(
            .object(["stickers": .list([])]), into: value, earlier: previousStickers(besides: path))
        guard rest["stickers"]?.list?.isEmpty == false else { return false }
        if rest != value {
            try folder.write(rest.json, to: path)
            outcome.written.append(path)
        }
        return true
    }
}
