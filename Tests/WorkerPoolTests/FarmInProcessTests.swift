import FarmProtocol
import Foundation
import JobModel
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// Workers that do no job.
private struct NoWorkers: JobPerformer {
    let localSlots = 1
    var farm: FarmJobs?

    func start() async throws {}

    func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value, madeBy: (FarmMaker) -> Void
    ) async throws -> Value {
        throw WorkerFailure.poolEnded
    }

    /// A command with which a pool starts no process.
    var command: WorkerCommand {
        var command = WorkerCommand(executable: "/nonexistent")
        command.performer = self
        return command
    }
}

/// A farm that a test plays, without workers of this machine.
@Suite("Jobs at the farm")
struct FarmInProcessTests {
    private let folder: TemporaryFolder
    private let farm: PlayedFarm

    init() throws {
        folder = try TemporaryFolder()
        farm = PlayedFarm(folder)
    }

    /// Sends requests to the farm while `body` runs.
    private func sending(_ count: Int, _ body: (FarmJobs) async throws -> Void) async throws {
        let use = farm.use()
        let queue = WorkerQueue(now: use.now)
        let jobs = FarmJobs(use, queue: queue)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await jobs.run() }
            defer {
                queue.close()
                jobs.close()
            }
            if let connect = use.connect { jobs.connect(connect { jobs.receive($0) }) }
            for number in 0..<count {
                var job = WorkerJob(request: [], timeLimit: .seconds(20))
                job.remoteTerms = RemoteTerms(request: [], kind: "\(number)", guess: 100, bytes: 0) { _ in true }
                let request = PendingRequest(job: job) { _ in AnswerHandler(receiver: NoFiles()) { _ in } }
                group.addTask {
                    _ = try? await withCheckedThrowingContinuation { continuation in
                        if request.wait(continuation) { queue.add(request) }
                    }
                }
            }
            try await eventually("the jobs are at the farm") { farm.jobs.count == count }
            try await body(jobs)
        }
    }

    @Test("a job is queued at the farm until the farm reports that it is executed")
    func phases() async throws {
        try await sending(3) { jobs in
            farm.report(.stage(FarmProgress(id: farm.jobs[0].id, phase: .executing, worker: "w1")))
            let phases = jobs.state.withLock { (state: inout FarmJobs.State) in
                state.runs.values.map { (run: FarmJobs.Run) in run.phase }
            }
            #expect(phases.count { $0 == .queued } == 2 && phases.count { $0 == .executing } == 1)
            #expect(jobs.work.queued == 2 && jobs.work.executing == 1)
        }
    }

    @Test("a stopped attempt cancels its job at the farm, unless the farm does not have it")
    func stopped() async throws {
        try await sending(1) { jobs in
            let id = farm.jobs[0].id
            let unsent = FarmAttempt(jobs, id: id + 1_000)
            unsent.stop()
            #expect(unsent.isStopped && farm.cancelled.isEmpty)
            let sent = FarmAttempt(jobs, id: id)
            #expect(!sent.isStopped)
            sent.stop()
            #expect(sent.isStopped && farm.cancelled == [id])
        }
    }

    // MARK: Verification

    private func sticker(_ word: String) -> MadeSticker {
        let findings = [Rule.damagedFile.finding(word)]
        return MadeSticker(
            result: StickerResult(art: nil, findings: findings, output: nil),
            answer: StickerAnswer(art: nil, findings: findings, output: nil), files: [])
    }

    /// Renders a sticker that the farm renders as `there` and this machine as `here`.
    private func verified(
        _ there: String, _ here: String, share: Double, mayBeRemote: Bool = true
    ) async throws -> (sticker: MadeSticker, isOwn: Bool, work: RemoteWork) {
        var use = farm.use()
        use.settings.verifyShare = share
        let jobs = FarmJobs(use, queue: WorkerQueue())
        let source = JobSource(file: "/drop/cats/cat.png", sha256: nil, limits: SourceLimits())
        return try await StickerPool.withWorkers(count: 1, command: NoWorkers(farm: jobs).command) { pool in
            let (made, isOwn) = try await pool.verified(of: source, fingerprint: "f", mayBeRemote: mayBeRemote) {
                mayBeRemote, madeBy in
                guard mayBeRemote else { return sticker(here) }
                madeBy(FarmMaker(worker: "w1", isCached: false))
                return sticker(there)
            }
            return (made, isOwn, jobs.work)
        }
    }

    @Test("another result than that of this machine is not used, and its worker is named as wrong")
    func different() async throws {
        let (made, isOwn, work) = try await verified("there", "here", share: 1)
        #expect(made.result == sticker("here").result && isOwn && work.verified == 0)
        #expect(farm.notices.contains("worker w1, has a different result for cat.png from this machine"))
    }

    @Test("an equal result is counted as verified")
    func equal() async throws {
        let (_, isOwn, work) = try await verified("same", "same", share: 1)
        #expect(isOwn && work.verified == 1 && farm.notices.isEmpty)
    }

    @Test("without a share to verify, the result of the farm is used, and a job of this machine never verified")
    func unverified() async throws {
        let there = try await verified("there", "here", share: 0)
        #expect(there.sticker.result == sticker("there").result && !there.isOwn)
        let here = try await verified("there", "here", share: 1, mayBeRemote: false)
        #expect(here.sticker.result == sticker("here").result && here.isOwn && here.work.verified == 0)
    }

    // MARK: The bridge

    @Test("answers of ended processes are removed when the bridge starts, and those of running processes stay")
    func leftovers() async throws {
        // No process has the first number: Linux has at most 4,194,304.
        for name in [
            "99999999.1.answer", "\(ProcessInfo.processInfo.processIdentifier).1.answer", "1.7.answer", "notes",
        ] {
            try folder.write("", to: "state/engine/\(name)")
        }
        var use = farm.use()
        use.folder = folder.file("state/engine")
        let jobs = FarmJobs(use, queue: WorkerQueue())
        // Without an identity of the renderer, the bridge is not started.
        let command = NoWorkers().command
        try await StickerPool.withWorkers(count: 1, command: command) { pool in
            await FarmProcess(use, command: command, jobs: jobs, logger: .silent).run(asking: pool)
        }
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: use.folder)) == ["1.7.answer", "notes"])
    }

    @Test("without a farm there is nothing to compare, and no folder is made for a picture")
    func noComparison() async throws {
        let comparison: FarmComparison? = try await StickerPool.withWorkers(count: 1, command: NoWorkers().command) {
            try await $0.compareFarm(in: folder.file("test"))
        }
        #expect(comparison == nil && !folder.has("test"))
    }
}
