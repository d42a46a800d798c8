import FileAccess
import Glibc

/// Lists folders. Reads the names in one pass, and calls `fstatat` once per name. A folder of 10,000 files takes only
/// milliseconds.
package enum FolderReader {
    /// All entries of a folder except `.` and `..`, in the order of the file system. Files that are removed during the
    /// call are left out.
    ///
    /// - Parameter followingLink: whether the path of the folder may be a link.
    package static func entries(of folder: String, followingLink: Bool) throws(SystemCallError) -> [FolderEntry] {
        let open = try OpenFolder(folder, followingLink: followingLink)
        return try names(in: open).compactMap { entry($0, in: open) }
    }

    /// All entries of a folder whose entries may be on different servers. An entry that does not respond in time has
    /// the kind `unreachable`.
    ///
    /// - Parameters:
    ///   - folder: the path without a trailing slash. Symbolic links are followed.
    ///   - calls: limits the time of each call. The key of a call is the path that it examines.
    static func entries(of folder: String, calls: TimedCalls) throws(SystemCallError) -> [FolderEntry] {
        let listing = calls.run(folder) { () -> Result<Listing, SystemCallError> in
            do throws(SystemCallError) {
                let open = try OpenFolder(folder + "/", followingLink: true)
                return .success(Listing(folder: open, names: try names(in: open)))
            } catch {
                return .failure(error)
            }
        }
        guard let listing = try listing?.get() else { throw .noAnswer }
        let keys = listing.names.map { folder + "/" + String(decoding: bytes(of: $0), as: UTF8.self) }
        let entries = calls.run(keys) { entry(listing.names[$0], in: listing.folder) }
        return zip(listing.names, entries).compactMap { name, entry in
            guard let entry else { return .unreachable(bytes(of: name), .noAnswer) }
            return entry
        }
    }

    private struct Listing: Sendable {
        var folder: OpenFolder
        /// The names, each with its terminating zero.
        var names: [[CChar]]
    }

    /// The names in a folder, each with its terminating zero.
    private static func names(in folder: OpenFolder) throws(SystemCallError) -> [[CChar]] {
        let copy = fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .latest }
        guard let stream = fdopendir(copy) else {
            let failure = SystemCallError.latest
            close(copy)
            throw failure
        }
        // This also closes the descriptor.
        defer { closedir(stream) }
        var names: [[CChar]] = []
        while let name = try nextName(of: stream) {
            names.append(name)
            CallProgress.step()
        }
        return names
    }

    private static func bytes(of name: [CChar]) -> [UInt8] { name.dropLast().map { UInt8(bitPattern: $0) } }

    /// The next name with its terminating zero. Nil after the last name.
    ///
    /// - Throws: an error if the folder cannot be read to its end. With an incomplete listing, the other files would
    ///   seem to be removed.
    private static func nextName(of stream: OpaquePointer) throws(SystemCallError) -> [CChar]? {
        while true {
            // Only errno distinguishes the end of the folder from a failure.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw .latest }
                return nil
            }
            // Copying the whole record could read beyond its end, because a record is only as long as its name.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
            let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            let name = Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
            if !isSelfOrParent(name) { return name }
        }
    }

    private static func isSelfOrParent(_ name: [CChar]) -> Bool {
        name.count <= 3 && name.dropLast().allSatisfy { $0 == 0x2E }
    }

    /// The entry with the given name. Nil if it no longer exists. If its attributes cannot be read, for example on an
    /// unresponsive mount, its kind is `unreachable`.
    private static func entry(_ name: [CChar], in folder: OpenFolder) -> FolderEntry? {
        defer { CallProgress.step() }
        var status = Glibc.stat()
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            let failure = SystemCallError.latest
            return failure.saysMissing ? nil : .unreachable(bytes(of: name), failure)
        }
        return FolderEntry(name: bytes(of: name), kind: FolderEntry.Kind(mode: status.st_mode), stamp: FileStat(status))
    }
}

/// An open folder, which is closed when the last reference is released.
private final class OpenFolder: Sendable {
    let descriptor: Int32

    init(_ path: String, followingLink: Bool) throws(SystemCallError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLink ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw .latest }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

extension SystemCallError {
    /// The file system did not answer within the time limit.
    static let noAnswer = SystemCallError(code: ETIMEDOUT)
}

extension FolderEntry.Kind {
    /// The kind of a file, from `st_mode` of stat(2).
    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
    }
}

/// A name in a folder, and its kind according to the file system.
package struct FolderEntry: Sendable {
    package enum Kind: Sendable {
        case file, folder, link
        /// A device, a socket or a pipe.
        case special
        /// The entry exists, but its attributes cannot be read, because of permissions or an unresponsive mount.
        case unreachable
    }

    /// The bytes of the name. Linux allows all bytes except zero and the slash.
    package var name: [UInt8]
    package var kind: Kind
    /// The attributes of the entry itself. Links are not followed.
    var stamp: FileStat
    /// The error if the kind is `unreachable`. Nil for all other kinds.
    var failure: SystemCallError?

    fileprivate static func unreachable(_ name: [UInt8], _ failure: SystemCallError) -> FolderEntry {
        FolderEntry(name: name, kind: .unreachable, stamp: FileStat(Glibc.stat()), failure: failure)
    }
}
