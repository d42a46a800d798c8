import EngineSupport
import Glibc
import WorkerProtocol

/// The workers that make stickers.
typealias StickerPool = WorkerPool<WorkerRequest, WorkerResponse>

extension StickerPool {
    /// Has workers start that will soon be needed, all at the same time. One that cannot start says why when it is asked
    /// for something.
    func warm(_ count: Int) async {
        await withTaskGroup { group in
            for _ in 0..<max(count, 0) {
                group.addTask { _ = try? await perform(.greeting, timeLimit: .seconds(60)) }
            }
        }
    }

    /// Has a worker answer a request, and asks another when it dies, is stopped at the time limit, or gives an answer that
    /// is rejected.
    ///
    /// - Parameter take: takes over the files of an answer that can be true; it throws as the check of `perform`.
    /// - Throws: as `perform`; a `WorkerFailure` when no attempt is left.
    func persist(
        _ request: WorkerRequest, timeLimit: Duration,
        taking take: @escaping @Sendable (WorkerResponse) async throws -> Void = { _ in }
    ) async throws -> WorkerResponse {
        var failures = 0
        while true {
            do {
                return try await perform(request, timeLimit: timeLimit) { response in
                    let checked = try response.checked(for: request)
                    try await take(checked)
                    return checked
                }
            } catch let failure as WorkerFailure {
                failures += 1
                guard failures < failure.patience else { throw failure }
            }
        }
    }
}

extension DaemonError {
    /// A worker answers what was not asked: it is not of this version.
    static let otherAnswer = DaemonError.worker("A worker answered another question than it was asked.")
}

extension WorkerFailure {
    /// How often a request may end like this before it is to blame. Somebody else may have sent SIGKILL: the kernel
    /// when memory ran out, or a person.
    fileprivate var patience: Int {
        switch self {
        case .died(.signalled(SIGKILL), _), .didNotStart(_, .ended(.signalled(SIGKILL)), _): 4
        case .timedOut, .died, .didNotStart, .unreadableAnswer, .rejectedAnswer, .answerTooLong: 2
        case .couldNotStart, .otherVersion, .poolEnded, .unwritableRequest: 1
        }
    }
}
