import FileAccess
import Glibc

/// Lists folders: one pass over the names and one `fstatat` a name, so that ten thousand files take some milliseconds.
enum FolderReader {
    /// Everything in a folder but `.` and `..`, in the order of the file system. What goes away meanwhile is left out.
    ///
    /// - Parameter followingLink: whether the folder may be given by a link.
    static func entries(of folder: String, followingLink: Bool) throws(SystemCallError) -> [FolderEntry] {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLink ? 0 : O_NOFOLLOW)
        let descriptor = open(folder, flags)
        guard descriptor >= 0 else { throw .latest }
        guard let stream = fdopendir(descriptor) else {
            let failure = SystemCallError.latest
            close(descriptor)
            throw failure
        }
        // Closes the descriptor as well.
        defer { closedir(stream) }
        var entries: [FolderEntry] = []
        while let name = try nextName(of: stream) {
            if let entry = entry(name, in: descriptor) { entries.append(entry) }
        }
        return entries
    }

    /// A name with the zero at its end; nil after the last.
    ///
    /// - Throws: when the folder cannot be read to its end: half a listing would look as if the rest had been removed.
    private static func nextName(of stream: OpaquePointer) throws(SystemCallError) -> [CChar]? {
        while true {
            // Only errno tells the end of the folder from a failure.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw .latest }
                return nil
            }
            // Not through `pointee`: the record is only as long as its name, and the type says 256 bytes.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
            let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            let name = Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
            if !isSelfOrParent(name) { return name }
        }
    }

    private static func isSelfOrParent(_ name: [CChar]) -> Bool {
        name.count <= 3 && name.dropLast().allSatisfy { $0 == 0x2E }
    }

    /// Nil when there is no longer anything of that name. An entry whose properties cannot be read, such as a mount that
    /// does not answer, makes nothing else unreadable.
    private static func entry(_ name: [CChar], in folder: Int32) -> FolderEntry? {
        var status = Glibc.stat()
        let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if SystemCallError.latest.saysMissing { return nil }
            return FolderEntry(name: bytes, kind: .unreachable, stamp: FileStat(status))
        }
        return FolderEntry(name: bytes, kind: FolderEntry.Kind(mode: status.st_mode), stamp: FileStat(status))
    }
}

extension FolderEntry.Kind {
    /// What `st_mode` of a `stat` says.
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

/// A name in a folder, and what the file system says of it.
struct FolderEntry: Sendable {
    enum Kind: Sendable {
        case file, folder, link
        /// A device, a socket or a pipe.
        case special
        /// Listed, but its properties cannot be read: the folder may not be entered, or a mount does not answer.
        case unreachable
    }

    /// The bytes of the name: Linux allows any but zero and the slash.
    var name: [UInt8]
    var kind: Kind
    /// Of the name itself: a link is not followed.
    var stamp: FileStat
}
