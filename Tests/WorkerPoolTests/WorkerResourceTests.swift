import FarmProtocol
import Glibc
import JobModel
import TestSupport
import Testing
import WorkerPool

/// Tests the descriptors and files of one worker, without a process.
@Suite("The pipes to a worker")
struct WorkerPipesTests {
    private func ends(_ pipes: WorkerPipes) -> [Int32] {
        [
            pipes.workerInput, pipes.workerOutput, pipes.input, pipes.output, pipes.wakeReading, pipes.wakeWriting,
        ]
    }

    @Test("no end is passed to other processes, and the thread's writing end never blocks")
    func flags() throws {
        let pipes = try WorkerPipes()
        for end in ends(pipes) { #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0) }
        for end in [pipes.input, pipes.wakeReading, pipes.wakeWriting] {
            #expect(fcntl(end, F_GETFL) & O_NONBLOCK != 0)
        }
        #expect(fcntl(pipes.workerInput, F_GETFL) & O_NONBLOCK == 0)
    }

    @Test("bytes arrive at the other end, in both directions")
    func connected() throws {
        let pipes = try WorkerPipes()
        for (from, to) in [(pipes.input, pipes.workerInput), (pipes.workerOutput, pipes.output)] {
            var byte: UInt8 = 7
            #expect(write(from, &byte, 1) == 1)
            byte = 0
            #expect(read(to, &byte, 1) == 1 && byte == 7)
        }
    }

    @Test("when the worker's ends are closed, the reader gets the end of the file")
    func ended() throws {
        let pipes = try WorkerPipes()
        pipes.closeWorkerEnds()
        var byte: UInt8 = 0
        #expect(read(pipes.output, &byte, 1) == 0)
    }

    @Test("an end that was closed is not closed again, because another file may have its number")
    func closedOnce() throws {
        let pipes = try WorkerPipes()
        let number = pipes.workerInput
        pipes.closeWorkerEnds()
        // The new descriptor gets the same number, unless another test has just got this number.
        let other = fcntl(pipes.wakeReading, F_DUPFD_CLOEXEC, number)
        pipes.close()
        #expect(fcntl(other, F_GETFD) >= 0)
        close(other)
    }
}

@Suite("The files of a job")
struct JobFileSenderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sender<Value>(_ files: JobFiles, _ body: (JobFileSender) throws -> Value) throws -> Value {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
        defer { buffer.deallocate() }
        return try body(JobFileSender(files, buffer: buffer))
    }

    private func frames(_ texts: String...) throws -> [JobFiles.File] {
        try texts.enumerated().map { place, text in
            try folder.write(text, to: "\(place).png")
            return JobFiles.File(folder.file("\(place).png"))
        }
    }

    @Test("the farm gets the size and hash of each file, also of those longer than the buffer")
    func farmInputs() throws {
        let texts = ["", "short", String(repeating: "long ", count: 100)]
        let files = try frames(texts[0], texts[1], texts[2])
        let inputs: [FarmInput] = try sender(JobFiles(files)) { try $0.farmInputs() }
        #expect(inputs.map(\.bytes) == texts.map(\.utf8.count))
        #expect(inputs.map(\.sha256) == texts.map { Digest.sha256($0) })
    }

    @Test("frames that are not those of the known hash have changed, also in another order")
    func sequence() throws {
        let files = try frames("one", "two")
        let sha256 = Digest.sequence(["one", "two"].map { Digest.sha256($0) })
        func failure(_ files: [JobFiles.File], limit: Int = 100, mostFrames: Int = 9) -> JobFileFailure.Reason? {
            let sequence = JobFiles.Sequence(0..<2, sha256: sha256, limit: limit, mostFrames: mostFrames)
            do {
                try sender(JobFiles(files, sequence: sequence)) { _ in }
                return nil
            } catch {
                return (error as? JobFileFailure)?.reason
            }
        }
        #expect(failure(files) == nil)
        #expect(failure(files.reversed()) == .changed)
        #expect(failure(files, limit: 5) == .tooLarge(bytes: 6))
        // The renderer rejects this number of frames without reading them.
        #expect(failure(files.reversed(), mostFrames: 1) == nil)
    }

    @Test("a file beyond its limit is refused with its size before anything is sent")
    func tooLarge() throws {
        try folder.write("12345", to: "a.png")
        let file = JobFiles.File(folder.file("a.png"), limit: 4)
        let failure = #expect(throws: JobFileFailure.self) { try sender(JobFiles([file])) { _ in } }
        #expect(failure == JobFileFailure(place: 0, path: file.path, reason: .tooLarge(bytes: 5)))
    }
}
