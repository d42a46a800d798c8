import Foundation
import Glibc
import JobModel
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

/// Agents of the real render program whose machine has too little of something for a job: the job is done here, and the art
/// is not to blame.
@Suite struct AgentLimitTests {
    private static func recipe(seconds: Int) -> Recipe {
        Recipe(
            size: .small, render: RenderSettings(), encode: EncodeSettings(effort: .max), backgrounds: [],
            limits: SourceLimits(seconds: seconds), ruleLimits: [:])
    }

    @Test("a job that takes too long on another machine is done here, and makes the same")
    func time() async throws {
        let folder = try TemporaryFolder()
        let names = (0..<4).map { "Disc \($0).svg" }
        for (number, name) in names.enumerated() { try folder.write(Art.disc(number), to: name) }
        var pool = NodePool(name: "farm", launch: [CLIFixture.renderer, "--slots", "1"], slots: 1)
        (pool.least, pool.startSeconds) = (1, 0)
        var settings = NodeSettings(pools: [pool])
        // No job is done in so short a time.
        (settings.time.factor, settings.time.allowance) = (0, .milliseconds(1))
        let recipe = AgentLimitTests.recipe(seconds: 900)
        let job: @Sendable (StickerPool, String) async throws -> StickerResult = { pool, name in
            try await pool.make(
                StickerJob(name: name, recipe: recipe),
                of: JobSource(file: folder.file(name), sha256: nil, limits: recipe.limits), into: nil)
        }
        let command = WorkerCommand(
            executable: CLIFixture.renderer,
            arguments: ["--protocol-version", String(RendererVersion.currentProtocol)], version: .current)
        func results(_ nodes: NodeSettings?) async throws -> [StickerResult] {
            try await StickerPool.withWorkers(count: 1, command: command, nodes: nodes) { pool in
                if nodes != nil {
                    try await eventually("the agent is up") { pool.nodes?.nodes.first?.phase == .up }
                }
                return try await withThrowingTaskGroup(of: (String, StickerResult).self) { group in
                    for name in names { group.addTask { (name, try await job(pool, name)) } }
                    return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }
                        .map(\.value)
                }
            }
        }
        let alone = try await results(nil)
        let together = try await results(settings)
        #expect(alone.allSatisfy { $0.output != nil })
        #expect(together == alone)
        let agent = try #require(settings.board.nodes.first)
        #expect(agent.jobs == 0 && agent.losses > 0)
        #expect(agent.lastError?.contains("it took too long") == true, "\(agent.lastError ?? "")")
    }

    /// A library of drawings.
    ///
    /// - Parameter launch: gives the command that starts an agent; none for a build of this machine alone.
    private func library(launch: (CLIFixture) -> [String] = { _ in [] }) throws -> CLIFixture {
        let cli = try CLIFixture(startsPrograms: true)
        let launch = launch(cli)
        var settings = Settings()
        settings.effort = "max"
        var json = settings.json
        if !launch.isEmpty {
            let words = launch.map { "\"\($0)\"" }.joined(separator: ", ")
            let pool = "{ \"name\": \"farm\", \"launch\": [\(words)], \"slots\": 1, \"min\": 1, \"startSeconds\": 0 }"
            json = json.replacing("\"size\"", with: "\"workers\": { \"pools\": [\(pool)] }, \"size\"")
        }
        try cli.put(json, at: "pipeline.json")
        for number in 0..<6 { try cli.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        return cli
    }

    @Test("a machine that lets a process have less memory than a job may take gets no jobs, and why is said")
    func tooLittleMemory() async throws {
        let alone = try library()
        try #require(try await alone.build().status == 0)
        // Enough for the test pictures, of which some would be drawn without their blur.
        let cli = try library(
            launch: { _ in ["prlimit", "--data=80000000:80000000", CLIFixture.renderer, "--slots", "1"] })
        let doctor = try await cli.run("doctor", "--workers")
        #expect(doctor.output.contains("✗ pool farm: "), "\(doctor.output)")
        #expect(doctor.output.contains("A process may have 76 MB of memory here"), "\(doctor.output)")
        #expect(try await cli.build().status == 0)
        #expect(OutTree.differences(try cli.out.contents, try alone.out.contents).isEmpty)
    }

    @Test("jobs whose processes the kernel kills on another machine, as for lack of memory, are done here")
    func killed() async throws {
        let alone = try library()
        try #require(try await alone.build().status == 0)
        let cli = try library(launch: { ["python3", $0.file("relay.py"), CLIFixture.renderer, $0.file("killed")] })
        try cli.put(
            FakeRenderer.library + "\n" + #"""
                import threading
                real = subprocess.Popen([sys.argv[1], "--slots", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                mine = set()
                def upwards():
                    while True:
                        kind, job, payload = receive(real.stdout)
                        if kind is None: os._exit(0)
                        if kind == START and job in mine:
                            for child in open(f"/proc/{real.pid}/task/{real.pid}/children").read().split():
                                os.kill(int(child), signal.SIGKILL)
                            open(sys.argv[2], "a").write("killed\n")
                        send(kind, payload, job)
                threading.Thread(target=upwards, daemon=True).start()
                while True:
                    kind, job, payload = receive()
                    if kind is None: break
                    if kind == JOB and b'"name":"cats/' in payload: mine.add(job)
                    real.stdin.write(frame(kind, payload, job))
                    real.stdin.flush()
                real.stdin.close()
                real.wait()
                """#, at: "relay.py")
        #expect(try await cli.run("doctor", "--workers").output.contains("✓ pool farm: "))
        let build = try cli.start(["build"])
        try await eventually("no process was killed", within: 120) {
            // However fast this machine is, there is something to do for the agent.
            let workers = WorkerProcesses.renderers(of: build.pid)
            for worker in workers { kill(worker, SIGSTOP) }
            defer { for worker in workers { kill(worker, SIGCONT) } }
            for _ in 0..<20 where !cli.has("killed") { try await Task.sleep(for: .milliseconds(20)) }
            return cli.has("killed")
        }
        let ending = try await build.ending()
        #expect(ending.status == 0, "\(ending.complaint)")
        #expect(try cli.catalog().rejected.isEmpty)
        #expect(OutTree.differences(try cli.out.contents, try alone.out.contents).isEmpty)
        #expect(ending.complaint.contains(/Pool farm: .* done elsewhere/), "\(ending.complaint)")
        // Nothing is remembered of it.
        #expect(try await cli.build().total("rendered") == 0)
    }
}
