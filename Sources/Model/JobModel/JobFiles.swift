import ImageHeaders
import StickerManifest

/// A file that a job needs. A renderer does not know paths. It requests a file by its role in the job.
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

/// Provides a renderer with the bytes of a job's files. Used by one thread only.
package protocol JobInputs {
    /// - Throws: `JobError.withoutInput` if the file is not available. The sender of the job knows why.
    func bytes(of input: JobInput) throws -> [UInt8]
}

/// Receives the files that a renderer makes. Used by one thread only.
package protocol JobOutput {
    /// - Returns: the file's number in the answer, from 0.
    func add(_ bytes: [UInt8], kind: FileKind) throws -> Int
}

/// The kind of a file from a renderer.
package enum FileKind: UInt8, Sendable, CaseIterable {
    case png = 1
    case jpeg
    case gif
    /// Compressed rows of a PNG. Several strips are joined to one picture.
    case strip
    /// The next part of a document, or the whole document.
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

    /// The file extension of finished files of this kind. Nil if the kind is only a part of a file.
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

/// A file that a renderer has sent, with the properties that the receiver has determined.
package struct ReceivedFile: Hashable, Sendable {
    package var kind: FileKind
    /// The SHA-256 of the file, in lower-case hexadecimal.
    package var sha256: String
    package var bytes: Int
    /// The width in pixels, from the file's header. 0 if it is unknown.
    package var width: Int
    package var height: Int

    package init(kind: FileKind, sha256: String, bytes: Int, width: Int, height: Int) {
        self.kind = kind
        self.sha256 = sha256
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    /// The finished file. Nil if this is only a part of a file.
    package var finished: RenderedSticker.File? {
        kind.fileExtension.map { RenderedSticker.File(sha256: sha256, bytes: bytes, fileExtension: $0) }
    }
}

/// The files of a job in memory, for a job that runs in this process.
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

    /// The stored files, as a receiver would describe them.
    package var received: [ReceivedFile] {
        files.map { file in
            let size = PictureSize(head: file.bytes[...])
            return ReceivedFile(
                kind: file.kind, sha256: Digest.sha256(file.bytes), bytes: file.bytes.count, width: size?.width ?? 0,
                height: size?.height ?? 0)
        }
    }
}
