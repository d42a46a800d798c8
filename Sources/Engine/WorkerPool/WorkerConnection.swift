import CLinux
import Glibc
import Synchronization

/// The connection between the daemon and one worker process. The worker sends a hello, and then receives and answers
/// jobs. A separate thread reads and writes the pipes (`WorkerSession`). When the connection ends, the first cause is
/// recorded and the process is killed.
package final class WorkerConnection: RequestAttempt {
    /// The reason why the connection has ended.
    package enum Ending: Error, Equatable {
        /// The worker closed a pipe, as a dying process does.
        case hungUp
        /// The answer or the hello exceeded its time limit.
        case timedOut
        /// The worker did not read a file that it had requested.
        case stalled
        /// The request was cancelled, or another attempt has answered it.
        case unwanted
        /// The worker violated the protocol. Contains a description.
        case violation(String)
        /// The answer follows the protocol, but its content is invalid. Contains the reason.
        case rejected(String)
        /// The system could not start a thread for the connection. Contains the reason.
        case noThread(String)
        /// The worker is not needed any more.
        case dismissed
    }

    /// The result of a job.
    package enum Outcome {
        case done
        /// The job failed, and the worker is not the cause.
        case failed(any Error)
        /// The connection ended during the job.
        case over(Ending)
        /// The connection had ended before the worker received the job.
        case neverAsked
    }

    /// A job for the thread.
    package struct Order: Sendable {
        package let request: PendingRequest
        package let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var ending: Ending?
        /// The write end of the pipe that wakes the thread. Nil after the thread has ended.
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
    ///   - wake: the non-blocking write end of the pipe that wakes the thread. The thread closes it.
    ///   - kill: kills the process and its children. Called at most once.
    package init(wake: Int32, kill: @escaping @Sendable () -> Void) {
        state = Mutex(State(wake: wake))
        self.kill = kill
    }

    /// The reason why the connection has ended. Nil while it is open.
    package var ending: Ending? { state.withLock { $0.ending } }

    /// Waits for the hello of the worker, which is the description of the renderer as JSON.
    package func hello() async -> Result<[UInt8], Ending> {
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

    /// Passes a job to the thread, and waits for the outcome.
    package func perform(_ request: PendingRequest) async -> Outcome {
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

    /// Lets the thread close the input of the worker after the last job, so that the worker exits.
    package func finish() {
        state.withLock { state in
            state.isFinishing = true
            state.signal()
        }
    }

    /// Ends the connection and kills the process. Only the first ending is recorded.
    package func end(_ ending: Ending) {
        let isFirst = state.withLock { state in
            guard state.ending == nil else { return false }
            state.ending = ending
            state.signal()
            return true
        }
        // The kill does not change the exit status of a process that has already ended.
        if isFirst { kill() }
    }

    package func stop() { end(.unwanted) }

    // MARK: For the thread

    /// The next step of the thread.
    package enum Step {
        case wait
        case perform(Order)
        case finish
        case end(Ending)
    }

    package func nextStep() -> Step {
        state.withLock { state in
            if let order = state.order {
                state.order = nil
                return .perform(order)
            }
            if let ending = state.ending { return .end(ending) }
            return state.isFinishing ? .finish : .wait
        }
    }

    package func greeted(_ hello: [UInt8]) {
        let greeting = state.withLock { state in
            state.hello = hello
            defer { state.greeting = nil }
            return state.greeting
        }
        greeting?.resume(returning: .success(hello))
    }

    /// Records that the thread has ended, and resumes all callers. The pipes may be closed afterwards.
    package func threadEnded() {
        let (greeting, order, ending) = state.withLock { state in
            defer { (state.greeting, state.order, state.wake) = (nil, nil, nil) }
            return (state.greeting, state.order, state.ending ?? .hungUp)
        }
        greeting?.resume(returning: .failure(ending))
        order?.continuation.resume(returning: .neverAsked)
    }
}

extension WorkerConnection.Ending {
    /// Whether the worker died or was killed because of its behaviour. False if the daemon or a caller ended the
    /// connection.
    package var isDeath: Bool {
        switch self {
        case .dismissed, .unwanted, .noThread: false
        default: true
        }
    }

    /// The error for a request that got no answer.
    ///
    /// - Parameters:
    ///   - timeLimit: the time limit of the job.
    ///   - exit: the exit status or the signal of the process.
    ///   - outputTail: the end of the standard error of the process.
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

    /// The error for a request that the process never received, because the process did not become ready.
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
