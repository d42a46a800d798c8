import CryptoPrimitives
import FarmProtocol
import FileAccess
import Glibc
import JobModel
import RenderProtocol

/// The files that a worker may request for a job, with their expected hashes.
package struct JobFiles: Sendable {
    package struct File: Sendable {
        /// The absolute path of the file.
        package var path: String
        /// The required SHA-256 of the file. Nil if any content is accepted.
        package var sha256: String?
        /// The maximum size of the file in bytes.
        package var limit: Int
        /// The absolute path of the folder that must contain the file after all links are resolved. Nil for any folder.
        package var root: String?

        package init(_ path: String, sha256: String? = nil, limit: Int = Int.max, root: String? = nil) {
            self.path = path
            self.sha256 = sha256
            self.limit = limit
            self.root = root
        }
    }

    /// A sequence of frames, for which only one hash of all frames is known.
    package struct Sequence: Sendable {
        /// The positions of the frames in `files`.
        package var places: Range<Int>
        /// The required hash of all frames, from `Digest.sequence`.
        package var sha256: String
        /// The maximum total size of the frames in bytes.
        package var limit: Int
        /// The maximum number of frames. A longer sequence is not hashed, because the renderer rejects it without
        /// reading the frames.
        package var mostFrames: Int

        package init(_ places: Range<Int>, sha256: String, limit: Int, mostFrames: Int = Int.max) {
            self.places = places
            self.sha256 = sha256
            self.limit = limit
            self.mostFrames = mostFrames
        }
    }

    package var files: [File]
    package var sequence: Sequence?

    package init(_ files: [File], sequence: Sequence? = nil) {
        self.files = files
        self.sequence = sequence
    }
}

/// A file of a job could not be read or sent. The worker is not the cause.
package struct JobFileFailure: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The file changed after it was planned.
        case changed
        case unreadable(SystemCallError)
        /// The file is too large. Contains the size of the file, or the total size of the frames up to this file.
        case tooLarge(bytes: Int)
    }

    /// The position of the file in the job.
    package var place: Int
    package var path: String
    package var reason: Reason

    package init(place: Int, path: String, reason: Reason) {
        self.place = place
        self.path = path
        self.reason = reason
    }
}

/// Sends the files of one job to a worker in pieces, so that large files take little memory.
package final class JobFileSender {
    private var files: [JobFiles.File]
    private let buffer: UnsafeMutableRawBufferPointer
    /// Whether at least one file has been sent completely.
    private(set) var hasSent = false
    /// The size of the source in MiB. For a sequence, the total size of its frames.
    package private(set) var mebibytes = 0

    /// Checks that the source or the frames can be read and are not too large.
    ///
    /// - Parameter buffer: the buffer for reading files.
    /// - Throws: `JobFileFailure`.
    package init(_ job: JobFiles, buffer: UnsafeMutableRawBufferPointer) throws {
        files = job.files
        self.buffer = buffer
        if let sequence = job.sequence, sequence.places.count <= sequence.mostFrames { try prepare(sequence) }
        guard let first = files.first, job.sequence == nil else { return }
        mebibytes = try size(of: try open(0), 0, limit: first.limit) >> 20
    }

    /// Checks the hash of the sequence, and records the hash of each frame, with which later reads are compared.
    private func prepare(_ sequence: JobFiles.Sequence) throws {
        var total = 0
        for place in sequence.places {
            total += try size(of: try open(place), place, limit: Int.max)
            guard total <= sequence.limit else { throw failure(place, .tooLarge(bytes: total)) }
        }
        mebibytes = total >> 20
        for place in sequence.places {
            files[place].sha256 = try hash(try open(place), place)
        }
        guard Digest.sequence(files[sequence.places].compactMap(\.sha256)) == sequence.sha256 else {
            throw failure(sequence.places.lowerBound, .changed)
        }
    }

    /// All files of the job with their hashes and sizes, for the farm.
    ///
    /// - Throws: `JobFileFailure`.
    package func farmInputs() throws -> [FarmInput] {
        try files.indices.map { place in
            let file = try open(place)
            let bytes = try size(of: file, place, limit: files[place].limit)
            let sha256 = try files[place].sha256 ?? hash(file, place)
            return FarmInput(path: files[place].path, root: files[place].root ?? "", sha256: sha256, bytes: bytes)
        }
    }

    private func hash(_ file: borrowing OpenFile, _ place: Int) throws -> String {
        var hash = SHA256()
        while true {
            let count = try read(file, place)
            guard count > 0 else { return Digest.hexadecimal(hash.finalize()) }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Sends a file.
    ///
    /// - Parameter onFailure: called with the reason if the file cannot be sent. The caller must then abort the file.
    /// - Throws: `PipeError`.
    func send(
        _ place: Int, job: UInt32, to writer: borrowing FrameWriter, onFailure: (JobFileFailure) -> Void
    ) throws {
        do {
            try transfer(place, job: job, to: writer)
            hasSent = true
        } catch let failure as JobFileFailure {
            onFailure(failure)
        }
    }

    private func transfer(_ place: Int, job: UInt32, to writer: borrowing FrameWriter) throws {
        let file = try open(place)
        let size = try size(of: file, place, limit: files[place].limit)
        try writer.write(.blob(size: size, job: job))
        var hash = SHA256()
        var sent = 0
        while true {
            let count = try read(file, place)
            guard count > 0 else { break }
            sent += count
            guard sent <= size else { throw failure(place, .changed) }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if files[place].sha256 != nil { hash.update(piece) }
            try writer.write(piece, job: job)
        }
        guard sent == size, files[place].sha256.map({ $0 == Digest.hexadecimal(hash.finalize()) }) ?? true else {
            throw failure(place, .changed)
        }
        try writer.write(Frame(.blobEnd, job: job))
    }

    private func open(_ place: Int) throws -> OpenFile {
        do throws(SystemCallError) {
            let file = try OpenFile(files[place].path)
            // A person with write access could have replaced the file with a link to another file.
            if let root = files[place].root, !file.isInside(root) { throw SystemCallError(code: EXDEV) }
            return file
        } catch {
            throw failure(place, .unreadable(error))
        }
    }

    private func size(of file: borrowing OpenFile, _ place: Int, limit: Int) throws -> Int {
        let size: Int
        do {
            size = try file.stamp().size
        } catch {
            throw failure(place, .unreadable(error))
        }
        guard size <= limit else { throw failure(place, .tooLarge(bytes: size)) }
        return size
    }

    private func read(_ file: borrowing OpenFile, _ place: Int) throws -> Int {
        do {
            return try file.read(into: buffer)
        } catch {
            throw failure(place, .unreadable(error))
        }
    }

    private func failure(_ place: Int, _ reason: JobFileFailure.Reason) -> JobFileFailure {
        JobFileFailure(place: place, path: files[place].path, reason: reason)
    }
}
