import Foundation
import StickerManifest

/// The downloads, in a separate folder. Each file is named after the hash of its content, and one record contains the
/// manifest to which the files belong. A file gets its name only when it is complete and checked, and the record is
/// replaced atomically. A reader of the folder therefore always finds a complete set, even after a crash. All functions
/// block.
struct StickerCache: Sendable {
    /// The last download.
    struct Record: Codable, Sendable {
        /// The URL of the server.
        var server: URL
        /// The entity tag (`ETag`) that the server sent with the manifest.
        var tag: String?
        /// SHA-256 of the manifest in the app at the time of the download.
        var bundle: String?
        /// The received bytes of the manifest, or of its index. The parts of an index are stored as files.
        var manifest: Data

        private enum CodingKeys: String, CodingKey {
            case server, tag, bundle, manifest
        }
    }

    private let folder: URL
    private let files: URL
    private let incoming: URL
    private var record: URL { folder.appendingPathComponent("current.json") }
    /// The file with the time at which each file became unneeded, by file name, in seconds since 1970. Modification
    /// dates of files are not used for this, because an app must declare their use to App Store Connect (ITMS-91053).
    private var unneeded: URL { folder.appendingPathComponent("unneeded.json") }

    /// - Parameter folder: the folder of the cache, which is created at the first write.
    init(_ folder: URL) {
        self.folder = folder
        files = folder.appendingPathComponent("files")
        incoming = folder.appendingPathComponent("incoming")
    }

    func url(of file: StickerPlan.File) -> URL { files.appendingPathComponent(file.name) }

    /// Whether a file exists and has the expected length.
    func has(_ file: StickerPlan.File) -> Bool { url(of: file).fileSize == file.bytes }

    /// Whether a file has the expected content.
    func isIntact(_ file: StickerPlan.File) -> Bool {
        bytes(of: file) != nil
    }

    /// The bytes of a file. Nil if the file is missing or damaged.
    func bytes(of file: StickerPlan.File) -> Data? {
        guard has(file), let data = try? Data(contentsOf: url(of: file)), ContentDigest.sha256(data) == file.sha256
        else { return nil }
        return data
    }

    func load() -> Record? {
        (try? Data(contentsOf: record)).flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
    }

    /// - Throws: `CatalogError.cache`.
    func store(_ new: Record) throws {
        try writing { try JSONEncoder().encode(new).write(to: record, options: .atomic) }
    }

    /// - Parameter data: the checked bytes of the file.
    /// - Throws: `CatalogError.cache`.
    func store(_ data: Data, as file: StickerPlan.File) throws {
        try writing {
            let temporary = incoming.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: temporary) }
            try data.write(to: temporary)
            let handle = try FileHandle(forWritingTo: temporary)
            try handle.synchronize()
            try handle.close()
            guard rename(temporary.path, url(of: file).path) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
    }

    private func writing(_ body: () throws -> Void) throws {
        do {
            for folder in [files, incoming] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            try body()
        } catch {
            throw CatalogError.cache("\(folder.path): \(error.localizedDescription)")
        }
    }

    /// Removes unneeded files.
    ///
    /// - Parameters:
    ///   - names: the names of the needed files.
    ///   - grace: the number of seconds for which a file is kept after it was first found unneeded. Another process
    ///     may have downloaded the file for a set that it will store soon.
    func clear(keeping names: Set<String>, grace: TimeInterval) {
        let now = Date().timeIntervalSince1970
        let earlier =
            (try? Data(contentsOf: unneeded)).flatMap { try? JSONDecoder().decode([String: Double].self, from: $0) }
            ?? [:]
        var waiting: [String: Double] = [:]
        for folder in [files, incoming] {
            let children = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for child in children where folder == incoming || !names.contains(child) {
                // If the clock was set back, the recorded time may be in the future. The file must not be kept longer
                // because of that.
                let since = min(earlier[child] ?? now, now)
                if now - since >= grace {
                    try? FileManager.default.removeItem(at: folder.appendingPathComponent(child))
                } else {
                    waiting[child] = since
                }
            }
        }
        guard waiting != earlier else { return }
        try? JSONEncoder().encode(waiting).write(to: unneeded, options: .atomic)
    }
}
