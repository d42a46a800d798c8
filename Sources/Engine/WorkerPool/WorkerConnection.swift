import CLinux
import Glibc
import Synchronization

/// The conversation between the daemon and one worker process: the worker sends hello, receives jobs, and answers them.
/// A separate thread reads and writes the pipes (`WorkerSession`). When the connection ends, its first cause is
/// recorded and the process is killed.
final class WorkerConnection: RequestAttempt {
    /// The reason why the connection has ended.
    enum Ending: Error, Equatable {
        /// The worker closed a pipe, as a dying process does.
        case hungUp
        /// The answer or the hello exceeded its time limit.
        case timedOut
        /// The worker did not read a file that it had requested.
        case stalled
        /// The caller has cancelled the request.
        case unwanted
        /// The worker violated the protocol, so its next bytes could be misinterpreted.
        case violation(String)
        /// The answer is readable but impossible.
        case rejected(String)
        /// The system could not start a thread for the connection. Contains the reason.
        case noThread(String)
        /// The worker is no longer needed.
        case dismissed
    }

    /// The result of a job.
    enum Outcome {
        case done
        /// The job failed, but not because of the worker.
        case failed(any Error)
        /// The connection ended during the job.
        case over(Ending)
        /// The connection had ended before the worker received the job.
        case neverAsked
    }

    /// A job for the thread.
    struct Order: Sendable {
        let request: PendingRequest
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var ending: Ending?
        /// The descriptor that wakes the thread: the writing end of a pipe. Nil after the thread has ended.
        var wake: Int32?
        var hello: [UInt8]?
        var greeting: CheckedContinuation<Result<[UInt8], Ending>, Never>?
        var order: Order?
        var isFinishing = false

        mutating func signal() {
            guard let wake else { return }
            _ = Glibc.write(wake, [UInt8(1)], 1)
        }
    }

    private let state: Mutex<State>
    private let kill: @Sendable () -> Void

    /// - Parameters:
    ///   - wake: the non-blocking write end of a pipe, owned by the thread.
    ///   - kill: kills the process and all its children; called once, while the process has not been reaped.
    init(wake: Int32, kill: @escaping @Sendable () -> Void) {
        state = Mutex(State(wake: wake))
        self.kill = kill
    }

    /// The reason why the connection has ended. Nil while it is open.
    var ending: Ending? { state.withLock { $0.ending } }

    /// The description that the process sent, as JSON.
    func hello() async -> Result<[UInt8], Ending> {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Result<[UInt8], Ending>? in
                if let hello = state.hello { return .success(hello) }
                if let ending = state.ending { return .failure(ending) }
                if state.wake == nil { return .failure(.hungUp) }
                state.greeting = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Lets the worker do a job.
    func perform(_ request: PendingRequest) async -> Outcome {
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                guard state.ending == nil, state.wake != nil else { return false }
                state.order = Order(request: request, continuation: continuation)
                state.signal()
                return true
            }
            if !isTaken { continuation.resume(returning: .neverAsked) }
        }
    }

    /// Closes the worker's input after the last job, so that the worker ends.
    func finish() {
        state.withLock { state in
            state.isFinishing = true
            state.signal()
        }
    }

    /// Ends the connection and kills the process. Only the first ending is recorded.
    func end(_ ending: Ending) {
        let isFirst = state.withLock { state in
            guard state.ending == nil else { return false }
            state.ending = ending
            state.signal()
            return true
        }
        // A process that is already ending keeps its own status, because the kernel records it before it closes the
        // pipes.
        if isFirst { kill() }
    }

    func stop() { end(.unwanted) }

    // MARK: For the thread

    /// The next step of the thread.
    enum Step {
        case wait
        case perform(Order)
        case finish
        case end(Ending)
    }

    func nextStep() -> Step {
        state.withLock { state in
            if let order = state.order {
                state.order = nil
                return .perform(order)
            }
            if let ending = state.ending { return .end(ending) }
            return state.isFinishing ? .finish : .wait
        }
    }

    func greeted(_ hello: [UInt8]) {
        let greeting = state.withLock { state in
            state.hello = hello
            defer { state.greeting = nil }
            return state.greeting
        }
        greeting?.resume(returning: .success(hello))
    }

    /// Records the end of the thread. The descriptor that wakes it may be closed afterwards.
    func threadEnded() {
        let (greeting, order, ending) = state.withLock { state in
            defer { (state.greeting, state.order, state.wake) = (nil, nil, nil) }
            return (state.greeting, state.order, state.ending ?? .hungUp)
        }
        greeting?.resume(returning: .failure(ending))
        order?.continuation.resume(returning: .neverAsked)
    }
}

extension WorkerConnection.Ending {
    /// Whether the worker caused the end, and not a caller.
    var isDeath: Bool {
        switch self {
        case .dismissed, .unwanted, .noThread: false
        default: true
        }
    }

    /// The error for a caller that got no answer.
    ///
    /// - Parameters:
    ///   - timeLimit: the time limit of the job.
    ///   - exit: how the process ended.
    func failure(
        timeLimit: Duration, command: WorkerCommand, exit: WorkerFailure.Ending, outputTail: String
    ) -> any Error {
        switch self {
        case .hungUp, .dismissed: WorkerFailure.died(exit, outputTail: outputTail)
        case .timedOut: WorkerFailure.timedOut(seconds: timeLimit / .seconds(1))
        case .stalled: WorkerFailure.stalled(seconds: command.transferLimit / .seconds(1))
        case .unwanted: CancellationError()
        case .noThread(let reason): WorkerFailure.couldNotStart(executable: command.executable, reason: reason)
        case .violation(let detail): WorkerFailure.unreadableAnswer(detail)
        case .rejected(let reason): WorkerFailure.rejectedAnswer(reason)
        }
    }

    /// The error for a caller whose request the process never received, because the process was not ready.
    func failureToStart(_ command: WorkerCommand, exit: WorkerFailure.Ending, outputTail: String) -> any Error {
        let fault: WorkerFailure.StartFault
        switch self {
        case .unwanted: return CancellationError()
        case .noThread(let reason):
            return WorkerFailure.couldNotStart(executable: command.executable, reason: reason)
        case .hungUp, .dismissed, .stalled: fault = .ended(exit)
        case .timedOut: fault = .noAnswer(seconds: command.startLimit / .seconds(1))
        case .violation(let detail), .rejected(let detail): fault = .unreadableAnswer(detail)
        }
        return WorkerFailure.didNotStart(executable: command.executable, fault, outputTail: outputTail)
    }
}
