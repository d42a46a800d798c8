import Synchronization

/// What is being said between the daemon and one worker process: a line is asked, a line is answered, and nothing is
/// said in between. Whoever ends it first says why, and the process is killed.
final class WorkerConnection: Sendable {
    /// Why there is no more to be said.
    enum Ending: Error, Equatable {
        /// The worker closed a pipe, as a dying process does.
        case hungUp
        /// The answer took longer than it may.
        case timedOut
        /// The caller has given up.
        case unwanted
        /// The worker spoke without being asked, or its answer cannot be read: what it says next could be taken for
        /// the answer to another request.
        case outOfStep(String)
        /// The answer can be read, and cannot be true.
        case rejected(String)
        /// The answer's line is longer than the limit.
        case tooLong
        /// It did not end by itself when its input was closed.
        case dismissed
    }

    private enum State {
        case idle
        case asked
        case answered([UInt8])
        case awaited(CheckedContinuation<Result<[UInt8], Ending>, Never>)
        case over(Ending)
    }

    /// The most bytes an answer may have.
    static let answerLimit = 16 << 20

    private let state = Mutex<(state: State, line: LineDecoder)>((.idle, LineDecoder(limit: answerLimit)))
    private let kill: @Sendable () -> Void

    /// - Parameter kill: kills the process and all its children; called once, while the process has not been reaped.
    init(kill: @escaping @Sendable () -> Void) {
        self.kill = kill
    }

    /// Why it is over, or nil while it goes on.
    var ending: Ending? {
        state.withLock { if case .over(let ending) = $0.state { ending } else { nil } }
    }

    /// Says that a request is about to be written; false when the worker can no longer be asked.
    func ask() -> Bool {
        state.withLock {
            guard case .idle = $0.state else { return false }
            $0.state = .asked
            return true
        }
    }

    /// The answer to what was asked, without its newline.
    func answer() async -> Result<[UInt8], Ending> {
        await withCheckedContinuation { continuation in
            let known = state.withLock { current -> Result<[UInt8], Ending>? in
                switch current.state {
                case .answered(let line):
                    current.state = .idle
                    return .success(line)
                case .over(let ending):
                    return .failure(ending)
                case .idle, .asked, .awaited:
                    current.state = .awaited(continuation)
                    return nil
                }
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Takes a piece of what the worker wrote to stdout.
    func receive(_ piece: UnsafeRawBufferPointer) {
        let (ending, answered) = state.withLock {
            current -> (Ending?, (CheckedContinuation<Result<[UInt8], Ending>, Never>, [UInt8])?) in
            switch current.state {
            case .over: return (nil, nil)
            case .idle, .answered: return (.outOfStep("it wrote to stdout without being asked"), nil)
            case .asked, .awaited: break
            }
            switch current.line.append(piece) {
            case .incomplete: return (nil, nil)
            case .tooLong: return (.tooLong, nil)
            case .overfull: return (.outOfStep("it is more than one line"), nil)
            case .complete(let line):
                if case .awaited(let continuation) = current.state {
                    current.state = .idle
                    return (nil, (continuation, line))
                }
                current.state = .answered(line)
                return (nil, nil)
            }
        }
        if let (continuation, line) = answered { continuation.resume(returning: .success(line)) }
        if let ending { end(ending) }
    }

    /// Ends it: whoever waits for an answer gets this instead, and the process is killed. Only the first ending counts.
    func end(_ ending: Ending) {
        let (isFirst, waiting) = state.withLock {
            current -> (Bool, CheckedContinuation<Result<[UInt8], Ending>, Never>?) in
            defer { if case .over = current.state {} else { current.state = .over(ending) } }
            return switch current.state {
            case .over: (false, nil)
            case .awaited(let continuation): (true, continuation)
            case .idle, .asked, .answered: (true, nil)
            }
        }
        guard isFirst else { return }
        // A process that is ending already keeps the status that it ended with: the kernel has recorded it before it
        // closes the pipes.
        kill()
        waiting?.resume(returning: .failure(ending))
    }
}
