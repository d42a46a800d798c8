/// Does the jobs of the render plane: the processes of a `WorkerPool`, or a test's own process.
package protocol JobPerformer: Sendable {
    /// The number of jobs that run at the same time on this machine.
    var localSlots: Int { get }
    /// The agents on other machines. Nil if there are none.
    var nodes: NodeBoard? { get }
    /// The share of remote results that are also rendered on this machine, from 0 to 1.
    var verifyShare: Double { get }

    /// Does a job.
    ///
    /// - Parameters:
    ///   - makeReceiver: makes the object that takes the files of the answer. It is called once per attempt.
    ///   - take: checks the answer and takes over the files, on a thread that may block.
    ///   - answeredBy: called with the agent that did the job, if it was not done on this machine.
    /// - Returns: the value that `take` returned.
    /// - Throws: `WorkerFailure`, `JobFileFailure`, the errors of the receiver and of `take`, `CancellationError`.
    func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value,
        answeredBy: (NodeRecord) -> Void
    ) async throws -> Value

    /// Prepares for a job that will come soon.
    ///
    /// - Throws: the errors of `perform`.
    func start() async throws

    /// Serves an agent that connected, until it ends.
    ///
    /// - Parameter descriptor: the descriptor of its socket, owned by the caller.
    /// - Returns: false if agents may not connect.
    func attach(_ descriptor: Int32) async -> Bool

    /// Takes no more jobs.
    func close()
}
