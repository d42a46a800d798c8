import FileAccess
import Foundation
import Glibc
import JobModel
import Publishing
import StickerManifest

/// The journal of decisions, `decisions.jsonl`, in the folder of the database. Each line is the JSON of one decision
/// and contains a SHA-256 of its values. Lines are only appended, and are written to the disk before the database is
/// committed. The database can therefore be restored from the journal.
///
/// All methods block. Errors are `DecisionError.store`.
package struct DecisionJournal {
    /// The file's name in the state folder.
    static let fileName = "decisions.jsonl"
    /// The maximum number of bytes that are read, which suffices for 100,000 decisions with the longest comments.
    static let maximumBytes = 1 << 30

    /// The content of the file.
    package struct Content {
        package var records: [DecisionRecord] = []
        /// The numbers, from 1, of the lines that cannot be read or whose SHA-256 is wrong.
        package var damagedLines: [Int] = []
        /// The number of bytes up to the end of the last complete line.
        package var completeBytes = 0
        /// Whether the last line is incomplete, because its write was interrupted.
        package var isTorn = false
    }

    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// The absolute path of the file.
    var path: String { folder + "/" + DecisionJournal.fileName }

    /// Reads the file.
    ///
    /// - Returns: the content. Nil if the file does not exist.
    package func read() throws -> Content? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open the journal")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DecisionError.store(path: path, detail: "it is not an ordinary file")
        }
        guard status.st_size <= DecisionJournal.maximumBytes else {
            throw DecisionError.store(path: path, detail: "it is larger than \(DecisionJournal.maximumBytes) bytes")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        guard let data = try? file.readToEnd() ?? Data() else { throw failure("read the journal") }
        return DecisionJournal.content(of: data)
    }

    package static func content(of data: Data) -> Content {
        var content = Content()
        let decoder = JSONDecoder()
        var begin = data.startIndex
        var line = 0
        while begin < data.endIndex {
            guard let end = data[begin...].firstIndex(of: UInt8(ascii: "\n")) else {
                content.isTorn = true
                break
            }
            line += 1
            let record = try? decoder.decode(DecisionRecord.self, from: data[begin..<end])
            if let record, ManifestPart.isDigest(record.decision.pixels),
                record.decision.picture.map(AssetName.isValid) != false
            {
                content.records.append(record)
            } else {
                content.damagedLines.append(line)
            }
            begin = data.index(after: end)
        }
        content.completeBytes = begin - data.startIndex
        return content
    }

    /// Appends records, and waits until they are on the disk.
    ///
    /// - Returns: a function that removes the records again. It must not be called after another process has appended
    ///   records.
    @discardableResult
    package func append(_ records: [DecisionRecord]) throws -> (() -> Void) {
        guard !records.isEmpty else { return {} }
        let isNew = access(path, F_OK) != 0
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("open the journal") }
        defer { close(descriptor) }
        let before = lseek(descriptor, 0, SEEK_END)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            try file.write(contentsOf: try DecisionJournal.text(of: records))
        } catch {
            let code = errno
            ftruncate(descriptor, before)
            errno = code
            throw failure("write the journal")
        }
        guard fsync(descriptor) == 0 else {
            ftruncate(descriptor, before)
            throw failure("write the journal")
        }
        if isNew { syncFolder() }
        return { [path] in truncate(path, before) }
    }

    /// Removes everything after the last complete line.
    package func cut(to bytes: Int) throws {
        guard truncate(path, bytes) == 0 else { throw failure("cut off the incomplete last line") }
    }

    /// Replaces the content of the file with the given records, atomically.
    func replace(with records: [DecisionRecord]) throws {
        do {
            try OutputFolder(folder).write([UInt8](try DecisionJournal.text(of: records)), to: DecisionJournal.fileName)
        } catch let error as PublishError {
            throw DecisionError.store(path: path, detail: "\(error)")
        }
    }

    private static func text(of records: [DecisionRecord]) throws -> Data {
        let encoder = JSONEncoder.sorted
        return try records.reduce(into: Data()) { text, record in
            text += try encoder.encode(record)
            text.append(UInt8(ascii: "\n"))
        }
    }

    private func syncFolder() {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func failure(_ action: String) -> DecisionError {
        .store(path: path, detail: "cannot \(action): \(SystemCallError.latest)")
    }
}
