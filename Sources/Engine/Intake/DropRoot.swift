import FileAccess
import Glibc

/// The drop folder itself. Follows symbolic links, and checks that their targets are in the drop folder.
package struct DropRoot: Sendable {
    /// The target of a link.
    package struct Target: Sendable {
        /// The absolute path, which contains no other link below the drop folder.
        package var absolutePath: String
        package var kind: FolderEntry.Kind
        var stamp: FileStat
    }

    /// The absolute path of the drop folder, without a trailing slash.
    package let path: String
    /// The same path with all symbolic links resolved, without a trailing slash.
    private let realPath: [UInt8]

    /// - Parameter calls: limits the time for reading the folder.
    /// - Throws: `IntakeError.dropFolderMissing`, `dropFolderIsAFile` or `dropFolderUnreadable`.
    init(_ folder: String, calls: TimedCalls) throws(IntakeError) {
        let root = calls.run(folder) { () -> Result<DropRoot, IntakeError> in
            do throws(IntakeError) { return .success(try DropRoot(folder)) } catch { return .failure(error) }
        }
        guard let root = try root?.get() else {
            throw .dropFolderUnreadable(folder, reason: SystemCallError.noAnswer.description)
        }
        self = root
    }

    /// - Throws: the errors of `init(_:calls:)`.
    package init(_ folder: String) throws(IntakeError) {
        var status = Glibc.stat()
        guard stat(folder, &status) == 0, let realPath = Self.realPath(of: folder) else {
            let failure = SystemCallError.latest
            throw failure.saysMissing
                ? .dropFolderMissing(folder) : .dropFolderUnreadable(folder, reason: failure.description)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .dropFolderIsAFile(folder) }
        self.realPath = Self.withoutLastSlash(realPath)
        let absolute = folder.utf8.first == Self.slash ? Array(folder.utf8) : realPath
        path = String(decoding: Self.withoutLastSlash(absolute), as: UTF8.self)
    }

    /// Follows a symbolic link to its final target.
    ///
    /// - Returns: nil if the target is missing, outside of the drop folder, or the drop folder itself. Also nil if
    ///   links form a cycle, or if the name of the target is not UTF-8.
    /// - Throws: `SystemCallError` if the system does not allow the link to be followed.
    package func target(ofLinkAt link: String) throws(SystemCallError) -> Target? {
        guard let target = Self.realPath(of: link) else {
            let failure = SystemCallError.latest
            if failure.saysMissing || [ELOOP, ENAMETOOLONG].contains(failure.code) { return nil }
            throw failure
        }
        guard target.count > realPath.count, target.starts(with: realPath),
            target[realPath.count] == Self.slash,
            let inside = String(validating: target.dropFirst(realPath.count), as: UTF8.self)
        else { return nil }
        var status = Glibc.stat()
        guard lstat(path + inside, &status) == 0 else {
            let failure = SystemCallError.latest
            if failure.saysMissing { return nil }
            throw failure
        }
        return Target(
            absolutePath: path + inside, kind: FolderEntry.Kind(mode: status.st_mode), stamp: FileStat(status))
    }

    /// The absolute path of the direct entry of the drop folder that contains a file.
    ///
    /// - Parameter place: an absolute path in the drop folder.
    package func topFolder(of place: String) -> String {
        let rest = place.utf8.dropFirst(path.utf8.count + 1)
        return String(place.utf8.prefix(path.utf8.count + 1 + rest.prefix { $0 != Self.slash }.count)) ?? place
    }

    private static let slash = UInt8(ascii: "/")

    private static func realPath(of path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
    }

    private static func withoutLastSlash(_ path: [UInt8]) -> [UInt8] {
        var path = path[...]
        while path.last == slash { path = path.dropLast() }
        return Array(path)
    }
}

/// Converts paths relative to the drop folder to absolute paths in the bytes of the file system.
package enum DropPlace {
    /// The absolute path of a file.
    ///
    /// - Parameters:
    ///   - path: the path relative to the drop folder, in NFC.
    ///   - drop: the path of the drop folder.
    /// - Returns: nil if a component of the path that is not ASCII does not exist. Other components are not checked.
    package static func absolutePath(of path: String, in drop: String) -> String? {
        var place = drop
        for component in path.split(separator: "/") {
            guard let name = name(of: String(component), in: place) else { return nil }
            place += "/" + name
        }
        return place
    }

    /// The name of an entry in the bytes of the file system. Nil if it does not exist. An ASCII name is returned
    /// unchanged, because it cannot differ from its NFC form.
    private static func name(of shown: String, in folder: String) -> String? {
        guard !shown.utf8.allSatisfy({ $0 < 0x80 }) else { return shown }
        let entries = try? FolderReader.entries(of: folder + "/", followingLink: true)
        return entries?.lazy.compactMap { String(validating: $0.name, as: UTF8.self) }.first { $0.nfc == shown }
    }
}
