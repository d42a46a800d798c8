import BuildEngine
import Foundation
import JobModel
import RenderProtocol
import StickerConfiguration
import TestSupport
import Testing
import WorkerProtocol

/// `stickerd-render --once`: a job as a plain command.
@Suite struct OneShotTests {
    /// What was written to standard output.
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

    /// The job of a sticker, with its files, as frames.
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

    /// A sticker that a build has published, and its job.
    private func published(
        _ settings: Settings = Settings()
    ) async throws -> (cli: CLIFixture, job: StickerJob, source: [UInt8]) {
        let cli = try CLIFixture(settings, startsPrograms: true)
        let source = Art.png()
        try cli.drop(source, as: "cats/One.png")
        try #require(try await cli.build().status == 0)
        let configuration = try cli.configuration()
        let recipe = Recipe(
            size: configuration.size, render: configuration.render, encode: configuration.encode,
            backgrounds: try configuration.resolvedBackgrounds(), limits: configuration.limits,
            ruleLimits: configuration.ruleLimits, animation: configuration.animation)
        return (cli, StickerJob(name: "cats/One.png", recipe: recipe), source)
    }

    @Test("one job gives the files that a build publishes, to the byte")
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
        "the environment of whoever starts it changes nothing",
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

    @Test("a job without its source ends with status 1, and input that is no job, or not all of one, with 65")
    func failures() async throws {
        let (cli, job, source) = try await published()
        let cut = try request(job, [source])
        let size = try Frame(.data, job: 1, payload: Array(source.prefix(1000))).encoded().count
        let blob = try Frame.blob(size: source.count, job: 1).encoded().count
        let head = try request(job, []).count
        // Behind the source's header, and behind a piece of it.
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
}
