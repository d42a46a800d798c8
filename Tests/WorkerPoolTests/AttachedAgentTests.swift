import Foundation
import Glibc
import TestSupport
import Testing
import WorkerPool

/// Agents that come by themselves; here they are Python scripts.
@Suite("Agents that connect on their own")
struct AttachedAgentTests: RemoteSuite {
    let folder: TemporaryFolder
    let notices = Notices()

    init() throws { folder = try TemporaryFolder() }

    /// Starts a script as an agent that connects on its own.
    ///
    /// - Returns: the other end of its connection, which the caller closes.
    private func attachedAgent(_ script: String) throws -> (agent: Process, connection: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let agent = Process()
        agent.executableURL = URL(filePath: "/usr/bin/env")
        agent.arguments = ["python3", "-c", FakeRenderer.library + "\n" + script, folder.path]
        agent.standardInput = FileHandle(fileDescriptor: ends[1])
        agent.standardOutput = FileHandle(fileDescriptor: ends[1])
        try agent.run()
        close(ends[1])
        return (agent, ends[0])
    }

    @Test("a refused machine gets the reason, is not compared again for a while, and is reported once")
    func isToldWhy() async throws {
        var settings = settings([], attachedSlots: 1)
        settings.rest = .seconds(600)
        let checks = Notices()
        settings.check = { _, _, _ in
            checks.add("check")
            throw NodeRejection("it renders with other fonts. Install the same.")
        }
        try await withPool(settings) { pool in
            for _ in 1...3 {
                let (agent, connection) = try attachedAgent(
                    """
                    agent()
                    kind, _, text = receive()
                    open(sys.argv[1] + "/told", "ab").write(text + b"\\n")
                    sys.exit(kind != BYE)
                    """)
                #expect(await pool.attach(connection))
                try await eventually("it has not ended") { !agent.isRunning }
                #expect(agent.terminationStatus == 0)
                close(connection)
            }
            try letLocalWorkersGo()
        }
        #expect(checks.all == "check")
        #expect(
            notices.all
                == "The agent on node has ended: it renders with other fonts. Install the same. Its jobs are done "
                + "elsewhere.")
        #expect(
            folder.text("told")
                == String(repeating: "it renders with other fonts. Install the same.\n", count: 3))
    }

    @Test("a machine that rests rests twice as long after the next fault, up to a limit")
    func rests() {
        let fault = NodeFault(reason: "it lost jobs", isExplained: false)
        var rests = HostRests()
        var now = ContinuousClock.now
        for (seconds, isNews) in [(30, true), (60, false), (120, false), (240, false), (480, false), (480, false)] {
            let isHeard = rests.add("node", fault, first: .seconds(30), at: now)
            #expect(isHeard == isNews)
            // Faults during the rest add nothing.
            _ = rests.add("node", fault, first: .seconds(30), at: now + .seconds(1))
            #expect(rests.reason(for: "node", at: now + .seconds(seconds - 1)) != nil)
            now += .seconds(seconds)
            #expect(rests.reason(for: "node", at: now) == nil)
        }
        #expect(rests.reason(for: "other", at: now) == nil)
        now += .seconds(481)
        let isHeard = rests.add("node", fault, first: .seconds(30), at: now)
        #expect(isHeard)
        #expect(rests.reason(for: "node", at: now + .seconds(31)) == nil)
    }

    @Test("an agent connects through a socket, within the number of slots")
    func attached() async throws {
        var settings = settings([], attachedSlots: 1)
        settings.silence = .seconds(5)
        try await withPool(settings) { pool in
            let (agent, connection) = try attachedAgent("for job, request in agent_jobs(): word(job, 'there')")
            let serving = Task { await pool.attach(connection) }
            try await eventually("it is up") { settings.board.nodes.first?.phase == .up }
            #expect(await pool.attach(connection))
            #expect(notices.all.contains("attachedSlots"))
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            try await eventually("it has done one") { settings.board.nodes.first?.jobs == 1 }
            try letLocalWorkersGo()
            #expect(try await [first, second].sorted() == ["here", "there"])
            agent.terminate()
            #expect(await serving.value)
            close(connection)
        }
    }
}
