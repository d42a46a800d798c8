import FileAccess
import Glibc
import Publishing
import SheetModel

/// A file that has a temporary name until it is complete, so that no reader sees a partial file.
///
/// The file is removed unless `keep` was called. An instance must not be shared between threads.
package final class PendingFile {
    let path: String
    private let temporary: String
    private var descriptor: Int32
    private var isKept = false
    private(set) var bytes = 0

    /// - Throws: `SheetError.unwritable` if the file cannot be created.
    package init(_ path: String) throws {
        self.path = path
        let (folder, name) = PendingFile.split(path)
        temporary = "\(folder).\(name.prefix(100)).\(getpid())\(PendingFile.suffix)"
        if (try? FileStat(ofFolder: path)) != nil {
            throw SheetError.unwritable(path: path, reason: "it is a folder")
        }
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw refusal() }
    }

    private static let suffix = ".tmp"

    /// Removes the temporary files of killed runs. Keeps those of running processes.
    package static func clearLeftovers(of path: String) {
        let (folder, name) = split(path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        let files = OutputFolder(folder.isEmpty ? "." : String(folder.dropLast()))
        for child in files.children() where child.hasPrefix(".\(stem)") {
            guard let match = child.dropFirst(stem.count + 1).wholeMatch(of: /(-[0-9]+)?\.[A-Za-z]+\.([0-9]+)\.tmp/),
                let process = pid_t(match.2), kill(process, 0) != 0, errno == ESRCH, files.isFile(child)
            else { continue }
            unlink(files.absolute(child))
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isKept { unlink(temporary) }
    }

    /// Appends bytes to the file.
    ///
    /// - Throws: `SheetError.unwritable`.
    func write(_ buffer: UnsafeRawBufferPointer) throws {
        if let failure = buffer.write(to: descriptor) { throw refusal(failure) }
        bytes += buffer.count
    }

    package func write(_ text: String) throws {
        try Array(text.utf8).withUnsafeBytes { try write($0) }
    }

    /// Flushes the file to the disk and closes it, so that the many files of a sheet are not open at the same time.
    /// Nothing may be written afterwards.
    ///
    /// - Throws: `SheetError.unwritable`.
    package func finish() throws {
        guard fsync(descriptor) == 0 else { throw refusal() }
        let closed = close(descriptor)
        descriptor = -1
        guard closed == 0 else { throw refusal() }
    }

    /// Gives the file its final name. Replaces an existing file.
    ///
    /// - Throws: `SheetError.unwritable`.
    package func keep() throws {
        guard rename(temporary, path) == 0 else { throw refusal() }
        isKept = true
    }

    /// Splits a path into the folder, including its trailing slash, and the file name. The folder is empty if the path
    /// has no slash.
    private static func split(_ path: String) -> (folder: String, name: Substring) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path[...]) }
        return (String(path[...slash]), path[path.index(after: slash)...])
    }

    private func refusal(_ failure: SystemCallError = .latest) -> SheetError {
        .unwritable(path: path, reason: "\(failure)")
    }
}
