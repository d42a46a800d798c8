import FileAccess
import Glibc
import Texts

/// A folder in the drop folder in which stickerd writes notes. A person with write access could replace a note with a
/// pipe, a device, a link or a huge file, or replace the folder with a link. The folder is therefore kept open, and
/// must be inside the drop folder. Only small regular files that have the file extension of a note are read, replaced
/// or removed.
package struct FeedbackFolder: ~Copyable {
    /// The result of writing a note.
    package enum Outcome: Sendable, Hashable {
        case written
        /// Another file has the name of the note, and was not changed.
        case occupied
        /// The note cannot be written to the folder.
        case refused
    }

    /// The maximum size of a note in bytes.
    private static let byteLimit = 65_536

    private let descriptor: Int32

    /// - Parameters:
    ///   - path: the absolute path of the folder.
    ///   - drop: the path of the drop folder.
    /// - Returns: nil if the path is not a folder inside the drop folder.
    package init?(_ path: String, in drop: String) {
        descriptor = open(path + "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, let place = realpath("/proc/self/fd/\(descriptor)", nil) else { return nil }
        defer { free(place) }
        guard let root = realpath(drop, nil) else { return nil }
        defer { free(root) }
        guard (String(cString: place) + "/").utf8.starts(with: (String(cString: root) + "/").utf8) else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The file names of all notes in the folder.
    package func names() -> [String] {
        let entries = try? FolderReader.entries(of: "/proc/self/fd/\(descriptor)/", followingLink: true)
        return (entries ?? []).filter { $0.kind == .file }
            .compactMap { String(validating: $0.name, as: UTF8.self) }
            .filter { FeedbackFileName.isNote($0) && text(of: $0) != nil }
    }

    /// The text of a note. Nil if the file does not exist or was not written by stickerd.
    package func text(of name: String) -> String? {
        do throws(SystemCallError) {
            let file = try OpenFile(name, in: descriptor)
            let size = try file.stamp().size
            guard size <= Self.byteLimit else { return nil }
            let bytes = try file.bytes(at: 0, count: size)
            guard FeedbackFileName.signatures.contains(where: { bytes.suffix($0.count).elementsEqual($0) }) else {
                return nil
            }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            return nil
        }
    }

    /// Writes a note atomically. Never replaces a file that stickerd did not write.
    package func write(_ text: String, as name: String) -> Outcome {
        let isThere = exists(name)
        if isThere, self.text(of: name) == nil { return .occupied }
        let draft = ".stickerd-note.\(getpid()).tmp"
        unlinkat(descriptor, draft, 0)
        guard put(Array(text.utf8), as: draft) else { return .refused }
        defer { unlinkat(descriptor, draft, 0) }
        if !isThere {
            // Unlike a rename, `linkat` never replaces an existing file.
            if linkat(descriptor, draft, descriptor, name, 0) == 0 { return .written }
            if errno == EEXIST { return .occupied }
        }
        return renameat(descriptor, draft, descriptor, name) == 0 ? .written : .refused
    }

    /// Removes a note. Does nothing if stickerd did not write the file.
    package func remove(_ name: String) {
        if text(of: name) != nil { unlinkat(descriptor, name, 0) }
    }

    /// Whether a file of any kind has this name.
    package func exists(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    private func put(_ bytes: [UInt8], as name: String) -> Bool {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        let failure = bytes.withUnsafeBytes { $0.write(to: file) }
        return close(file) == 0 && failure == nil
    }
}

/// The names of notes that stickerd writes next to a source for its designer. Notes are never sources, and listings
/// omit them.
package enum FeedbackFileName {
    /// The suffix of a note about a rejected file.
    package static let rejected = ".rejected.txt"
    /// The suffix of a note about a waiting file.
    package static let waiting = ".waiting.txt"
    /// The suffix of a note about an unused file.
    package static let unused = ".unused.txt"
    /// The suffix of a note about changes that a reviewer requested.
    package static let sentBack = ".sent-back.txt"
    private static let endings = [rejected, waiting, unused, sentBack]
    /// The name of the marker file that identifies the drop folder.
    package static let mark = ".stickerd-drop"

    /// The last line of every note, which distinguishes a note from other files with the same name.
    package static func signature(_ texts: Texts) -> String { texts("note.signature") + "\n" }

    /// The signatures in all languages, because the language may have changed since a note was written.
    static let signatures = Language.allCases.map { Array(signature(Texts($0)).utf8) }

    /// The name of the file to which a note belongs.
    package static func subject(ofNote name: String) -> String {
        let ending = endings.first { name.hasSuffix($0) } ?? ""
        return String(name.dropLast(ending.count))
    }

    /// Whether a file name is that of a note.
    package static func isNote(_ name: String) -> Bool {
        endings.contains { name.hasSuffix($0) }
    }
}
