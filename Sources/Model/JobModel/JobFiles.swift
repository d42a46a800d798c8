import ImageHeaders
import StickerManifest

/// A file that a job needs. A renderer knows no paths: it requests a file by its purpose in the job.
package enum JobInput: Hashable, Sendable {
    /// The file that the job processes.
    case source
    /// A frame in a folder of frames, by its position.
    case frame(Int)
    /// A background's picture, by the SHA-256 of its bytes.
    case background(sha256: String)
    /// A published file, by its path in the output folder.
    case published(path: String)
}

/// Provides the bytes of a job's files to a renderer. Not shared between threads.
package protocol JobInputs {
    /// - Throws: `JobError.withoutInput` if the file is not available. The sender of the job knows the reason.
    func bytes(of input: JobInput) throws -> [UInt8]
}

/// Receives the files that a renderer makes. Not shared between threads.
package protocol JobOutput {
    /// - Returns: the file's number in the answer, from 0.
    func add(_ bytes: [UInt8], kind: FileKind) throws -> Int
}

/// The kind of a file from a renderer.
package enum FileKind: UInt8, Sendable, CaseIterable {
    case png = 1
    case jpeg
    case gif
    /// Compressed rows of a PNG, to be joined with others.
    case strip
    /// The next part of a document, or all of it.
    case document
    case webp
    case mp4

    /// The kind of the files of a format.
    package init(_ format: StickerFormat) {
        switch format {
        case .png, .apng: self = .png
        case .gif: self = .gif
        case .jpeg: self = .jpeg
        case .webp: self = .webp
        case .mp4: self = .mp4
        }
    }

    /// The extension of finished files of this kind. Nil for a part of a file.
    package var fileExtension: String? {
        StickerFormat.allCases.first { FileKind($0) == self }?.fileExtension
    }

    /// Whether a file that begins with these bytes can be of this kind.
    package func canBegin(with head: some Sequence<UInt8>) -> Bool {
        switch self {
        case .png: head.starts(with: ChunkScanner.signature)
        case .jpeg: head.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: head.starts(with: Array("GIF8".utf8))
        case .webp: head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).starts(with: Array("WEBP".utf8))
        case .mp4: head.dropFirst(4).starts(with: Array("ftyp".utf8))
        case .strip, .document: true
        }
    }
}

/// A file that a renderer has sent, with the properties that the receiver found.
package struct ReceivedFile: Hashable, Sendable {
    package var kind: FileKind
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    package var sha256: String
    package var bytes: Int
    /// Pixels, from the file's header; 0 if it is unknown.
    package var width: Int
    package var height: Int

    package init(kind: FileKind, sha256: String, bytes: Int, width: Int, height: Int) {
        self.kind = kind
        self.sha256 = sha256
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    /// The finished file. Nil for a part of one.
    package var finished: RenderedSticker.File? {
        kind.fileExtension.map { RenderedSticker.File(sha256: sha256, bytes: bytes, fileExtension: $0) }
    }
}

/// A job's files in memory, for a job that runs in the same process.
package struct MemoryInputs: JobInputs {
    private let files: [JobInput: [UInt8]]

    package init(_ files: [JobInput: [UInt8]]) {
        self.files = files
    }

    package func bytes(of input: JobInput) throws -> [UInt8] {
        guard let bytes = files[input] else { throw JobError.withoutInput }
        return bytes
    }
}

/// Stores the files of a job in memory.
package final class MemoryOutput: JobOutput {
    package private(set) var files: [(bytes: [UInt8], kind: FileKind)] = []

    package init() {}

    package func add(_ bytes: [UInt8], kind: FileKind) -> Int {
        files.append((bytes, kind))
        return files.count - 1
    }

    /// The files in the form of a receiver.
    package var received: [ReceivedFile] {
        files.map { file in
            let size = PictureSize(head: file.bytes[...])
            return ReceivedFile(
                kind: file.kind, sha256: Digest.sha256(file.bytes), bytes: file.bytes.count, width: size?.width ?? 0,
                height: size?.height ?? 0)
        }
    }
}
