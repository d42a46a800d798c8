import Foundation
import Glibc
import JobModel
import TestSupport
import Testing
import WorkerPool

@Suite("Files between the daemon and a worker")
struct WorkerFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a file of the given size.
    private func file(_ name: String, _ count: Int, seed: Int = 0) throws -> (path: String, sha256: String) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 >> 3) }
        try Data(bytes).write(to: URL(filePath: folder.file(name)))
        return (folder.file(name), Digest.sha256(bytes))
    }

    private func job(_ files: JobFiles, within timeLimit: Duration = .seconds(20), bytes: Int = 1 << 20) -> WorkerJob {
        WorkerJob(
            request: Array(#"{"word":""}"#.utf8), files: files, fileLimit: 3, byteLimit: bytes, timeLimit: timeLimit)
    }

    private func word(_ answer: WorkerAnswer) throws -> String {
        guard case .result(let json) = answer else { return "failed" }
        return try JSONDecoder().decode(EchoMessage.self, from: Data(json)).word
    }

    /// Sends a job without files to a worker, and returns the answer.
    private func ask(_ pool: WorkerPool, _ job: WorkerJob) async throws -> String {
        try await pool.perform(job, receiving: { NoFiles() }) { answer, _ in try word(answer) }
    }

    /// A worker that answers with the hashes of its job's files, or with a failure if a file is not sent.
    private static let digests = WorkerCommand.python(
        """
        import hashlib
        for job, request in jobs():
            first = need(job, 0)
            if first is None: send(FAILURE, b"{}", job)
            else: word(job, str(os.getpid()) + " " + hashlib.sha256(first).hexdigest())
        """)

    @Test("a file is sent unchanged, at any size", arguments: [0, 1, 262_144, 5_000_001])
    func sent(size: Int) async throws {
        let (path, sha256) = try file("source", size)
        let answer = try await WorkerPool.withWorkers(count: 1, command: Self.digests) {
            try await ask($0, job(JobFiles([.init(path, sha256: sha256)])))
        }
        #expect(answer.hasSuffix(sha256))
    }

    @Test("a file outside of its required folder is not sent, also not through a link")
    func outside() async throws {
        let (path, sha256) = try file("source", 1000)
        try FileManager.default.createDirectory(atPath: folder.file("drop"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("alias"), withDestinationPath: folder.file("drop"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("drop/link"), withDestinationPath: path)
        let inside = try file("drop/inside", 1000)
        try await WorkerPool.withWorkers(count: 1, command: Self.digests) { (pool: WorkerPool) async throws in
            for wrong in [path, folder.file("drop/link"), folder.file("alias/link")] {
                await #expect(throws: JobFileFailure.self) {
                    try await ask(pool, job(JobFiles([.init(wrong, sha256: sha256, root: folder.file("drop"))])))
                }
            }
            for root in ["drop", "alias"] {
                let file = JobFiles.File(inside.path, sha256: inside.sha256, root: folder.file(root))
                let answer = try await ask(pool, job(JobFiles([file])))
                #expect(answer.hasSuffix(sha256))
            }
        }
    }

    @Test("a worker that has read a file and stops reading is itself at fault")
    func deafAfterArt() async throws {
        let (path, sha256) = try file("source", 4_000_000)
        var command = WorkerCommand.python(
            """
            for job, request in jobs():
                need(job, 0)
                send(NEED, struct.pack(">I", 0), job)
                time.sleep(1000)
            """)
        command.transferLimit = .seconds(2)
        try await WorkerPool.withWorkers(count: 1, command: command) { pool in
            let failure = await #expect(throws: WorkerFailure.self) {
                try await ask(pool, job(JobFiles([.init(path, sha256: sha256)])))
            }
            guard case .timedOut = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test("a file that has changed, is missing or too large fails only its job, and the worker continues")
    func notSent() async throws {
        let (path, sha256) = try file("source", 300_000)
        let other = String(repeating: "0", count: 64)
        try await WorkerPool.withWorkers(count: 1, command: Self.digests) { pool in
            let before = try await ask(pool, job(JobFiles([.init(path, sha256: sha256)])))
            await #expect(throws: JobFileFailure(place: 0, path: path, reason: .changed)) {
                try await ask(pool, job(JobFiles([.init(path, sha256: other)])))
            }
            await #expect(throws: JobFileFailure(place: 0, path: path, reason: .tooLarge(bytes: 300_000))) {
                try await ask(pool, job(JobFiles([.init(path, sha256: sha256, limit: 299_999)])))
            }
            let gone = await #expect(throws: JobFileFailure.self) {
                try await ask(pool, job(JobFiles([.init(path + "-gone")])))
            }
            guard case .unreadable(let error) = gone?.reason else {
                Issue.record("\(String(describing: gone))")
                return
            }
            #expect(error.saysMissing)
            #expect(try await ask(pool, job(JobFiles([.init(path, sha256: sha256)]))) == before)
        }
    }

    @Test("frames that differ from the plan fail the job before it is sent")
    func frames() async throws {
        let frames = try (0..<3).map { try file("\($0)", 1_000, seed: $0) }
        let sha256 = Digest.sequence(frames.map(\.sha256))
        func files(_ sha256: String, limit: Int = 3_000) -> JobFiles {
            JobFiles(frames.map { .init($0.path) }, sequence: .init(0..<3, sha256: sha256, limit: limit))
        }
        try await WorkerPool.withWorkers(count: 1, command: Self.digests) { pool in
            let answer = try await ask(pool, job(files(sha256)))
            #expect(answer.hasSuffix(frames[0].sha256))
            await #expect(throws: JobFileFailure(place: 0, path: frames[0].path, reason: .changed)) {
                try await ask(pool, job(files(Digest.sha256("another"))))
            }
            await #expect(throws: JobFileFailure(place: 1, path: frames[1].path, reason: .tooLarge(bytes: 2_000))) {
                try await ask(pool, job(files(sha256, limit: 1_999)))
            }
        }
    }

    @Test("a worker that dies while it is sent a file has died, and the next job gets another")
    func diesWhileSending() async throws {
        let (path, _) = try file("source", 8_000_000)
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                if not os.path.exists(sys.argv[1]):
                    os.mkdir(sys.argv[1])
                    send(NEED, bytes(4), job)
                    os.read(0, 100)
                    os._exit(7)
                word(job, "alive")
            """, folder.file("first"))
        try await WorkerPool.withWorkers(count: 1, command: command) { pool in
            await #expect(throws: WorkerFailure.died(.exited(status: 7), outputTail: "")) {
                try await ask(pool, job(JobFiles([.init(path)])))
            }
            let next = try await ask(pool, job(JobFiles([.init(path)])))
            #expect(next == "alive")
        }
    }

    @Test("a worker that does not read a file is stopped, and the art is not rejected")
    func stalled() async throws {
        let (path, _) = try file("source", 8_000_000)
        var command = WorkerCommand.python("for job, request in jobs(): send(NEED, bytes(4), job); time.sleep(1000)")
        command.transferLimit = .milliseconds(200)
        let stalling = command
        await #expect(throws: WorkerFailure.stalled(seconds: 0.2)) {
            try await WorkerPool.withWorkers(count: 1, command: stalling) {
                try await ask($0, job(JobFiles([.init(path)])))
            }
        }
    }

    @Test("the time that a file takes on its way is not the job's")
    func clock() async throws {
        let (path, _) = try file("source", 8_000_000)
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                send(NEED, bytes(4), job)
                time.sleep(4)
                while receive()[0] != BLOB_END: pass
                word(job, "done")
            """)
        let answer = try await WorkerPool.withWorkers(count: 1, command: command) {
            try await ask($0, job(JobFiles([.init(path)]), within: .seconds(3)))
        }
        #expect(answer == "done")
    }

    @Test("a worker that asks for files without end is stopped")
    func endless() async throws {
        let (path, _) = try file("source", 10)
        let failure = await #expect(throws: WorkerFailure.self) {
            try await WorkerPool.withWorkers(
                count: 1, command: .python("for job, request in jobs():\n    while need(job, 0) is not None: pass")
            ) { try await ask($0, job(JobFiles([.init(path)]))) }
        }
        guard case .unreadableAnswer = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    /// A worker that sends a picture and then runs the given Python code.
    private func sender(_ then: String) -> WorkerCommand {
        .python(
            """
            for job, request in jobs():
                if os.path.exists(sys.argv[1]):
                    word(job, "next")
                    continue
                os.mkdir(sys.argv[1])
                send(START, b"", job)
                file(job, 0, bytes([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]) + b"IHDR" + struct.pack(">II", 20, 10))
                \(then)
            """, folder.file("first"))
    }

    private func receive(_ pool: WorkerPool, into target: String) async throws -> [ReceivedFile] {
        try await pool.perform(job(JobFiles([])), receiving: { FilesInFolder { target } }) { _, receiver in
            try receiver.keep(receiver.files.isEmpty ? [:] : [0: "picture"])
            return receiver.files
        }
    }

    @Test("a file is stored after the answer has arrived, and its hash is computed here")
    func received() async throws {
        let target = folder.file("target")
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        let command = sender(#"send(RESULT, b"{}", job)"#)
        let files = try await WorkerPool.withWorkers(count: 1, command: command) {
            try await receive($0, into: target)
        }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: target + "/picture")))
        #expect(
            files == [
                ReceivedFile(kind: .png, sha256: Digest.sha256(bytes), bytes: bytes.count, width: 20, height: 10)
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["picture"])
    }

    @Test(
        "nothing is left of an answer that is cut off or cannot be true, and the next job is done",
        arguments: [
            "os._exit(1)", "os.kill(os.getpid(), signal.SIGSEGV)", #"file(job, 1, b"no picture")"#,
            #"send(FILE, struct.pack(">IB", 1, 1), job); send(DATA, b"x" * 1000, job); os._exit(1)"#,
            #"file(job, 1, b"\x89PNG\r\n\x1a\n" + b"x" * (1 << 20))"#, #"send(START, b"", job)"#,
            #"sys.stdout.buffer.write(frame(RESULT, b"{}", job)[:10]); sys.stdout.buffer.flush(); os._exit(1)"#,
        ])
    func cutOff(then: String) async throws {
        let target = folder.file("target")
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        try await WorkerPool.withWorkers(count: 1, command: sender(then)) { pool in
            await #expect(throws: WorkerFailure.self) { try await receive(pool, into: target) }
            let left = try FileManager.default.contentsOfDirectory(atPath: target)
            #expect(left == [])
            let next = try await receive(pool, into: target)
            #expect(next == [])
        }
    }

    @Test("a folder that cannot be written is a fault of the machine, and the next job succeeds")
    func noFolder() async throws {
        let nowhere = folder.file("nowhere")
        try await WorkerPool.withWorkers(count: 1, command: sender(#"send(RESULT, b"{}", job)"#)) { pool in
            await #expect(throws: JobError.cannotWrite(path: nowhere, errno: ENOENT)) {
                try await receive(pool, into: nowhere)
            }
            let next = try await receive(pool, into: nowhere)
            #expect(next == [])
        }
    }
}
