import StickerConfiguration
import Synchronization
import Testing
import WorkerPool

/// Tests the rules for sending jobs to a farm and for accepting its results, without a farm.
@Suite("Decisions about the farm")
struct FarmDecisionTests {
    private func terms(_ kind: String = "a", guess: Double, bytes: Int = 0) -> RemoteTerms {
        RemoteTerms(request: [], kind: kind, guess: guess, bytes: bytes) { _ in true }
    }

    @Test("a job is worth sending from twenty times the cost of sending it, which grows with its bytes")
    func worth() {
        let cost = RemoteCost()
        #expect(!cost.isWorthSending(terms(guess: 1.1)))
        #expect(cost.isWorthSending(terms(guess: 1.3)))
        // The transfer of 5 MB in both directions takes 0.8 s.
        #expect(!cost.isWorthSending(terms(guess: 16, bytes: 5_000_000)))
        #expect(cost.isWorthSending(terms(guess: 18, bytes: 5_000_000)))
    }

    @Test("measured durations count instead of the guess, for jobs of the same kind only, and recent ones more")
    func measured() {
        var cost = RemoteCost()
        cost.note("a", seconds: 0.1)
        #expect(!cost.isWorthSending(terms("a", guess: 100)))
        #expect(cost.isWorthSending(terms("b", guess: 100)))
        for _ in 0..<3 { cost.note("a", seconds: 2) }
        #expect(!cost.isWorthSending(terms("a", guess: 0)))
        for _ in 0..<3 { cost.note("a", seconds: 2) }
        #expect(cost.isWorthSending(terms("a", guess: 0)))
    }

    @Test("after two failures at the farm, and after one that must be repeated here, a job stays here")
    func attempts() {
        var attempts = RemoteAttempts()
        for _ in 0..<RemoteAttempts.most {
            #expect(attempts.mayExecute)
            attempts.failures += 1
        }
        #expect(!attempts.mayExecute)
        attempts.failures = 0
        attempts.isLocal = true
        #expect(!attempts.mayExecute)
    }

    @Test("a worker that is distrusted once is not trusted again, and its earlier results neither")
    func distrusted() {
        let makers = FarmMakers()
        makers.note(FarmMaker(worker: "w1", isCached: false), of: "one")
        makers.note(FarmMaker(worker: "w2", isCached: true), of: "two")
        makers.note(nil, of: "here")
        #expect(makers.count == 2)
        #expect(makers.distrust("w1") && !makers.distrust("w1"))
        #expect(makers.distrusts("w1") && !makers.distrusts("w2"))
        #expect(["one", "two", "here"].map(makers.distrusts(fingerprint:)) == [true, false, false])
        #expect(!makers.distrustsAll)
    }

    @Test("a wrong result of a worker without a name costs the whole farm its trust, but not this machine")
    func nameless() {
        let makers = FarmMakers()
        makers.note(FarmMaker(worker: "w2", isCached: true), of: "two")
        makers.note(nil, of: "here")
        #expect(makers.count == 1)
        _ = makers.distrust("")
        #expect(makers.distrustsAll && makers.distrusts("w2"))
        #expect(["two", "here", "unknown"].map(makers.distrusts(fingerprint:)) == [true, false, false])
    }

    @Test("a result that is rendered again here no longer belongs to a worker")
    func renderedAgain() {
        let makers = FarmMakers()
        makers.note(FarmMaker(worker: "w1", isCached: false), of: "one")
        makers.note(nil, of: "one")
        #expect(makers.maker(of: "one") == nil)
    }

    @Test(
        "the rules follow from the purpose",
        arguments: [
            (FarmUse.Purpose.build, false, true, false), (.rebuild, false, true, false), (.verify, false, false, false),
            (.watch, true, true, false), (.test, false, false, true),
        ])
    func rules(purpose: FarmUse.Purpose, isWatch: Bool, asksFirst: Bool, isTest: Bool) {
        let rules: WorkerQueue.FarmRules = FarmUse(settings: EngineSettings(), purpose: purpose, folder: "/f").rules
        #expect(rules.isWatch == isWatch && rules.asksFirst == asksFirst && rules.isTest == isTest)
    }
}

/// Tests the requests that a farm takes from the queue.
@Suite("The queue and the farm")
struct WorkerQueueTests {
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private let clock = Clock()

    private func queue(_ purpose: FarmUse.Purpose, hasCache: Bool = false) -> WorkerQueue {
        let queue = WorkerQueue { [clock] in clock.now }
        queue.open(FarmUse(settings: EngineSettings(), purpose: purpose, folder: "/f").rules) {}
        queue.setCanAsk(hasCache)
        return queue
    }

    private func request(guess: Double? = 100, bytes: Int = 0, isAsked: Bool = false) -> PendingRequest {
        var job = WorkerJob(request: [], timeLimit: .seconds(1))
        job.remoteTerms = guess.map { RemoteTerms(request: [], kind: "\($0)", guess: $0, bytes: bytes) { _ in true } }
        let request = PendingRequest(job: job) { _ in AnswerHandler(receiver: NoFiles()) { _ in } }
        request.note { $0.isAsked = isAsked }
        return request
    }

    private func purpose(_ queue: WorkerQueue, mayAsk: Bool = true, mayExecute: Bool = true) -> WorkerQueue.Purpose? {
        queue.takeForFarm(mayAsk: mayAsk, mayExecute: mayExecute)?.1
    }

    @Test("without rules for a farm, it gets nothing")
    func noFarm() {
        let queue = WorkerQueue()
        queue.add(request())
        #expect(purpose(queue) == nil)
    }

    @Test("a build asks the cache first, and has the farm execute what the cache does not have")
    func asksFirst() {
        let queue = queue(.build, hasCache: true)
        queue.add(request())
        #expect(purpose(queue) == .ask)
        queue.add(request(isAsked: true))
        #expect(purpose(queue) == .execute)
        #expect(purpose(queue) == nil)
    }

    @Test(
        "without a cache, and for a verification, the farm executes at once",
        arguments: [FarmUse.Purpose.build, .verify])
    func executes(purpose: FarmUse.Purpose) {
        let queue = queue(purpose, hasCache: purpose == .verify)
        queue.add(request())
        #expect(self.purpose(queue) == .execute)
    }

    @Test("a farm that executes nothing is only asked")
    func cacheOnly() {
        let queue = queue(.build, hasCache: true)
        queue.add(request(isAsked: true))
        #expect(purpose(queue, mayExecute: false) == nil)
        queue.add(request())
        #expect(purpose(queue, mayExecute: false) == .ask)
    }

    @Test("a job that only this machine may do is never taken, nor is one that failed twice")
    func local() {
        let queue = queue(.build)
        queue.add(request(guess: nil))
        let failed = request()
        failed.note { $0.failures = RemoteAttempts.most }
        queue.add(failed)
        #expect(purpose(queue, mayAsk: false) == nil)
        #expect(queue.hasRequests)
    }

    @Test("short jobs are taken only if together they would keep this machine busy for long")
    func backlog() {
        let queue = queue(.build)
        for _ in 0..<45 { queue.add(request(guess: 0.1)) }
        #expect(purpose(queue, mayAsk: false) == nil)
        for _ in 0..<15 { queue.add(request(guess: 0.1)) }
        #expect(purpose(queue) == .execute)
    }

    @Test("a request of a watch is taken only after this machine has had two seconds for it")
    func watch() {
        let queue = queue(.watch)
        queue.add(request())
        #expect(purpose(queue) == nil)
        clock.advance(.seconds(3))
        #expect(purpose(queue) == .execute)
    }

    @Test("the bytes at the farm are limited, but one job of any size may be there")
    func bytes() throws {
        let queue = queue(.build)
        for _ in 0..<2 { queue.add(request(guess: 1e6, bytes: RemoteCost.mostBytesAway)) }
        let (first, _) = try #require(queue.takeForFarm(mayAsk: false, mayExecute: true))
        #expect(purpose(queue, mayAsk: false) == nil)
        queue.noteReturn(of: first)
        #expect(purpose(queue) == .execute)
    }

    @Test("a cancelled request is not taken, and the next one is")
    func cancelled() throws {
        let queue = queue(.build)
        let (first, second) = (request(), request())
        queue.add(first)
        queue.add(second)
        first.cancel()
        #expect(try #require(queue.takeForFarm(mayAsk: true, mayExecute: true)).0 === second)
    }
}
