/// Does rendering jobs: the processes of a `WorkerPool`, or a test's own process.
package protocol JobPerformer: Sendable {
    /// The number of jobs that run at the same time on this machine.
    var localSlots: Int { get }
    /// The engine that also does jobs. Nil if there is none.
    var farm: FarmJobs? { get }

    /// Does a job.
    ///
    /// - Parameters:
    ///   - makeReceiver: creates the object that receives the files of the answer. Called once per attempt.
    ///   - take: checks the answer and adopts the files, on a thread that may block.
    ///   - madeBy: called with the maker of the answer, if it was not made on this machine.
    /// - Returns: the value that `take` returned.
    /// - Throws: `WorkerFailure`, `JobFileFailure`, the errors of the receiver and of `take`, `CancellationError`.
    func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value,
        madeBy: (FarmMaker) -> Void
    ) async throws -> Value

    /// Prepares for a job that will come soon.
    ///
    /// - Throws: the errors of `perform`.
    func start() async throws

    /// Accepts no more jobs.
    func close()
}
