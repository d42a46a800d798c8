import BuildEngine
import EngineSupport
import Foundation
import JobModel
import StickerManifest
import StickerRendering
import TestSupport
import Testing
import WorkerPool

/// Tests that the versions of a worker's libraries are requested only once, and stored until a program or a library
/// changes.
@Suite struct RenderIdentityTests {
    /// A script that starts stickerd's worker, and counts how often it is started.
    private struct CountedWorker {
        let command: WorkerCommand
        private let cli: CLIFixture

        /// - Parameter change: Python code that may change `frames`, which is the answer to `request`.
        init(in cli: CLIFixture, change: String = "pass") throws {
            self.cli = cli
            let script = """
                \(FakeRenderer.relay)
                open('\(cli.file("starts"))', "a").write("1")
                def change(request, frames):
                    \(change)
                relay(change)
                """
            try InstalledProgram.write("#!/usr/bin/python3\n" + script, to: cli.file("worker.sh"))
            command = WorkerCommand(executable: cli.file("worker.sh"), arguments: [CLIFixture.renderer])
        }

        var starts: Int { (try? cli.read("starts").count) ?? 0 }

        func build() async throws -> BuildSummary {
            let run = BuildRun(configuration: try cli.configuration(), command: command, observer: { _ in })
            return try await ConcurrencyLimit.runs.withPermit { try await run.run() }
        }
    }

    private static let memory = ".out.stickerd/render-identity.json"

    private func built() async throws -> (cli: CLIFixture, worker: CountedWorker) {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        let worker = try CountedWorker(in: cli)
        #expect(try await worker.build().rendered == 1)
        return (cli, worker)
    }

    @Test("a worker has the same libraries as the process that tests them")
    func same() async throws {
        let (cli, _) = try await built()
        let memory = try JSONSerialization.jsonObject(with: try cli.read(Self.memory)) as? [String: Any]
        let identity = try #require(memory?["identity"] as? [String: Any])
        var libraries = try #require(identity["libraries"] as? [String: String])
        // resvg is a program and not a library. Only workers start it.
        libraries["resvg"] = nil
        #expect(libraries == RenderIdentity.loadedLibraries)
        #expect(identity["pipeline"] as? Int == StickerdVersion.pipeline)
    }

    @Test("a build with nothing to do starts no worker")
    func remembered() async throws {
        let (_, worker) = try await built()
        let starts = worker.starts
        #expect(try await worker.build().rendered == 0)
        #expect(worker.starts == starts)
    }

    @Test("a program that changed is asked again, and nothing is rendered again when its answer is the same")
    func changedProgram() async throws {
        let (cli, worker) = try await built()
        let starts = worker.starts
        try InstalledProgram.write(try cli.text("worker.sh") + "\n# changed", to: cli.file("worker.sh"))
        #expect(try await worker.build().rendered == 0)
        #expect(worker.starts == starts + 1)
        #expect(try await worker.build().rendered == 0)
        #expect(worker.starts == starts + 1)
    }

    @Test("where nothing is remembered, or it is damaged, a worker is asked and nothing is rendered again")
    func forgotten() async throws {
        let (cli, worker) = try await built()
        let starts = worker.starts
        try cli.remove(Self.memory)
        #expect(try await worker.build().rendered == 0)
        try cli.put("{ torn", at: Self.memory)
        #expect(try await worker.build().rendered == 0)
        #expect(worker.starts == starts + 2)
    }

    @Test("with another version of a library everything is rendered again")
    func otherLibrary() async throws {
        let (cli, worker) = try await built()
        let known = try #require(RenderIdentity.loadedLibraries["libvips"])
        let memory = try cli.text(Self.memory).replacing(#""libvips":"\#(known)""#, with: #""libvips":"1.2.3""#)
        try cli.put(memory, at: Self.memory)
        #expect(try await worker.build().rendered == 1)
    }

    @Test("a missing render program ends the build, which names it and the fix")
    func missing() async throws {
        let (cli, worker) = try await built()
        try cli.remove("worker.sh")
        let error = await #expect(throws: EngineError.self) { try await worker.build() }
        let sentence = try #require(error).description
        #expect(sentence.contains(cli.file("worker.sh")) && sentence.contains("Install stickerd again"))
        #expect(error?.exitStatus == 3)
    }

    @Test("a render program of another version is not used, with an error")
    func otherVersion() async throws {
        let (cli, _) = try await built()
        let pipeline = "\"pipeline\":\(StickerdVersion.pipeline)"
        let worker = try CountedWorker(
            in: cli, change: "frames[-1][1] = frames[-1][1].replace(b'\(pipeline)', b'\"pipeline\":1')")
        let error = await #expect(throws: EngineError.self) { try await worker.build() }
        #expect(try #require(error).description.contains("another version of stickerd"))
    }
}
