import FarmProtocol
import Foundation
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

/// Tests the jobs of a pool with one worker of this machine and a farm.
@Suite struct FarmJobsTests {
    private let folder: TemporaryFolder
    private let farm: PlayedFarm

    init() throws {
        folder = try TemporaryFolder()
        farm = PlayedFarm(folder)
    }

    /// A worker of this machine that answers `here`, as soon as the file `go` exists.
    private var here: WorkerCommand {
        .python(
            """
            for job, request in jobs():
                open(sys.argv[1] + "/begun", "a").write("x")
                while not os.path.exists(sys.argv[1] + "/go"): time.sleep(0.01)
                word(job, "here")
            """, folder.path)
    }

    private func letGo() throws { try folder.write("", to: "go") }

    private func withPool<Value: Sendable>(
        _ use: FarmUse, _ body: (WorkerPool) async throws -> Value
    ) async throws -> Value {
        try await WorkerPool.withWorkers(count: 1, command: here, farm: use, body)
    }

    /// Sends several requests at the same time, and returns the answers.
    private func answers(_ pool: WorkerPool, _ count: Int, guess: Double = 100) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<count {
                group.addImmediateTask { try await pool.remoteAnswer("\(number)", guess: guess) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func keepAnswering(_ word: String = "there") -> Task<Void, any Error> {
        Task {
            var done: Set<UInt32> = []
            while true {
                for job in farm.jobs where done.insert(job.id).inserted { try farm.answer(job, word) }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    @Test("the farm does the jobs that are worth sending, and this machine the others")
    func shares() async throws {
        let answering = keepAnswering()
        defer { answering.cancel() }
        let found = try await withPool(farm.use()) { pool in
            async let words = answers(pool, 6)
            try await eventually("the farm does not finish its jobs") { (pool.farm?.work.done ?? 0) >= 5 }
            try letGo()
            return try await words
        }
        #expect(found.sorted().last == "there" && found.contains("there"))
        #expect(farm.lookups.count == 6)
        #expect(farm.jobs.allSatisfy { $0.lookup == .execute && $0.priority == 0 })
        #expect(farm.jobs.allSatisfy { $0.timeout == 4 * 20 + 60 })
    }

    @Test("no more jobs are at the farm than it may have")
    func tokens() async throws {
        try await withPool(farm.use(jobs: 2)) { pool in
            async let words = answers(pool, 8)
            try await eventually("two jobs are not sent to the farm") { farm.jobs.count == 2 }
            #expect(pool.farm?.work.tokens == 2)
            try farm.answer(farm.jobs[0], "there")
            try await eventually("the third job is not sent to the farm") { farm.jobs.count == 3 }
            try letGo()
            let answering = keepAnswering()
            defer { answering.cancel() }
            _ = try await words
        }
    }

    @Test("a farm that may have no jobs is a cache: it is asked first, and what it does not have is done here")
    func cacheOnly() async throws {
        try letGo()
        farm.keepLookups()
        let answering = Task {
            var done: Set<UInt32> = []
            while true {
                for job in farm.lookups where done.insert(job.id).inserted {
                    if job.job.contains("0") { try farm.answer(job, "cached") } else { farm.lose(job, .missing) }
                }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        defer { answering.cancel() }
        let work = try await withPool(farm.use(jobs: 0)) { pool in
            let found = try await answers(pool, 2, guess: 0.01)
            #expect(found.sorted() == ["cached", "here"])
            return pool.farm?.work
        }
        #expect(work?.cached == 1 && work?.lost == 0)
        #expect(farm.jobs.isEmpty)
    }

    @Test("a worker of this machine does not wait for an answer of the cache for long")
    func silentCache() async throws {
        try letGo()
        farm.keepLookups()
        let found = try await withPool(farm.use(jobs: 0)) { pool in
            async let word = pool.remoteAnswer()
            try await eventually("the cache of the farm is not used") { !farm.lookups.isEmpty }
            farm.advance(.milliseconds(300))
            return try await word
        }
        #expect(found == "here")
    }

    @Test("an idle worker of this machine takes back what waits at the farm, and cancels it there")
    func takesBack() async throws {
        try letGo()
        try await withPool(farm.use()) { pool in
            async let words = answers(pool, 3)
            try await eventually("no job is sent to the farm") { !farm.jobs.isEmpty }
            let advancing = Task {
                while true {
                    farm.advance(.seconds(2))
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            defer { advancing.cancel() }
            #expect(try await words == ["here", "here", "here"])
        }
        #expect(Set(farm.cancelled) == Set(farm.jobs.map(\.id)))
    }

    @Test("what is executed at the farm is repeated here only after an unusually long time")
    func patience() async throws {
        try await withPool(farm.use()) { pool in
            async let words = answers(pool, 3)
            try await eventually("two jobs are not sent to the farm") { farm.jobs.count == 2 }
            let (executed, queued) = (farm.jobs[0], farm.jobs[1])
            farm.report(.stage(FarmProgress(id: executed.id, phase: .executing, worker: "w1")))
            farm.advance(.seconds(5))
            try letGo()
            try await eventually("the waiting job is not cancelled") { farm.cancelled == [queued.id] }
            try farm.answer(executed, "there")
            #expect(try await words.sorted() == ["here", "here", "there"])
            #expect(farm.cancelled == [queued.id])
        }
    }

    @Test(
        "a lost job of any kind is done here, and does not count against the source",
        arguments: [
            (FarmLoss.Reason.worker, 1), (.worker, 78), (.worker, 139), (.timeout, 0), (.farm, 13), (.changed, 0),
            (.unreadable, 0),
        ])
    func losses(reason: FarmLoss.Reason, code: Int) async throws {
        let found = try await withPool(farm.use()) { pool in
            async let words = answers(pool, 2)
            try await eventually("no job is sent to the farm") { !farm.jobs.isEmpty }
            let losing = Task {
                var done: Set<UInt32> = []
                while true {
                    for job in farm.jobs where done.insert(job.id).inserted { farm.lose(job, reason, code: code) }
                    try await Task.sleep(for: .milliseconds(2))
                }
            }
            defer { losing.cancel() }
            try letGo()
            return try await words
        }
        #expect(found == ["here", "here"])
        #expect(farm.jobs.count <= 2 * 2)
    }

    @Test("a doubtful answer and one of another version are repeated here")
    func unconfirmed() async throws {
        let other = RendererVersion(number: "9.9.9", pipeline: RendererVersion.current.pipeline + 1)
        let found = try await withPool(farm.use()) { pool in
            async let words = answers(pool, 3)
            try await eventually("two jobs are not sent to the farm") { farm.jobs.count == 2 }
            try farm.answer(farm.jobs[0], "doubtful")
            try farm.answer(farm.jobs[1], "there", version: other)
            let losing = Task {
                var done = Set(farm.jobs.prefix(2).map(\.id))
                while true {
                    for job in farm.jobs where done.insert(job.id).inserted { farm.lose(job, .worker, code: 1) }
                    try await Task.sleep(for: .milliseconds(2))
                }
            }
            defer { losing.cancel() }
            try letGo()
            return try await words
        }
        #expect(found == ["here", "here", "here"])
        #expect(farm.notices.contains("it comes from stickerd-render 9.9.9"))
    }

    @Test("after three failures the farm rests, which is said once; later one job tries it")
    func rests() async throws {
        try await withPool(farm.use(jobs: 3)) { pool in
            async let words = answers(pool, 12)
            // A request whose result was not looked up before the rest would test the farm with a lookup.
            try await eventually("three jobs are not sent to the farm") {
                farm.jobs.count == 3 && farm.lookups.count == 12
            }
            var lost: Set<UInt32> = []
            try await eventually("the farm still has jobs after its failures") {
                for job in farm.jobs where lost.insert(job.id).inserted {
                    farm.lose(job, .farm, code: 14, words: "connection refused")
                }
                return pool.farm?.work.state == .resting && pool.farm?.state.withLock { $0.executing } == 0
            }
            // The state is set before the message is written.
            try await eventually("the rest is not reported") { farm.notices.contains("tries the farm again in 30 s") }
            #expect(farm.notices.contains("cannot be used: connection refused. Everything is rendered on this machine"))
            let count = farm.jobs.count
            farm.advance(.seconds(31))
            try await eventually("no job tests the farm after the pause") { farm.jobs.count > count }
            #expect(farm.jobs.count == count + 1)
            try farm.answer(farm.jobs[count], "there")
            try await eventually("the farm gets no further jobs") { farm.jobs.count > count + 1 }
            let answering = keepAnswering()
            defer { answering.cancel() }
            try letGo()
            _ = try await words
        }
    }

    @Test("a refusal stops all jobs for the farm, and its message is reported")
    func refused() async throws {
        try letGo()
        try await withPool(farm.use()) { pool in
            farm.report(.refused(FarmRefusal(reason: .token, code: 16, words: "it refuses the token: expired")))
            let found = try await answers(pool, 3)
            #expect(found == ["here", "here", "here"])
            #expect(pool.farm?.work.state == .resting)
        }
        #expect(farm.jobs.isEmpty)
        #expect(farm.notices.contains("it refuses the token: expired"))
    }

    @Test("a watch begins each job here; the farm gets one only after it has waited")
    func watch() async throws {
        try await withPool(farm.use(.watch)) { pool in
            async let words = answers(pool, 3)
            try await eventually("the worker of this machine does not start a job") { folder.has("begun") }
            #expect(farm.jobs.isEmpty)
            // The other requests may be added after the first job has begun.
            try await eventually("the other two jobs are not sent to the farm") {
                farm.advance(.milliseconds(100))
                return farm.jobs.count == 2
            }
            let answering = keepAnswering()
            defer { answering.cancel() }
            try letGo()
            #expect(try await words.sorted() == ["here", "there", "there"])
        }
        #expect(farm.jobs.count == 2)
    }

    @Test("a cancelled request is cancelled at the farm")
    func cancellation() async throws {
        try await withPool(farm.use()) { pool in
            let first = Task { try await pool.remoteAnswer("1") }
            let second = Task { try await pool.remoteAnswer("2") }
            try await eventually("no job is sent to the farm") { !farm.jobs.isEmpty }
            first.cancel()
            second.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            await #expect(throws: CancellationError.self) { try await second.value }
            // A job that is cancelled while it is being sent may be cancelled twice.
            try await eventually("the jobs are not cancelled at the farm") {
                Set(farm.cancelled) == Set(farm.jobs.map(\.id))
            }
        }
    }
}
