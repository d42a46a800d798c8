import CryptoPrimitives
import FileAccess
import Foundation
import ImageHeaders
import JobModel

/// The properties of a file, which are determined while it is received.
private struct FileNotes {
    let kind: FileKind
    private var hash = SHA256()
    private var bytes = 0
    private var head: [UInt8] = []

    init(_ kind: FileKind) {
        self.kind = kind
    }

    mutating func add(_ piece: UnsafeRawBufferPointer) {
        hash.update(piece)
        bytes += piece.count
        if head.count < PictureSize.headSize { head += piece.prefix(PictureSize.headSize - head.count) }
    }

    /// The properties of the complete file. Called after its last byte.
    ///
    /// - Throws: `RejectedAnswer` if the content does not match the kind.
    func file() throws -> ReceivedFile {
        guard kind.canBegin(with: head) else { throw RejectedAnswer("a file does not have its stated kind") }
        let size = kind.fileExtension == nil ? nil : PictureSize(head: head[...])
        return ReceivedFile(
            kind: kind, sha256: Digest.hexadecimal(hash.finalize()), bytes: bytes, width: size?.width ?? 0,
            height: size?.height ?? 0)
    }
}

/// The receiver for an answer without files.
package final class NoFiles: FileReceiver {
    package init() {}

    package func begin(_ kind: FileKind) throws { throw RejectedAnswer("it sent an unrequested file") }
    package func append(_ bytes: UnsafeRawBufferPointer) {}
    package func end() {}
    package func discard() {}
}

/// The receiver that only determines the properties of the files, and discards their content.
package final class CountedFiles: FileReceiver {
    package private(set) var files: [ReceivedFile] = []
    private var open: FileNotes?

    package init() {}

    package func begin(_ kind: FileKind) { open = FileNotes(kind) }
    package func append(_ bytes: UnsafeRawBufferPointer) { open?.add(bytes) }

    package func end() throws {
        if let open { files.append(try open.file()) }
        open = nil
    }

    package func discard() { files = [] }
}

/// The receiver that keeps the files in memory.
package final class FilesInMemory: FileReceiver {
    package private(set) var contents: [[UInt8]] = []
    private let counted = CountedFiles()
    package var files: [ReceivedFile] { counted.files }

    package init() {}

    package func begin(_ kind: FileKind) {
        counted.begin(kind)
        contents.append([])
    }

    package func append(_ bytes: UnsafeRawBufferPointer) {
        counted.append(bytes)
        contents[contents.count - 1] += bytes
    }

    package func end() throws { try counted.end() }

    package func discard() {
        counted.discard()
        contents = []
    }
}

/// The receiver that writes the files to a folder. The files have temporary names until `keep` is called.
package final class FilesInFolder: FileReceiver {
    package private(set) var files: [ReceivedFile] = []
    private let folder: () throws -> String
    private var drafts: [String] = []
    private var open: (notes: FileNotes, descriptor: Int32)?
    /// The unique prefix of the temporary names.
    private let name = UUID().uuidString

    /// - Parameter folder: returns the absolute path of the folder. Called once per file.
    package init(_ folder: @escaping () throws -> String) {
        self.folder = folder
    }

    deinit { discard() }

    package func begin(_ kind: FileKind) throws {
        let path = "\(try folder())/\(name).\(drafts.count).part"
        let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw failure() }
        drafts.append(path)
        open = (FileNotes(kind), descriptor)
    }

    package func append(_ bytes: UnsafeRawBufferPointer) throws {
        guard let descriptor = open?.descriptor else { return }
        open?.notes.add(bytes)
        if let error = bytes.write(to: descriptor) { throw failure(error.code) }
    }

    package func end() throws {
        guard let (notes, descriptor) = open else { return }
        open = nil
        guard close(descriptor) == 0 else { throw failure() }
        files.append(try notes.file())
    }

    package func examine() throws {
        for (draft, file) in zip(drafts, files) {
            guard let bytes = FileManager.default.contents(atPath: draft) else {
                throw JobError.cannotWrite(path: draft, errno: EIO)
            }
            if let damage = PictureStructure.damage(of: [UInt8](bytes), file.kind) {
                throw RejectedAnswer("a picture is damaged: \(damage)")
            }
        }
    }

    /// Renames files to their final names, and replaces existing files. The other received files are removed.
    ///
    /// - Parameter names: the final names, by file number.
    /// - Throws: `JobError.cannotWrite`.
    package func keep(_ names: [Int: String]) throws {
        for (number, name) in names {
            guard drafts.indices.contains(number), rename(drafts[number], "\(try folder())/\(name)") == 0 else {
                throw failure()
            }
        }
        discard()
    }

    package func discard() {
        if let open { close(open.descriptor) }
        open = nil
        for draft in drafts { unlink(draft) }
        drafts = []
    }

    private func failure(_ code: Int32 = errno) -> JobError {
        JobError.cannotWrite(path: (try? folder()) ?? "the output folder", errno: code)
    }
}
