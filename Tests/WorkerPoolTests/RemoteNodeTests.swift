import Foundation
import TestSupport
import Testing
import WorkerPool

/// Agents on other machines: here they are Python scripts that speak as `stickerd-render --slots` does, or not.
@Suite("Agents on other machines")
struct RemoteNodeTests: RemoteSuite {
    let folder: TemporaryFolder
    let notices = Notices()

    init() throws { folder = try TemporaryFolder() }

    @Test("an agent does jobs beside the workers of this machine, several at a time")
    func works() async throws {
        let settings = settings(
            """
            waiting = []
            for job, request in agent_jobs():
                waiting.append(job)
                # Both slots have one before the first is answered.
                if len(waiting) == 2:
                    while waiting: word(waiting.pop(), "there")
            """)
        try await withPool(settings) { pool in
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            async let third = pool.remoteAnswer()
            try await eventually("the agent has done two jobs") { settings.board.nodes.first?.jobs == 2 }
            try letLocalWorkersGo()
            #expect(try await [first, second, third].sorted() == ["here", "there", "there"])
        }
        #expect(settings.board.nodes.map(\.phase) == [.ended])
    }

    @Test("a job that only this machine may do stays here")
    func local() async throws {
        let settings = settings("for job, request in agent_jobs(): word(job, 'there')")
        try letLocalWorkersGo()
        try await withPool(settings) { pool in
            try await eventually("the agent is up") { settings.board.nodes.first?.phase == .up }
            for _ in 0..<5 { #expect(try await pool.answer() == "here") }
        }
    }

    @Test(
        "jobs that an agent loses, fails or answers wrongly are done here",
        arguments: [
            "lost(job, 'ended', signal=9)", "lost(job, 'violation')", "lost(job, 'didNotStart')", "os._exit(3)",
            "send(START, job=job); send(FAILURE, b'{}', job)", "send(START, job=job); send(RESULT, b'hello', job)",
            "send(DATA, b'x', job)", "send(NEED, struct.pack('>I', 7), job)", "print('hello', flush=True)",
            "send(LOST, b'{}', job)", "send(JOB, b'{}', job)",
            "send(START, job=job); send(RESULT, b'x' * 5000000, job)",
            "word(job, 'doubtful')",
        ])
    func misbehaves(answer: String) async throws {
        let settings = settings("for job, request in agent_jobs():\n    \(answer)")
        try await withPool(settings) { pool in
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            async let third = pool.remoteAnswer()
            try await eventually("the agent has had jobs") {
                settings.board.nodes.contains { $0.losses + $0.unconfirmed > 0 }
            }
            try letLocalWorkersGo()
            #expect(try await [first, second, third] == ["here", "here", "here"])
        }
    }

    @Test("an agent that loses three jobs in a row gets no more, which is reported")
    func rests() async throws {
        let settings = settings("for job, request in agent_jobs(): lost(job, 'violation', detail='no\\x1b[31msense')")
        try await withPool(settings) { pool in
            let answers = Task {
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<6 { group.addTask { try await pool.remoteAnswer() } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            try await eventually("the agent has ended") { settings.board.nodes.first?.phase == .ended }
            try letLocalWorkersGo()
            #expect(try await answers.value == Array(repeating: "here", count: 6))
        }
        #expect(settings.board.nodes.count == 1)
        #expect(notices.all.contains("jobs in a row"))
        #expect(!notices.all.contains("\u{1B}"))
    }

    @Test("if an agent ends with several jobs, the connection's end is reported, and not the number of jobs")
    func endsWithMany() async throws {
        let settings = settings(
            """
            held = 0
            for job, request in agent_jobs():
                held += 1
                if held == 4: os._exit(3)
            """)
        try await withPool(settings) { pool in
            let answers = (0..<5).map { _ in Task { try await pool.remoteAnswer() } }
            try await eventually("it has ended") { notices.all.contains("cannot be used") }
            #expect(settings.board.nodes.first?.losses == 4)
            try letLocalWorkersGo()
            for answer in answers { #expect(try await answer.value == "here") }
        }
        #expect(notices.all.contains("cannot be used: the connection was closed by the other side"), "\(notices.all)")
        #expect(!notices.all.contains("in a row"))
    }

    @Test("jobs that are taken from a dismissed agent do not count as lost by it")
    func sentAway() async throws {
        let settings = settings(
            """
            for number, (job, request) in enumerate(agent_jobs()):
                if number < 3: lost(job, 'violation', detail='nonsense')
            """)
        try await withPool(settings) { pool in
            let answers = Task {
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<6 { group.addTask { try await pool.remoteAnswer() } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            try await eventually("the agent has ended") { settings.board.nodes.first?.phase == .ended }
            try letLocalWorkersGo()
            #expect(try await answers.value == Array(repeating: "here", count: 6))
        }
        #expect(notices.all.contains("it lost 3 jobs in a row; the last one because its process sent nonsense"))
    }

    @Test("an agent that is stopped is noticed by its silence, and its jobs are done here")
    func stopped() async throws {
        var settings = settings(
            """
            for job, request in agent_jobs(): os.kill(os.getpid(), signal.SIGSTOP)
            """)
        settings.silence = .seconds(1)
        try await withPool(settings) { pool in
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            try await eventually("the silence is noticed") { notices.all.contains("nothing was heard") }
            try letLocalWorkersGo()
            #expect(try await [first, second] == ["here", "here"])
        }
    }

    @Test("an agent of another version is refused, and both versions are named")
    func otherVersion() async throws {
        let settings = settings(
            "agent(version={'number': '0.0.1', 'pipeline': 1, 'protocolVersion': 1}); time.sleep(1000)")
        try letLocalWorkersGo()
        try await withPool(settings) { pool in
            try await eventually("it is refused") { notices.all.contains("0.0.1 (pipeline 1, protocol 1)") }
            #expect(try await pool.remoteAnswer() == "here")
        }
    }

    @Test("an agent with another architecture is refused")
    func otherArchitecture() async throws {
        let settings = settings(
            """
            agent(processor={"architecture": "riscv64", "library": "glibc", "features": []}); time.sleep(1000)
            """)
        try await withPool(settings) { _ in
            try await eventually("it is refused") { notices.all.contains("riscv64") }
        }
    }

    @Test("an agent that fails the check gets no jobs")
    func refused() async throws {
        var settings = settings("for job, request in agent_jobs(): word(job, 'there')")
        settings.check = { _, trial, _ in
            guard try await trial.answer() == "there" else { return }
            throw NodeRejection("it computes differently.")
        }
        try letLocalWorkersGo()
        try await withPool(settings) { pool in
            try await eventually("it is refused") { notices.all.contains("computes differently") }
            for _ in 0..<3 { #expect(try await pool.remoteAnswer() == "here") }
        }
    }

    @Test("a command that sends something else, or ends, is reported with its cleaned output")
    func otherProgram() async throws {
        let settings = settings("print('login: \\x1b[2J no such host', file=sys.stderr, flush=True); sys.exit(255)")
        try letLocalWorkersGo()
        try await withPool(settings) { pool in
            try await eventually("it is reported") { notices.all.contains("no such host") }
            #expect(!notices.all.contains("\u{1B}"))
            #expect(try await pool.remoteAnswer() == "here")
        }
    }

    @Test("a missing command is reported, and the jobs are done here")
    func missing() async throws {
        let settings = settings("") { $0.launch = ["/nonexistent/ssh"] }
        try letLocalWorkersGo()
        try await withPool(settings) { pool in
            #expect(try await pool.remoteAnswer() == "here")
            try await eventually("it is reported") { notices.all.contains("/nonexistent/ssh") }
        }
    }

    @Test("an agent that drains returns jobs that have not started, and finishes the others")
    func drains() async throws {
        let settings = settings(
            """
            try: os.mkdir(sys.argv[1] + "/first")
            except FileExistsError: sys.exit(1)
            held = []
            for job, request in agent_jobs():
                held.append(job)
                if len(held) == 2:
                    send(BYE)
                    lost(held[1], "returned")
                    word(held[0], "there")
            """)
        try await withPool(settings) { pool in
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            async let third = pool.remoteAnswer()
            try await eventually("one is finished there") { settings.board.nodes.first?.jobs == 1 }
            #expect(settings.board.nodes.first?.losses == 0)
            try letLocalWorkersGo()
            #expect(try await [first, second, third].filter { $0 == "there" }.count >= 1)
        }
    }

    @Test("an agent that drains during its comparison is not faulty, and the next one is used immediately")
    func drainsEarly() async throws {
        var settings = settings(
            """
            isFirst = not os.path.exists(sys.argv[1] + "/first")
            open(sys.argv[1] + "/first", "w").close()
            for job, request in agent_jobs():
                if not isFirst:
                    word(job, "there")
                    continue
                send(BYE)
                lost(job, "returned")
                break
            """)
        settings.rest = .seconds(1000)
        settings.check = { _, trial, _ in _ = try await trial.answer() }
        try await withPool(settings) { pool in
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            try await eventually("the next one has done one") { settings.board.nodes.last?.jobs == 1 }
            #expect(settings.board.nodes.map(\.losses) == [0, 0])
            try letLocalWorkersGo()
            #expect(try await [first, second].sorted() == ["here", "there"])
        }
        #expect(notices.all.contains("is ending: it finishes what it has begun"))
        #expect(!notices.all.contains("cannot be used"), "\(notices.all)")
    }

    @Test("an idle agent is ended, and started again if there is enough work")
    func elastic() async throws {
        let settings = settings("for job, request in agent_jobs(): word(job, 'there')") {
            ($0.least, $0.idleLimit) = (0, .milliseconds(300))
        }
        try await withPool(settings) { pool in
            #expect(settings.board.nodes.isEmpty)
            for round in 1...2 {
                try? FileManager.default.removeItem(atPath: folder.file("go"))
                async let first = pool.remoteAnswer()
                async let second = pool.remoteAnswer()
                try await eventually("an agent has done one") {
                    settings.board.nodes.count == round && (settings.board.nodes.last?.jobs ?? 0) >= 1
                }
                try letLocalWorkersGo()
                #expect(try await [first, second].contains("there"))
                try await eventually("it has ended") {
                    settings.board.nodes.map(\.phase) == Array(repeating: .ended, count: round)
                }
            }
        }
    }

    @Test(
        "a job that another machine takes long for is repeated here when a worker is idle, and the first answer counts")
    func straggler() async throws {
        var settings = settings(
            """
            for job, request in agent_jobs(): send(START, job=job)
            """)
        settings.patience = .milliseconds(200)
        try letLocalWorkersGo()
        try await withPool(settings) { pool in
            try await eventually("the agent is up") { settings.board.nodes.first?.phase == .up }
            try? FileManager.default.removeItem(atPath: folder.file("go"))
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            try await eventually("the agent has one") { settings.board.nodes.first?.busy == 1 }
            try letLocalWorkersGo()
            #expect(try await [first, second] == ["here", "here"])
            try await eventually("the other copy was stopped") { settings.board.nodes.first?.busy == 0 }
            #expect(settings.board.nodes.first?.losses == 0)
        }
    }

    @Test("a cancelled caller stops its job on the other machine, and the agent continues")
    func cancelled() async throws {
        let settings = settings(
            """
            agent()
            while True:
                kind, job, payload = receive()
                if kind is None or kind == BYE: break
                if kind == CANCEL: open(sys.argv[1] + "/cancelled", "w").close()
                if kind == JOB: open(sys.argv[1] + "/given", "w").close()
                if kind == JOB and os.path.exists(sys.argv[1] + "/cancelled"): word(job, "there")
            """)
        try await withPool(settings) { pool in
            try await eventually("the agent is up") { settings.board.nodes.first?.phase == .up }
            let kept = Task.immediate { try await pool.remoteAnswer() }
            let given = Task { try await pool.remoteAnswer() }
            try await eventually("the agent has one") { folder.has("given") }
            given.cancel()
            await #expect(throws: CancellationError.self) { try await given.value }
            try await eventually("it was told") { folder.has("cancelled") }
            #expect(try await pool.remoteAnswer() == "there")
            try letLocalWorkersGo()
            #expect(try await kept.value == "here")
        }
    }

    @Test("each slot gets one job in advance, unless that is switched off", arguments: [true, false])
    func ahead(prefetches: Bool) async throws {
        var settings = settings(
            """
            held = []
            for job, request in agent_jobs(slots=1):
                held.append(job)
                if len(held) == 2: send(RESULT, json.dumps({"word": "there"}).encode(), held.pop(0))
                send(START, job=held[0])
            """
        ) { $0.slots = 1 }
        (settings.prefetches, settings.patience) = (prefetches, .milliseconds(200))
        try await withPool(settings) { pool in
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            async let third = pool.remoteAnswer()
            if prefetches {
                try await eventually("the agent has answered one") { settings.board.nodes.first?.jobs == 1 }
            } else {
                try await eventually("the agent has one") { settings.board.nodes.first?.held == 1 }
            }
            #expect(settings.board.nodes.first?.busy == 1)
            try letLocalWorkersGo()
            #expect(try await [first, second, third].count { $0 == "there" } == (prefetches ? 1 : 0))
        }
    }

    @Test("a job that an agent has not started is taken back when a local worker is idle, and does not count as lost")
    func recalled() async throws {
        let settings = settings(
            """
            agent(slots=1)
            held = []
            while True:
                kind, job, payload = receive()
                if kind is None or kind == BYE: break
                if kind == JOB: held.append(job)
                # Whichever of the two is taken back: that depends on which was sent first.
                if kind == CANCEL and job in held:
                    held.remove(job)
                    send(START, job=held[0])
                    send(RESULT, json.dumps({"word": "there"}).encode(), held[0])
            """
        ) { $0.slots = 1 }
        try await withPool(settings) { pool in
            async let first = pool.remoteAnswer()
            async let second = pool.remoteAnswer()
            async let third = pool.remoteAnswer()
            try await eventually("the agent has two") { settings.board.nodes.first?.held == 2 }
            #expect(settings.board.pools.first?.ahead == 1)
            try letLocalWorkersGo()
            #expect(try await [first, second, third].sorted() == ["here", "here", "there"])
            #expect(settings.board.nodes.first?.losses == 0)
        }
    }

    @Test("results of a machine are no longer used after it has rendered something differently, for all of its agents")
    func distrusted() async throws {
        let settings = settings("for job, request in agent_jobs(): word(job, 'there')")
        try await withPool(settings) { pool in
            try await eventually("the agent is up") { settings.board.nodes.first?.phase == .up }
            #expect(settings.board.pools.first?.slotsUp == 2)
            settings.board.distrust(host: "node", path: "cats/One.png")
            try await eventually("it gets no more jobs, and the reason is reported") {
                notices.all.contains("made other files of cats/One.png")
            }
            try letLocalWorkersGo()
            #expect(try await pool.remoteAnswer() == "here")
            #expect(settings.board.pools.map(\.mostSlotsUp) == [2])
        }
    }
}
