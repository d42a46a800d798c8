/// Performs rendering jobs. A `WorkerPool` performs them in worker processes, and a test can perform them in its own
/// process.
package protocol JobPerformer: Sendable {
    /// The number of jobs that run at the same time on this machine.
    var localSlots: Int { get }
    /// The farm that also performs jobs. Nil if there is none.
    var farm: FarmJobs? { get }

    /// Performs a job.
    ///
    /// - Parameters:
    ///   - makeReceiver: creates the receiver of the answer's files. Called once per attempt.
    ///   - take: checks the answer and uses the files. Called on a thread that may block. Throws `RejectedAnswer` for
    ///     an invalid answer; the worker is then ended. Other errors are thrown to the caller.
    ///   - madeBy: called with the maker of the answer if the farm made it.
    /// - Returns: the value that `take` returned.
    /// - Throws: `WorkerFailure`; `JobFileFailure` if a file cannot be sent; the errors of the receiver and of `take`;
    ///   `CancellationError` if the task is cancelled.
    func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value,
        madeBy: (FarmMaker) -> Void
    ) async throws -> Value

    /// Starts a worker for a job that will follow soon.
    ///
    /// - Throws: the errors of `perform`.
    func start() async throws
}
