import Foundation
import Glibc
import JobModel
import Publishing
import StickerManifest

/// Examines an output folder, mostly without the code of stickerd.
struct OutTree: Sendable {
    /// The properties of a file that change only if the file is written.
    struct Stamp: Hashable, Sendable {
        var inode: UInt64
        var modified: [Int]
        var changed: [Int]
        var size: Int
    }

    /// The content of a file or folder, independent of time and place.
    struct Content: Hashable, Sendable {
        var mode: UInt32
        /// The SHA-256 of a file. Nil for a folder.
        var sha256: String?
    }

    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The relative paths of all files and folders.
    var names: Set<String> {
        get throws { Set(try FileManager.default.subpathsOfDirectory(atPath: path)) }
    }

    /// The relative paths of all regular files.
    var files: Set<String> {
        get throws { try names.filter { try status($0).st_mode & S_IFMT == S_IFREG } }
    }

    var stamps: [String: Stamp] {
        get throws { try by(try names, stamp) }
    }

    var contents: [String: Content] {
        get throws {
            try by(try names) { name in
                let mode = try status(name).st_mode
                return Content(mode: mode, sha256: mode & S_IFMT == S_IFREG ? Digest.sha256(try bytes(name)) : nil)
            }
        }
    }

    /// The names whose values differ. The values are omitted, because a whole tree would be too long for the output of
    /// a test.
    static func differences<Value: Equatable>(_ one: [String: Value], _ other: [String: Value]) -> [String] {
        Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
    }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    func stamp(_ name: String) throws -> Stamp {
        let status = try status(name)
        return Stamp(
            inode: UInt64(status.st_ino), modified: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec],
            changed: [status.st_ctim.tv_sec, status.st_ctim.tv_nsec], size: Int(status.st_size))
    }

    /// All contradictions between the manifest and the files, and all incomplete or unreferenced files. Empty for a
    /// complete tree, and for a tree without a manifest and leftovers.
    ///
    /// - Parameter namesMatter: whether the readable names must already agree with the manifest.
    func faults(namesMatter: Bool = true) throws -> [String] {
        let files = try FileManager.default.fileExists(atPath: path) ? files : []
        var faults = files.filter { $0.hasSuffix(".part") || $0.contains(".staging") }.map { "\($0) was left over" }
        for file in files where file.hasPrefix("assets/") {
            let digest = file.dropFirst("assets/".count).prefix { $0 != "." }
            if try Digest.sha256(bytes(file)) != digest { faults.append("\(file) is torn") }
        }
        guard files.contains("catalog.json") else { return faults }
        for document in try documents() where !files.contains(document) { faults.append("\(document) is missing") }
        guard faults.isEmpty, let catalog = try OutputFolder(path).manifest.catalog() else { return faults }
        for promise in catalog.promises {
            for name in namesMatter ? [promise.path, promise.name] : [promise.path] {
                guard files.contains(name) else {
                    faults.append("\(name) is missing")
                    continue
                }
                let bytes = try bytes(name)
                if bytes.count != promise.bytes { faults.append("\(name) has \(bytes.count) bytes") }
                if Digest.sha256(bytes) != promise.sha256 { faults.append("\(name) has another content") }
            }
        }
        return faults.sorted()
    }

    /// The parts and records of the manifest.
    func documents() throws -> Set<String> {
        let manifest = OutputFolder(path).manifest
        return Set(try manifest.read { _, document in manifest.documents(of: document).map(\.path) } ?? [])
    }

    private func status(_ name: String) throws -> stat {
        var status = Glibc.stat()
        guard lstat(path + "/" + name, &status) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return status
    }

    private func by<Value>(_ names: Set<String>, _ value: (String) throws -> Value) rethrows -> [String: Value] {
        var values: [String: Value] = [:]
        for name in names { values[name] = try value(name) }
        return values
    }
}

extension Catalog {
    /// A file to which the manifest refers.
    struct Promise: Hashable, Sendable {
        var path: String
        var name: String
        var bytes: Int
        var sha256: String
    }

    /// All files to which the manifest refers.
    var promises: [Promise] {
        publishedPacks.flatMap { pack in
            pack.icon.map { Promise(path: $0.path, name: $0.name, bytes: $0.bytes, sha256: $0.sha256) }
                + pack.stickers.flatMap { sticker in
                    sticker.renditions.map {
                        Promise(path: $0.path, name: $0.name, bytes: $0.bytes, sha256: $0.sha256)
                    }
                        + sticker.previews.map {
                            Promise(path: $0.path, name: $0.name, bytes: $0.bytes, sha256: $0.sha256)
                        }
                }
        }
    }
}
