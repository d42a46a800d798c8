import Subprocess

extension WorkerConnection {
    /// How long a worker may take to end by itself once its stdin is closed.
    private static let patience = Duration.seconds(2)

    /// Waits for the worker to end, and ends it if it does not.
    func farewell() async {
        guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
        end(.dismissed)
    }
}

extension WorkerConnection.Ending {
    /// Whether the worker is to blame, and not somebody who has no more use for it.
    var isDeath: Bool {
        switch self {
        case .dismissed, .unwanted: false
        default: true
        }
    }

    /// The error for the caller that got no answer.
    func failure(
        of ticket: PendingRequest<some Decodable & Sendable>, exit: WorkerFailure.Ending, outputTail: String
    ) -> any Error {
        switch self {
        case .hungUp, .dismissed: WorkerFailure.died(exit, outputTail: outputTail)
        case .timedOut: WorkerFailure.timedOut(seconds: ticket.timeLimit / .seconds(1))
        case .unwanted: CancellationError()
        case .outOfStep(let detail): WorkerFailure.unreadableAnswer(detail)
        case .rejected(let reason): WorkerFailure.rejectedAnswer(reason)
        case .tooLong: WorkerFailure.answerTooLong(limit: WorkerConnection.answerLimit)
        }
    }

    /// The error for the caller whose request the process never saw, for it was not ready for one.
    func failureToStart(_ command: WorkerCommand, exit: WorkerFailure.Ending, outputTail: String) -> any Error {
        let fault: WorkerFailure.StartFault
        switch self {
        case .unwanted: return CancellationError()
        case .hungUp, .dismissed: fault = .ended(exit)
        case .timedOut: fault = .noAnswer(seconds: command.startLimit / .seconds(1))
        case .outOfStep(let detail), .rejected(let detail): fault = .unreadableAnswer(detail)
        case .tooLong: fault = .unreadableAnswer("it wrote more than \(WorkerConnection.answerLimit) bytes")
        }
        return WorkerFailure.didNotStart(executable: command.executable, fault, outputTail: outputTail)
    }
}

extension WorkerFailure.Ending {
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(status: code)
        case .signaled(let number): self = .signalled(number)
        }
    }
}
