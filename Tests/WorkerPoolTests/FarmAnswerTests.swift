import Foundation
import JobModel
import RenderProtocol
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

/// Tests the answers of the farm, which are files.
@Suite("An answer in a file")
struct FarmAnswerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func hello(_ version: RendererVersion = .current) throws -> [UInt8] {
        try Frame(.hello, payload: [UInt8](try JSONEncoder().encode(version))).encoded()
    }

    private func frames(_ frames: Frame...) throws -> [UInt8] { try frames.flatMap { try $0.encoded() } }

    private func read(_ bytes: [UInt8], files: Int = 0) throws -> WorkerAnswer {
        try folder.write(bytes, to: "answer")
        let limits = AnswerSequence.Limits(files: files, bytes: 100, blobs: 1)
        return try FarmAnswer.read(folder.file("answer"), limits: limits, into: CountedFiles())
    }

    private func reason(_ bytes: [UInt8], files: Int = 0) -> String {
        do {
            _ = try read(bytes, files: files)
            return ""
        } catch {
            return (error as? RejectedAnswer)?.reason ?? "\(error)"
        }
    }

    private func whole() throws -> [UInt8] {
        try hello() + frames(Frame(.start, job: 1), Frame(.result, job: 1, payload: Array("{}".utf8)))
    }

    @Test("a result is read, and so is a failure")
    func read() throws {
        guard case .result(let json) = try read(try whole()) else {
            Issue.record("the answer is not a result")
            return
        }
        #expect(json == Array("{}".utf8))
        let failure = try hello() + frames(Frame(.failure, job: 1, payload: Array("{}".utf8)))
        guard case .failure = try read(failure) else {
            Issue.record("the answer is not a failure")
            return
        }
    }

    @Test("one that is cut off at any byte is rejected")
    func cut() throws {
        let whole = try whole()
        for count in whole.indices {
            #expect(throws: RejectedAnswer.self, "\(count) bytes") { try read(Array(whole[..<count])) }
        }
    }

    @Test(
        "one of another pipeline or protocol is rejected, and one of another version with the same is read",
        arguments: [(0, 0, true), (1, 0, false), (0, 1, false), (-1, 0, false)])
    func versions(pipeline: Int, protocolVersion: Int, isRead: Bool) throws {
        let current = RendererVersion.current
        let version = RendererVersion(
            number: "0.0.1", pipeline: current.pipeline + pipeline,
            protocolVersion: current.protocolVersion + protocolVersion)
        let rest = try frames(Frame(.start, job: 1), Frame(.result, job: 1, payload: Array("{}".utf8)))
        let reason = reason(try hello(version) + rest)
        #expect(isRead ? reason == "" : reason.hasPrefix("it comes from stickerd-render 0.0.1"))
    }

    @Test("one that asks for a file is rejected, because nothing can be sent to it")
    func asks() throws {
        let need = Frame(.need, job: 1, payload: [0, 0, 0, 0])
        #expect(reason(try hello() + frames(need)) == "it asks for a file")
    }

    @Test("a file of no known kind, and more files than were ordered, are rejected")
    func files() throws {
        let start = try hello() + frames(Frame(.start, job: 1))
        let unknown = try frames(.file(0, kind: 99, job: 1))
        #expect(reason(start + unknown, files: 1) == "a file has an unknown kind")
        #expect(reason(start + (try frames(.file(0, kind: FileKind.png.rawValue, job: 1))), files: 0) != "")
    }

    @Test("a missing file, and a link in its place, are rejected with the system's reason")
    func noFile() throws {
        try folder.write(try whole(), to: "elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("elsewhere"))
        let limits = AnswerSequence.Limits(files: 0, bytes: 0, blobs: 0)
        for name in ["missing", "link"] {
            let error = #expect(throws: RejectedAnswer.self) {
                try FarmAnswer.read(folder.file(name), limits: limits, into: NoFiles())
            }
            #expect(error?.reason.hasPrefix("its file cannot be read: ") == true)
        }
    }
}
