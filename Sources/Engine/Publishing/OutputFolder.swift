import CLinux
import FileAccess
import Glibc
import JobModel

/// The folder for published files. Provides small atomic operations that are the basis of publishing.
///
/// Names are paths relative to the folder. Callers must pass only names inside the folder, which is not checked.
package struct OutputFolder: Sendable {
    /// The absolute path.
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    package func absolute(_ name: String) -> String { path + "/" + name }

    /// Checks that the path is a folder or does not exist.
    ///
    /// - Throws: `PublishError` if the path exists and is not a folder.
    package func refuseOtherThanFolder() throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
        throw PublishError(path, "use it as the output folder", code: ENOTDIR)
    }

    /// Creates a folder and its parent folders.
    package func makeFolder(_ name: String) throws {
        try OutputFolder.makeFolder(at: name.isEmpty ? path : absolute(name))
    }

    private static func makeFolder(at path: String) throws {
        guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        let failure = PublishError(path, "make the folder")
        guard failure.code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw failure
        }
        try makeFolder(at: String(path[..<slash]))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw PublishError(path, "make the folder") }
    }

    /// Checks that no folder of a path is a symbolic link, because files would then be written elsewhere.
    ///
    /// - Throws: `PublishError` if there is such a link.
    package func refuseLinks(in name: String) throws {
        var way = path
        for part in name.split(separator: "/") {
            way += "/" + part
            var status = stat()
            guard lstat(way, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
            throw PublishError(way, "write through a symbolic link", code: ELOOP)
        }
    }

    /// The bytes of a file. Nil if the file does not exist, is larger than `limit` bytes, or is a pipe or device,
    /// because reading those could block.
    package func read(_ name: String, limit: Int = OpenFile.readLimit) -> [UInt8]? {
        try? OpenFile.contents(ofFileAt: absolute(name), limit: limit)
    }

    /// The size of a file in bytes. Nil if it does not exist.
    package func size(of name: String) -> Int? {
        FileStat(at: absolute(name))?.size
    }

    /// Whether the name is a regular file. False for a symbolic link.
    package func isFile(_ name: String) -> Bool {
        var status = stat()
        return lstat(absolute(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    package func exists(_ name: String) -> Bool {
        access(absolute(name), F_OK) == 0
    }

    /// Replaces the content of a file atomically. Readers see either the old or the new content, even after a power
    /// failure.
    ///
    /// - Parameter isDurable: whether the bytes are flushed to the disk now. False if the caller calls `sync` later.
    package func write(_ bytes: [UInt8], to name: String, isDurable: Bool = true) throws {
        try draft(bytes, of: name, isDurable: isDurable).replace()
    }

    /// New bytes of a file under a temporary name. `replace` gives them the final name.
    package struct Draft: Sendable {
        /// The absolute path of the temporary file.
        fileprivate let path: String
        /// The absolute path of the final file.
        fileprivate let target: String

        /// Replaces the file with the new bytes.
        package func replace() throws {
            guard rename(path, target) == 0 else {
                let failure = PublishError(target, "write")
                discard()
                throw failure
            }
        }

        /// Removes the temporary file.
        package func discard() { unlink(path) }
    }

    /// Writes the bytes of a file under a temporary name.
    ///
    /// - Parameter isDurable: whether the bytes are flushed to the disk now. False if the caller calls `sync` later.
    package func draft(_ bytes: [UInt8], of name: String, isDurable: Bool) throws -> Draft {
        let draft = Draft(path: OutputFolder.temporary(absolute(name)), target: absolute(name))
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw PublishError(draft.target, "write") }
        do {
            try OutputFolder.fill(descriptor, with: bytes, draft.target)
            guard !isDurable || fsync(descriptor) == 0 else { throw PublishError(draft.target, "write") }
        } catch {
            close(descriptor)
            draft.discard()
            throw error
        }
        guard close(descriptor) == 0 else {
            let failure = PublishError(draft.target, "write")
            draft.discard()
            throw failure
        }
        return draft
    }

    /// Appends bytes to a file. Creates the file if it does not exist. The bytes are durable only after a later
    /// `sync`.
    package func append(_ bytes: [UInt8], to name: String) throws {
        let target = absolute(name)
        let descriptor = open(target, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw PublishError(target, "write") }
        defer { close(descriptor) }
        try OutputFolder.fill(descriptor, with: bytes, target)
    }

    /// The first bytes of a file, at most `count`. Empty if the file cannot be read.
    package func start(of name: String, bytes count: Int) -> [UInt8] {
        let descriptor = open(absolute(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = Glibc.read(descriptor, &bytes, count)
        return Array(bytes.prefix(max(length, 0)))
    }

    private static func fill(_ descriptor: Int32, with bytes: [UInt8], _ target: String) throws {
        let failure = bytes.withUnsafeBytes { $0.write(to: descriptor) }
        if let failure { throw PublishError(target, "write", code: failure.code) }
    }

    /// Moves a file of the same file system to a name in this folder. Replaces an existing file.
    package func move(_ source: String, to name: String) throws {
        guard rename(source, absolute(name)) == 0 else { throw PublishError(absolute(name), "write") }
    }

    /// Gives a file a second name. Replaces an existing file. Creates a hard link, or a copy if the file system does
    /// not support hard links.
    package func link(_ name: String, as second: String) throws {
        try adopt(absolute(name), as: second)
    }

    /// Gives a file of another folder a name in this folder. Replaces an existing file. Creates a hard link, or a copy
    /// if a link is not possible.
    package func adopt(_ source: String, as second: String) throws {
        let temporary = OutputFolder.temporary(absolute(second))
        unlink(temporary)
        if Glibc.link(source, temporary) != 0 {
            guard [EPERM, EMLINK, EOPNOTSUPP, EXDEV].contains(errno),
                let bytes = try? OpenFile.contents(ofFileAt: source)
            else { throw PublishError(absolute(second), "write") }
            return try write(bytes, to: second)
        }
        guard rename(temporary, absolute(second)) == 0 else {
            let failure = PublishError(absolute(second), "write")
            unlink(temporary)
            throw failure
        }
        // If both names already refer to the same file, rename does nothing and leaves the temporary name.
        unlink(temporary)
    }

    /// Whether two names are the same file, or equal copies on a file system without hard links.
    package func isSame(_ name: String, _ other: String) -> Bool {
        guard let one = FileStat(at: absolute(name)), let two = FileStat(at: absolute(other)) else { return false }
        return one.isSameFile(as: two) || one.size == two.size && read(name) == read(other)
    }

    /// Removes a file. A missing file is not an error.
    package func remove(_ name: String) throws {
        guard unlink(absolute(name)) == 0 || errno == ENOENT else {
            throw PublishError(absolute(name), "remove this unused file")
        }
    }

    /// Removes a folder if it is empty.
    package func removeIfEmpty(_ name: String) {
        rmdir(absolute(name))
    }

    /// Flushes the whole file system to the disk.
    package func sync() throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PublishError(path, "open the folder") }
        defer { close(descriptor) }
        guard syncfs(descriptor) == 0 else { throw PublishError(path, "write to the disk") }
    }

    /// Flushes the entries of a folder to the disk.
    ///
    /// - Parameter name: the name of a subfolder. Empty for the output folder itself.
    package func syncNames(in name: String = "") throws {
        try sync(SyncedPath(absolute: name.isEmpty ? path : absolute(name), isFolder: true))
    }

    /// Flushes files, folder entries and a draft to the disk in parallel, which takes little longer than flushing one
    /// file.
    package func sync(files: [String], namesIn folders: [String] = [], draft: Draft? = nil) throws {
        var paths = files.map { SyncedPath(absolute: absolute($0), isFolder: false) }
        if let draft { paths.append(SyncedPath(absolute: draft.path, isFolder: false)) }
        paths += folders.map { SyncedPath(absolute: $0.isEmpty ? path : absolute($0), isFolder: true) }
        try ConcurrentCalls.run(count: paths.count) { [paths] in try sync(paths[$0]) }
    }

    /// A path that is flushed to the disk.
    private struct SyncedPath: Sendable {
        var absolute: String
        var isFolder: Bool
    }

    private func sync(_ place: SyncedPath) throws {
        let flags = place.isFolder ? O_RDONLY | O_DIRECTORY | O_CLOEXEC : O_RDONLY | O_CLOEXEC
        let descriptor = open(place.absolute, flags)
        guard descriptor >= 0 else {
            throw PublishError(place.absolute, place.isFolder ? "open the folder" : "write to the disk")
        }
        defer { close(descriptor) }
        guard (place.isFolder ? fsync(descriptor) : fdatasync(descriptor)) == 0 else {
            throw PublishError(place.absolute, "write to the disk")
        }
    }

    /// The names of everything directly in the output folder.
    package func children() -> [String] {
        var children: [String] = []
        visit("") { children.append($0.name) }
        return children
    }

    /// All files and folders below a folder, and the folder itself, as names relative to the output folder. Parent
    /// folders precede their subfolders.
    package func listing(_ name: String) -> (files: Set<String>, folders: [String]) {
        var files: Set<String> = []
        var folders = [name]
        var next = 0
        while next < folders.count {
            let folder = folders[next]
            next += 1
            visit(folder) { entry in
                if entry.isFolder {
                    folders.append(folder + "/" + entry.name)
                } else {
                    files.insert(folder + "/" + entry.name)
                }
            }
        }
        return (files, folders)
    }

    /// All files in the assets folder.
    ///
    /// - Throws: `PublishError` if the folder cannot be listed completely. With a partial list, stickers would be
    ///   removed because their files seem to be missing.
    func listAssets() throws(PublishError) -> AssetNames {
        var assets = AssetNames()
        try list(OutputNames.assets) { entry in
            if !entry.isFolder { assets.insert("\(OutputNames.assets)/\(entry.name)") }
        }
        return assets
    }

    /// The names of the folders directly in a folder.
    func foldersDirectly(in name: String) -> [String] {
        var folders: [String] = []
        visit(name) { if $0.isFolder { folders.append($0.name) } }
        return folders
    }

    /// An entry of a folder.
    package struct Entry {
        package var name: String
        package var isFolder: Bool
        /// The inode number of the file. 0 if the file system does not provide it.
        package var inode: UInt64
    }

    /// Passes the direct entries of a folder to a closure, in no particular order. The whole list is never in memory.
    /// An error ends the listing.
    package func visit(_ name: String, _ body: (Entry) -> Void) {
        try? list(name, body)
    }

    /// Passes the direct entries of a folder to a closure. A missing folder is treated as empty.
    ///
    /// - Throws: `PublishError` if the folder cannot be listed completely.
    func list(_ name: String, _ body: (Entry) -> Void) throws(PublishError) {
        guard let stream = opendir(absolute(name)) else {
            let failure = SystemCallError.latest
            if failure.saysMissing { return }
            throw PublishError(absolute(name), "list the folder", code: failure.code)
        }
        defer { closedir(stream) }
        while true {
            // Only errno distinguishes the end of the folder from a failure.
            errno = 0
            guard let entry = readdir(stream) else {
                let failure = SystemCallError.latest
                if failure.code != 0 { throw PublishError(absolute(name), "list the folder", code: failure.code) }
                return
            }
            // Copying the whole record could read beyond its end, because a record is only as long as its name.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
            let child = String(
                cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
            guard child != ".", child != ".." else { continue }
            body(
                Entry(
                    name: child, isFolder: entry.pointee.d_type == UInt8(DT_DIR), inode: UInt64(entry.pointee.d_ino)))
        }
    }

    /// The extension of files that are being written.
    static let temporarySuffix = ".part"

    private static func temporary(_ path: String) -> String {
        "\(path).\(getpid())\(temporarySuffix)"
    }
}
