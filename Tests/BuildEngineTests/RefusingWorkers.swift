import JobModel
import Synchronization
import WorkerPool

/// Workers in this process that do no job. Each job fails, as that of a worker that is stopped at its time limit.
final class RefusingWorkers: JobPerformer {
    let localSlots = 1
    let farm: FarmJobs? = nil
    private let asked = Mutex<Set<String>>([])

    /// The absolute paths of the sources for which a worker was asked.
    var sources: Set<String> { asked.withLock { $0 } }

    /// A command with which an engine starts no process.
    var command: WorkerCommand {
        var command = WorkerCommand(executable: "/nonexistent")
        command.performer = self
        return command
    }

    func start() async throws {}

    func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value, madeBy: (FarmMaker) -> Void
    ) async throws -> Value {
        asked.withLock { $0.formUnion(job.files.files.prefix(1).map(\.path)) }
        throw WorkerFailure.timedOut(seconds: 60)
    }
}
