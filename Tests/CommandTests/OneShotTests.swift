import BuildEngine
import Foundation
import JobModel
import RenderProtocol
import StickerConfiguration
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

/// Tests `stickerd-render --once`, which runs a single job as a command.
@Suite struct OneShotTests {
    /// The frames that the worker writes to standard output.
    private struct Answer {
        var kinds: [FrameKind] = []
        var files: [[UInt8]] = []
        var result: [UInt8] = []

        init(_ output: Data) throws {
            var decoder = FrameDecoder()
            try [UInt8](output).withUnsafeBytes { bytes in
                try decoder.append(bytes) { event in
                    switch event {
                    case .data(_, let piece): files[files.count - 1] += piece
                    case .frame(let frame):
                        kinds.append(frame.kind)
                        if frame.kind == .file { files.append([]) }
                        if frame.kind == .result { result = frame.payload }
                    }
                }
            }
            try decoder.end()
        }
    }

    /// Encodes a sticker's job and its files as protocol frames.
    private func request(_ job: StickerJob, _ files: [[UInt8]]) throws -> Data {
        let json = [UInt8](try JSONEncoder().encode(WorkerRequest.sticker(job)))
        var bytes = try Frame(.job, job: 1, payload: json).encoded()
        for file in files {
            bytes += try Frame.blob(size: file.count, job: 1).encoded()
            for start in stride(from: 0, to: file.count, by: 1000) {
                bytes += try Frame(.data, job: 1, payload: Array(file[start..<min(start + 1000, file.count)])).encoded()
            }
            bytes += try Frame(.blobEnd, job: 1).encoded()
        }
        return Data(bytes)
    }

    private func run(
        _ request: Data, in cli: CLIFixture, environment: String = ""
    ) async throws -> (status: Int32, output: Data) {
        try request.write(to: URL(filePath: cli.file("request")))
        let script = "exec env \(environment) '\(CLIFixture.renderer)' --once < request > answer"
        let ending = try await Command(["/bin/sh", "-c", script], in: cli.path).ending()
        return (ending.status, try cli.read("answer"))
    }

    /// A sticker that a build has published, with its job and its source.
    private func published(
        _ settings: Settings = Settings()
    ) async throws -> (cli: CLIFixture, job: StickerJob, source: [UInt8]) {
        let cli = try CLIFixture(settings, startsPrograms: true)
        let source = Art.png()
        try cli.drop(source, as: "cats/One.png")
        try #require(try await cli.build().status == 0)
        let configuration = try cli.configuration()
        let recipe = Recipe(
            size: configuration.recipe.size, render: configuration.recipe.render, encode: configuration.recipe.encode,
            backgrounds: try configuration.resolvedBackgrounds(), limits: configuration.recipe.limits,
            ruleLimits: configuration.rules.limits, animation: configuration.recipe.animation)
        return (cli, StickerJob(name: "cats/One.png", recipe: recipe), source)
    }

    @Test("one job gives the same files as a build, to the byte")
    func sameBytes() async throws {
        let (cli, job, source) = try await published()
        let (status, output) = try await run(try request(job, [source]), in: cli)
        let answer = try Answer(output)
        #expect(status == 0)
        #expect(answer.kinds.first == .hello && answer.kinds.last == .result && !answer.kinds.contains(.need))
        let sticker = try #require(try cli.sticker("cats", "one"))
        let made = Set(answer.files.map { Digest.sha256($0) })
        #expect(made == Set(sticker.renditions.map(\.sha256) + sticker.previews.map(\.sha256)))
    }

    @Test(
        "the caller's environment changes nothing",
        arguments: [
            "-i", "-u VIPS_NOVECTOR OMP_NUM_THREADS=7 VIPS_CONCURRENCY=9 LC_ALL=tr_TR.UTF-8 HOME=/ TZ=Asia/Kolkata",
            "GLIBC_TUNABLES=glibc.malloc.hugetlb=0 XDG_CONFIG_HOME=/tmp FONTCONFIG_PATH=/nonexistent",
        ])
    func environment(other: String) async throws {
        let (cli, job, source) = try await published()
        let plain = try await run(try request(job, [source]), in: cli)
        let changed = try await run(try request(job, [source]), in: cli, environment: other)
        #expect(plain.status == 0 && changed.status == 0)
        #expect(try Answer(plain.output).files == Answer(changed.output).files)
    }

    @Test("a job without its source ends with status 1, and invalid or incomplete input with 65")
    func failures() async throws {
        let (cli, job, source) = try await published()
        let cut = try request(job, [source])
        let size = try Frame(.data, job: 1, payload: Array(source.prefix(1000))).encoded().count
        let blob = try Frame.blob(size: source.count, job: 1).encoded().count
        let head = try request(job, []).count
        // The input ends after the header of the source, or after a piece of the source.
        for end in [head + blob, head + blob + size] {
            let ending = try await run(cut.prefix(end), in: cli)
            #expect(ending.status == WorkerExitStatus.misunderstood)
            #expect(try Answer(ending.output).kinds == [.hello])
        }
        let without = try await run(try request(job, []), in: cli)
        #expect(without.status == 1)
        #expect(try Answer(without.output).kinds == [.hello, .start, .failure])
        for input in ["", "hello", String(repeating: "x", count: 100)] {
            #expect(try await run(Data(input.utf8), in: cli).status == WorkerExitStatus.misunderstood)
        }
    }

    // MARK: A job in files

    /// Writes a job and its files into the folder `request`.
    private func put(_ job: StickerJob, _ files: [[UInt8]], in cli: CLIFixture) throws {
        try FileManager.default.createDirectory(atPath: cli.file("request"), withIntermediateDirectories: true)
        let json = try JSONEncoder().encode(WorkerRequest.sticker(job))
        try json.write(to: URL(filePath: cli.file("request/job")))
        for (number, file) in files.enumerated() {
            try Data(file).write(to: URL(filePath: cli.file("request/\(number)")))
        }
    }

    private func runFiles(_ options: String..., in cli: CLIFixture) async throws -> Command.Ending {
        try await Command([CLIFixture.renderer, "--once", "request", "answer"] + options, in: cli.path).ending()
    }

    @Test("a job in a folder gives the same bytes as through pipes, without its source's name")
    func folder() async throws {
        let (cli, job, source) = try await published()
        let piped = try await run(try request(job, [source]), in: cli)
        var nameless = job
        nameless.name = ""
        try FileManager.default.removeItem(atPath: cli.file("request"))
        try put(nameless, [source], in: cli)
        let ending = try await runFiles(in: cli)
        #expect(ending.status == 0 && ending.output.isEmpty, "\(ending.complaint)")
        #expect(try cli.read("answer") == piped.output)
        #expect(try FileManager.default.contentsOfDirectory(atPath: cli.path).filter { $0.hasSuffix(".part") }.isEmpty)
    }

    @Test("rejected art has an answer and status 1; a damaged request has none and status 65")
    func failedFolders() async throws {
        let (cli, job, _) = try await published()
        try put(job, [Array("no picture".utf8)], in: cli)
        #expect(try await runFiles(in: cli).status == 1)
        #expect(try Answer(try cli.read("answer")).kinds == [.hello, .start, .result])
        try FileManager.default.removeItem(atPath: cli.file("answer"))
        try Data("{}".utf8).write(to: URL(filePath: cli.file("request/job")))
        #expect(try await runFiles(in: cli).status == WorkerExitStatus.misunderstood)
        try FileManager.default.removeItem(atPath: cli.file("request/job"))
        let missing = try await runFiles(in: cli)
        #expect(
            missing.status == WorkerExitStatus.misunderstood && missing.complaint.contains("request/job is missing"))
        #expect(!cli.has("answer"))
    }

    @Test("another identity is refused before anything is rendered, and the own one is accepted")
    func identity() async throws {
        let (cli, job, source) = try await published()
        try put(job, [source], in: cli)
        let other = try await runFiles("--identity", String(repeating: "0", count: 64), in: cli)
        #expect(other.status == WorkerExitStatus.unready)
        #expect(other.complaint.contains("This renderer differs from the one that sent the job"), "\(other.complaint)")
        #expect(!cli.has("answer"))
        let command = WorkerCommand(executable: CLIFixture.renderer)
        let own = try await RendererIdentification(command: command, stateFolder: cli.path).identity()
        let same = try await runFiles("--identity", own.digest(), in: cli)
        #expect(same.status == 0, "\(same.complaint)")
    }

    @Test("a renderer that is killed leaves no answer")
    func killed() async throws {
        let (cli, job, _) = try await published()
        try put(job, [Array(Art.endless.utf8)], in: cli)
        let command = try Command([CLIFixture.renderer, "--once", "request", "answer"], in: cli.path)
        try await eventually("the answer does not begin") {
            try FileManager.default.contentsOfDirectory(atPath: cli.path).contains { $0.hasSuffix(".part") }
        }
        #expect(try await command.end(by: SIGKILL).status == 128 + SIGKILL)
        #expect(!cli.has("answer"))
    }
}
