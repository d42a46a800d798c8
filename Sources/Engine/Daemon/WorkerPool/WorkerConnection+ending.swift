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
}

extension WorkerFailure.Ending {
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(status: code)
        case .signaled(let number): self = .signalled(number)
        }
    }
}
