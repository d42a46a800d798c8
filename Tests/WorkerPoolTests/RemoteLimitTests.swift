import Foundation
import TestSupport
import Testing
import WorkerPool

/// The number of jobs for agents, the attempts for a job, and the time limit for an agent's start.
@Suite("Limits of agents on other machines")
struct RemoteLimitTests: RemoteSuite {
    let folder: TemporaryFolder
    let notices = Notices()

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "no more bytes than the limit are sent, and a large source does not wait in an agent; smaller ones overtake it",
        arguments: [(300 << 20, 2), (9 << 20, 1)])
    func bytes(size: Int, slots: Int) async throws {
        let settings = settings(
            """
            held = []
            for job, request in agent_jobs(slots=\(slots)):
                held.append((job, request["word"]))
                open(sys.argv[1] + "/begun", "w").close()
                if held[-1][1] == "small":
                    with open(sys.argv[1] + "/part", "w") as file: file.write(" ".join(name for _, name in held))
                    os.rename(sys.argv[1] + "/part", sys.argv[1] + "/given")
                if os.path.exists(sys.argv[1] + "/given"):
                    while held: word(held.pop(0)[0], "there")
            """
        ) { $0.slots = slots }
        try await withPool(settings) { pool in
            try await eventually("the agent is up") { settings.board.nodes.first?.phase == .up }
            var jobs = [("first", 0), ("large", size), ("larger", size)].map { name, bytes in
                Task.immediate { try await pool.remoteAnswer(name, bytes: bytes) }
            }
            try await eventually("the agent has a large one") { folder.has("begun") }
            jobs.append(Task.immediate { try await pool.remoteAnswer("small") })
            try await eventually("the agent has the small one") { folder.has("given") }
            #expect(["large small", "larger small"].contains(folder.text("given")))
            try letLocalWorkersGo()
            for job in jobs { _ = try await job.value }
        }
        #expect(settings.board.nodes.first?.losses == 0)
    }

    @Test("a job that three machines have lost is not sent to a fourth, and is done here")
    func tries() async throws {
        let script = """
            for job, request in agent_jobs(slots=1, host=sys.argv[2]):
                with open(sys.argv[1] + "/" + request["word"], "a") as file: file.write(sys.argv[2] + "\\n")
                lost(job, "didNotStart")
            """
        let settings = settings(["a", "b", "c", "d"].map { pool(script, named: $0) })
        func tries(_ word: String) -> [String] {
            (folder.text(word) ?? "").split(separator: "\n").map(String.init)
        }
        try await withPool(settings) { pool in
            try await eventually("the agents are up") { settings.board.nodes.count { $0.phase == .up } == 4 }
            let here = Task.immediate { try await pool.remoteAnswer("here") }
            let unlucky = Task.immediate { try await pool.remoteAnswer("unlucky") }
            try await eventually("three have lost it") { settings.board.nodes.reduce(0) { $0 + $1.losses } == 3 }
            // Older ones go first: had it another try, it would have it before this one.
            let later = Task.immediate { try await pool.remoteAnswer("later") }
            try await eventually("three have lost the later one") {
                settings.board.nodes.reduce(0) { $0 + $1.losses } == 6
            }
            #expect(Set(tries("unlucky")).count == 3 && tries("unlucky").count == 3)
            try letLocalWorkersGo()
            for job in [here, unlucky, later] { #expect(try await job.value == "here") }
        }
    }

    @Test("a command that does not answer is ended after its time, and its slots never count")
    func hangs() async throws {
        let settings = settings("time.sleep(1000)") { $0.launchLimit = .seconds(1) }
        try await withPool(settings) { pool in
            try await eventually("it is started") { settings.board.nodes.first?.phase == .starting }
            #expect(settings.board.slotsUp == 0)
            #expect(settings.board.pools.first?.slotsWanted == 2)
            try letLocalWorkersGo()
            #expect(try await pool.remoteAnswer() == "here")
            try await eventually("it is given up") { notices.all.contains("it did not answer within 1 s") }
            #expect(notices.all.contains("raise launchSeconds"))
            try await eventually("it has ended") { settings.board.nodes.first?.phase == .ended }
            #expect(settings.board.slotsUp == 0)
        }
    }

    @Test("a build that ends does not wait for a command that hangs")
    func endsWhileStarting() async throws {
        let settings = settings("time.sleep(1000)") { $0.launchLimit = .seconds(1000) }
        try letLocalWorkersGo()
        try await withPool(settings) { pool in
            #expect(try await pool.remoteAnswer() == "here")
            try await eventually("it is started") { settings.board.nodes.first?.phase == .starting }
        }
        #expect(settings.board.nodes.map(\.phase) == [.ended])
        #expect(notices.all.isEmpty, "\(notices.all)")
    }
}
