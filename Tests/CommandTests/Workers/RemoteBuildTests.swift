import ControlSocket
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Builds with agents of the real render program, which a script may stand before.
@Suite struct RemoteBuildTests {
    private static let stickers = 10

    /// Passes frames on between stickerd and an agent. `down(kind, job, payload)` and `up(kind, job, payload)` give what is
    /// passed on in place of a frame's payload; a job of the library is noted in the file that the first argument names.
    private static let relay =
        FakeRenderer.library + "\n" + #"""
            import threading
            def relay(down=lambda kind, job, payload: payload, up=lambda kind, job, payload: payload):
                real = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                def upwards():
                    while True:
                        kind, job, payload = receive(real.stdout)
                        if kind is None: os._exit(0)
                        send(kind, up(kind, job, payload), job)
                threading.Thread(target=upwards, daemon=True).start()
                while True:
                    kind, job, payload = receive()
                    if kind is None: break
                    if kind == JOB and b'"name":"cats/' in payload: open(sys.argv[1], "a").write("job\n")
                    real.stdin.write(frame(kind, down(kind, job, payload), job))
                    real.stdin.flush()
                real.stdin.close()
                real.wait()
            """#

    /// A library that takes long enough for an agent to take part.
    private func fixture(relay script: String? = nil, workers: String = "", more: String = "") throws -> CLIFixture {
        let cli = try CLIFixture(startsPrograms: true)
        var settings = Settings()
        settings.effort = "max"
        var json = settings.json
        if let script {
            try cli.put(RemoteBuildTests.relay + "\n" + script, at: "relay.py")
            let launch = ["python3", cli.file("relay.py"), cli.file("jobs"), CLIFixture.renderer, "--slots", "2"]
            let words = launch.map { "\"\($0)\"" }.joined(separator: ", ")
            let pool = "{ \"name\": \"farm\", \"launch\": [\(words)], \"slots\": 2, \"min\": 1 }"
            json = json.replacing("\"size\"", with: "\"workers\": { \(more)\"pools\": [\(pool)] }, \"size\"")
        } else if !workers.isEmpty {
            json = json.replacing("\"size\"", with: "\"workers\": \(workers), \"size\"")
        }
        try cli.put(json, at: "pipeline.json")
        for number in 0..<RemoteBuildTests.stickers { try cli.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        return cli
    }

    /// What a build of this machine alone publishes.
    private func expected() async throws -> [String: OutTree.Content] {
        let cli = try fixture()
        try #require(try await cli.build().status == 0)
        return try cli.out.contents
    }

    @Test("an agent renders a part of a build, and what is published is the same to the byte")
    func same() async throws {
        let expected = try await expected()
        let cli = try fixture(relay: "relay()")
        let doctor = try await cli.run("doctor", "--workers")
        #expect(doctor.output.contains("✓ pool farm: "), "\(doctor.output)")
        #expect(doctor.output.contains(/renders [0-9.]+ of them in a second/), "\(doctor.output)")
        #expect(cli.has(".out.stickerd/render-nodes.json"))
        #expect(try await cli.build().status == 0)
        #expect(try cli.text("jobs").split(separator: "\n").count > 0)
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test(
        "doctor says of a pool that cannot be used what is wrong, and what to do",
        arguments: [
            (["sh", "-c", "echo Welcome to node 7; exec cat"], "beginning with “W”", true),
            (["sh", "-c", "echo No route to host >&2; exit 255"], "Its command wrote: No route to host", true),
            (["/nonexistent/ssh"], "/nonexistent/ssh cannot be started", true),
            ([CLIFixture.renderer], "start it with --slots", false),
            ([CLIFixture.renderer, "--slots", "2", "--unconfined"], "Set workers.requireSandbox to false", false),
        ])
    func examines(launch: [String], complaint: String, isToBeTried: Bool) async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let words = launch.map { "\"\($0)\"" }.joined(separator: ", ")
        try cli.put(
            "{ \"workers\": { \"pools\": [{ \"name\": \"farm\", \"launch\": [\(words)], \"slots\": 2 }] } }",
            at: "pipeline.json")
        let doctor = try await cli.run("doctor", "--workers")
        #expect(doctor.status == 3)
        #expect(doctor.output.contains("✗ pool farm: ") && doctor.output.contains(complaint), "\(doctor.output)")
        #expect(doctor.output.contains("→ by hand, as this user: ") == isToBeTried, "\(doctor.output)")
        #expect(!doctor.output.contains("the next attempt"), "\(doctor.output)")
    }

    @Test("an agent whose machine computes differently is found by the test pictures, and gets no jobs")
    func otherProcessor() async throws {
        let expected = try await expected()
        let cli = try fixture(
            relay: """
                def up(kind, job, payload):
                    if kind != DATA or len(payload) < 100: return payload
                    return payload[:-20] + bytes([payload[-20] ^ 1]) + payload[-19:]
                relay(up=up)
                """)
        let doctor = try await cli.run("doctor", "--workers")
        #expect(doctor.status == 3)
        #expect(doctor.output.contains("✗ pool farm: "), "\(doctor.output)")
        #expect(doctor.output.contains("makes other bytes than this machine"), "\(doctor.output)")
        #expect(try await cli.build().status == 0)
        #expect(!cli.has("jobs"))
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test(
        "an agent that is killed, stopped or cut off in the middle of a build loses nothing",
        arguments: [
            "os._exit(1)", "os.kill(real_pid(), signal.SIGKILL)", "payload = payload[:1]",
        ])
    func lost(fault: String) async throws {
        let expected = try await expected()
        let cli = try fixture(
            relay: """
                def real_pid(): return int(open(f"/proc/self/task/{os.getpid()}/children").read().split()[0])
                mine = set()
                def down(kind, job, payload):
                    if kind == JOB and b'"name":"cats/' in payload: mine.add(job)
                    return payload
                def up(kind, job, payload):
                    if kind == RESULT and job in mine:
                        \(fault)
                    return payload
                relay(down, up)
                """)
        #expect(try await cli.run("doctor", "--workers").status == 0)
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test(
        "an agent that sends damaged pictures gets no more jobs, and nothing of them is published",
        arguments: ["payload[:len(payload) // 2]", "payload[:60] + os.urandom(len(payload) - 72) + payload[-12:]"])
    func damages(change: String) async throws {
        let expected = try await expected()
        let cli = try fixture(
            relay: """
                mine = set()
                def down(kind, job, payload):
                    if kind == JOB and b'"name":"cats/' in payload: mine.add(job)
                    return payload
                def up(kind, job, payload):
                    return \(change) if kind == DATA and job in mine and len(payload) > 100 else payload
                relay(down, up)
                """)
        #expect(try await cli.run("doctor", "--workers").status == 0)
        let build = try await cli.run("build")
        #expect(build.status == 0)
        let text = (build.output + build.complaint).split { $0.isWhitespace }.joined(separator: " ")
        #expect(text.contains("its answer was rejected: a picture is damaged"), "\(text)")
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test("an agent that rejects art is not believed")
    func rejects() async throws {
        let expected = try await expected()
        let cli = try fixture(
            relay: """
                mine = set()
                def down(kind, job, payload):
                    if kind == JOB and b'"name":"cats/' in payload: mine.add(job)
                    return payload
                def up(kind, job, payload):
                    if kind != RESULT or job not in mine: return payload
                    return json.dumps({"sticker": {"_0": {"findings": []}}}).encode()
                relay(down, up)
                """)
        #expect(try await cli.run("doctor", "--workers").status == 0)
        #expect(try await cli.build().status == 0)
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test("an agent that lies about what nobody looks at is found out by what is rendered here too, and is named")
    func lies() async throws {
        let expected = try await expected()
        let cli = try fixture(
            relay: """
                mine = set()
                def down(kind, job, payload):
                    if kind == JOB and b'"name":"cats/' in payload: mine.add(job)
                    return payload
                def up(kind, job, payload):
                    if kind != DATA or job not in mine: return payload
                    # Another colour in a palette, with a checksum that is right: the picture is intact.
                    start = payload.find(b"PLTE")
                    if start < 0: return payload
                    end = start + 4 + int.from_bytes(payload[start - 4:start], "big")
                    chunk = payload[start:start + 4] + bytes([payload[start + 4] ^ 1]) + payload[start + 5:end]
                    import zlib
                    return payload[:start] + chunk + zlib.crc32(chunk).to_bytes(4, "big") + payload[end + 4:]
                relay(down, up)
                """, more: "\"verifyShare\": 1, ")
        #expect(try await cli.run("doctor", "--workers").status == 0)
        let build = try await cli.run("build")
        #expect(build.status == 0)
        #expect(build.complaint.contains("than this machine does (workers.verifyShare)"), "\(build.complaint)")
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test("a build says what each pool did; what it rendered here too was the same")
    func says() async throws {
        let cli = try fixture(relay: "relay()", more: "\"verifyShare\": 1, ")
        #expect(try await cli.run("doctor", "--workers").status == 0)
        let build = try await cli.run("build")
        #expect(build.status == 0)
        #expect(
            build.complaint.contains(/Pool farm: \d+ jobs? on .* with up to 2 slots, .* rendered here too and equal/))
    }

    /// What a running watch says of its agents.
    private func agents(of cli: CLIFixture) async throws -> [EngineStatus.Agent] {
        let client = ControlClient(folder: cli.file(".out.stickerd"))
        return try await client.send(ControlRequest(.status), timeLimit: .seconds(20)).status?.rendering.agents ?? []
    }

    private func attachedAgent(of cli: CLIFixture, _ options: String...) throws -> Command {
        try Command(
            [CLIFixture.renderer, "--slots", "2"] + options + [
                "--attach", CLIFixture.stickerd, "attach", "--config", cli.file("pipeline.json"),
            ], in: "/")
    }

    @Test("an attached agent that has nothing to do leaves a watch for a rebuild, whose pools a status shows")
    func leaves() async throws {
        let cli = try fixture(workers: "{ \"attachedSlots\": 2 }")
        #expect(try await cli.build().status == 0)
        let watch = try await cli.watch()
        let agent = try attachedAgent(of: cli)
        try await eventually("the agent is up", within: 120) { try await agents(of: cli).contains { $0.state == "up" } }
        #expect(try await cli.run("status").output.contains("Pool          attached: 1 agent, 0 of 2 slots busy"))
        let rebuild = try Command(
            [CLIFixture.stickerd, "rebuild", "--config", cli.file("pipeline.json")], in: "/")
        try await eventually("the rebuild does not have it", within: 120) {
            let status = try await cli.run("status").output
            return status.contains("Rebuild       stickerd rebuild (process ")
                && status.contains("attached: 1 agent, 2 of 2 slots busy")
        }
        #expect(try await rebuild.ending().status == 0)
        agent.send(SIGTERM)
        #expect(try await agent.ending().status == 0)
        try await watch.stop()
    }

    /// What a running build says of itself; nil before it can be asked.
    private func buildStatus(of cli: CLIFixture) async throws -> EngineStatus.Run? {
        let client = ControlClient(folder: cli.file(".out.stickerd"), name: ControlServer.buildFileName)
        let status = try? await client.send(ControlRequest(.status), timeLimit: .seconds(20)).status
        guard let status, let process = status.engine else { return nil }
        return EngineStatus.Run(process: process, rendering: status.rendering)
    }

    @Test("an agent attaches to a build and renders for it, and a status shows how far the build is and its pools")
    func attachedToABuild() async throws {
        let expected = try await expected()
        let cli = try fixture(relay: "relay()")
        #expect(try await cli.run("doctor", "--workers").status == 0)
        var settings = Settings()
        settings.effort = "max"
        try cli.put(
            settings.json.replacing("\"size\"", with: "\"workers\": { \"attachedSlots\": 2 }, \"size\""),
            at: "pipeline.json")
        let build = try cli.start(["build"])
        let agent = try attachedAgent(of: cli)
        try await eventually("the agent is up", within: 120) {
            try await buildStatus(of: cli)?.rendering.agents?.contains { $0.state == "up" } == true
        }
        // However fast this machine is, there is something to do for the agent.
        for worker in WorkerProcesses.renderers(of: build.pid) { kill(worker, SIGSTOP) }
        try await eventually("the agent has rendered", within: 120) {
            guard let rendering = try await buildStatus(of: cli)?.rendering else { return false }
            return rendering.agents?.contains { $0.jobs > 0 } == true
        }
        let shown = try await cli.run("status")
        #expect(shown.status == 3)
        #expect(shown.output.contains(/is working on this output\.\s+No\s+watch\s+is running\./), "\(shown.output)")
        #expect(
            shown.output.contains(/Build +stickerd build \(process \d+\) renders: \d+ of 10 done/), "\(shown.output)")
        #expect(shown.output.contains("Pool          attached: 1 agent, "), "\(shown.output)")
        let progress = try #require(try await buildStatus(of: cli)?.rendering.progress)
        #expect((1...RemoteBuildTests.stickers).contains(progress.done) && progress.total == RemoteBuildTests.stickers)
        for worker in WorkerProcesses.renderers(of: build.pid) { kill(worker, SIGCONT) }
        let ending = try await build.ending()
        #expect(ending.status == 0, "\(ending.complaint)")
        #expect(!ending.complaint.contains("has ended"), "that it is sent away is no fault: \(ending.complaint)")
        #expect(ending.complaint.contains("Pool attached: "), "\(ending.complaint)")
        agent.send(SIGTERM)
        #expect(try await agent.ending().status == 0)
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
        #expect(!cli.has(".out.stickerd/build.sock"))
        #expect(try await cli.run("status").output.hasPrefix("Nothing is running."))
    }

    @Test("an agent attaches to a rebuild before a build, and to a build before a watch")
    func order() async throws {
        let cli = try fixture(workers: "{ \"attachedSlots\": 2 }")
        let names = [ControlServer.fileName, ControlServer.buildFileName, ControlServer.renderFileName]
        try FileManager.default.createDirectory(
            atPath: cli.file(".out.stickerd"), withIntermediateDirectories: true)
        let served = Mutex<[String]>([])
        func attach(beside servers: ArraySlice<String>) async throws {
            guard let name = servers.first else {
                #expect(try await cli.run("attach").status == 0)
                return
            }
            try await ControlServer.withServer(
                folder: cli.file(".out.stickerd"), name: name, notice: { Issue.record("\($0)") },
                handler: { _ in throw ControlError.disconnected },
                attaching: { { _ in served.withLock { $0.append(name) } } }
            ) { try await attach(beside: servers.dropFirst()) }
        }
        for count in 1...3 { try await attach(beside: names.prefix(count)) }
        #expect(served.withLock { $0 } == names)
    }

    @Test("an attached agent with --idle-seconds ends when there has been nothing to do, also where nobody wants it")
    func idle() async throws {
        let cli = try fixture(workers: "{ \"attachedSlots\": 2 }")
        let watch = try await cli.watch()
        #expect(try await attachedAgent(of: cli, "--idle-seconds", "2").ending().status == 0)
        try await watch.stop()
        #expect(try await attachedAgent(of: cli, "--idle-seconds", "0.5").ending().status == 0)
    }

    @Test("agents attach to a watch, render, and end at SIGTERM; without leave none may")
    func attach() async throws {
        let cli = try fixture(workers: "{ \"attachedSlots\": 2 }")
        let refused = try CLIFixture(startsPrograms: true)
        let watch = try await cli.watch()
        #expect(try await refused.run("attach").status == 75)
        let agent = try attachedAgent(of: cli)
        try await eventually("the agent is up", within: 120) { try await agents(of: cli).contains { $0.state == "up" } }
        for number in 20..<40 { try cli.drop(Art.disc(number), as: "dogs/Disc \(number).svg") }
        try await eventually("it has rendered", within: 120) {
            try await agents(of: cli).contains { $0.jobs > 0 }
        }
        agent.send(SIGTERM)
        #expect(try await agent.ending().status == 0)
        try await eventually("everything is published", within: 120) {
            try cli.catalog().packs.map(\.stickers.count) == [10, 20]
        }
        try await watch.stop()
    }
}
