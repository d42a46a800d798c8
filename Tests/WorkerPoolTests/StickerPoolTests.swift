import Foundation
import JobModel
import Synchronization
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

/// Tests jobs for stickers. The workers are scripts.
@Suite("Jobs of a pool of stickers")
struct StickerPoolTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let recipe = Recipe(
        size: .small, render: RenderSettings(), encode: EncodeSettings(), backgrounds: [], limits: SourceLimits(),
        ruleLimits: [:])

    /// A worker that requests the source, and fails without it.
    private static let wanting = WorkerCommand.python(
        "for job, request in jobs(): send(FAILURE, b'{}' if need(job, 0) is None else b'[]', job)")

    private func failure(
        _ source: JobSource, folders: JobFolders = JobFolders(), command: WorkerCommand = wanting,
        attempts: StickerPool.Attempts = .several
    ) async throws -> (any Error)? {
        try await StickerPool.withWorkers(count: 1, command: command, folders: folders) { pool in
            await #expect(throws: (any Error).self) {
                try await pool.make(
                    StickerJob(name: "cat.png", recipe: Self.recipe), of: source, into: nil, attempts: attempts)
            }
        }
    }

    @Test("a source with other bytes than planned has changed")
    func changed() async throws {
        try folder.write("other", to: "cat.png")
        let source = JobSource(file: folder.file("cat.png"), sha256: Digest.sha256("cat"), limits: SourceLimits())
        guard case SourceFailure.changed? = try await failure(source) else {
            Issue.record("the changed source is treated as unchanged")
            return
        }
    }

    @Test("a source outside of the drop folder, and a missing one, are unreadable", arguments: ["cat.png", "none.png"])
    func unreadable(name: String) async throws {
        try folder.write("cat", to: "cat.png")
        try folder.write("dog", to: "drop/dog.png")
        let source = JobSource(file: folder.file(name), sha256: nil, limits: SourceLimits())
        guard case SourceFailure.unreadable? = try await failure(source, folders: JobFolders(drop: folder.file("drop")))
        else {
            Issue.record("the source outside of the drop folder or the missing source was read")
            return
        }
    }

    @Test("a source beyond the limit is rejected with the rule's sentence")
    func tooLarge() async throws {
        try folder.write("12345678901", to: "cat.png")
        var limits = SourceLimits()
        limits.fileBytes = 10
        let source = JobSource(file: folder.file("cat.png"), sha256: nil, limits: limits)
        guard case SourceFailure.tooLarge(let finding)? = try await failure(source) else {
            Issue.record("the source above the size limit was read")
            return
        }
        #expect(finding.message.contains("11"))
    }

    @Test(
        "a job whose worker dies is tried once, or as often as excludes an accident",
        arguments: [(StickerPool.Attempts.one, 1), (.several, 2)])
    func attempts(attempts: StickerPool.Attempts, count: Int) async throws {
        try folder.write("cat", to: "cat.png")
        let source = JobSource(file: folder.file("cat.png"), sha256: nil, limits: SourceLimits())
        let dying = WorkerCommand.python(
            """
            for job, request in jobs():
                with open(sys.argv[1], "a") as file: file.write("x")
                os._exit(1)
            """, folder.file("begun"))
        let error = try await failure(source, command: dying, attempts: attempts)
        #expect(error is WorkerFailure)
        #expect(folder.text("begun") == String(repeating: "x", count: count))
    }

    @Test("frames have names in their folder, and the folder's name is that of the source")
    func frames() {
        let frames = JobSource(
            frames: ["/drop/cats/Walk.frames/1.png", "/drop/cats/Walk.frames/2.png"], sha256: "",
            limits: SourceLimits())
        #expect(frames.frameNames == ["1.png", "2.png"] && frames.name == "Walk.frames")
        let file = JobSource(file: "/drop/cats/Cat.png", sha256: nil, limits: SourceLimits())
        #expect(file.frameNames == [] && file.name == "Cat.png")
    }
}

/// Tests the stored identity of the renderer. The worker answers with a description, and counts its jobs.
@Suite("The renderer's identity")
struct RendererIdentificationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("fonts", to: "fonts.conf")
    }

    private func identification(fonts: [String] = ["Inter 3.190"], pipeline: Int = StickerdVersion.pipeline) throws
        -> RendererIdentification
    {
        let description = RendererDescription(
            identity: RenderIdentity(pipeline: pipeline, libraries: ["vips": "8.18"], fonts: fonts.joined()),
            files: [folder.file("fonts.conf")], build: "", fonts: fonts)
        let answer = try JSONEncoder().encode(WorkerResponse.description(description))
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                with open(sys.argv[1], "a") as file: file.write("x")
                answer(job, json.loads(sys.argv[2]))
            """, folder.file("asked"), String(decoding: answer, as: UTF8.self))
        return RendererIdentification(command: command, stateFolder: folder.file("state"))
    }

    private func prepare() throws {
        try FileManager.default.createDirectory(atPath: folder.file("state"), withIntermediateDirectories: true)
    }

    @Test("it is asked for once, and again after a file on which it depends has changed")
    func remembered() async throws {
        try prepare()
        let identification = try identification()
        let first = try await identification.identity()
        #expect(first.libraries == ["vips": "8.18"])
        #expect(try await identification.identity() == first)
        #expect(folder.text("asked") == "x")
        try folder.write("other fonts", to: "fonts.conf")
        #expect(try await identification.identity() == first)
        #expect(folder.text("asked") == "xx")
    }

    @Test("a stored answer that cannot be read is asked for again")
    func damaged() async throws {
        try prepare()
        let identification = try identification()
        _ = try await identification.identity()
        try folder.write("{", to: "state/\(RendererIdentification.fileName)")
        _ = try await identification.identity()
        #expect(folder.text("asked") == "xx")
    }

    @Test("fonts that have changed since the last answer are reported once")
    func fonts() async throws {
        try prepare()
        let notices = Mutex<[String]>([])
        _ = try await identification().identity { text in notices.withLock { $0.append(text) } }
        #expect(notices.withLock { $0 } == [])
        try folder.write("other fonts", to: "fonts.conf")
        for _ in 0..<2 {
            _ = try await identification(fonts: ["Inter 4.001"]).identity { text in notices.withLock { $0.append(text) }
            }
        }
        #expect(notices.withLock { $0.count } == 1)
        #expect(notices.withLock { $0.first }?.contains("Inter 4.001") == true)
    }

    @Test("a render program of another version of stickerd is refused, and its answer is not stored")
    func otherVersion() async throws {
        try prepare()
        let identification = try identification(pipeline: StickerdVersion.pipeline + 1)
        let error = await #expect(throws: (any Error).self) { try await identification.identity() }
        #expect("\(error.map { "\($0)" } ?? "")".contains("another version of stickerd"))
        #expect(!folder.has("state/\(RendererIdentification.fileName)"))
    }
}
