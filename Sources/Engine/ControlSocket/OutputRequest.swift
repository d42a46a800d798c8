import Synchronization

/// A command's request for the output folder, as received by the watch. The request ends when its connection is closed,
/// because the command has finished or was killed.
package final class OutputRequest: Sendable {
    private enum State {
        case waiting(CheckedContinuation<Bool, Never>?)
        case granted
        case ended
    }

    private let state = Mutex(State.waiting(nil))

    package init() {}

    /// Whether the command no longer needs the output folder.
    package var isEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// Records that the watch has released its lock.
    package func grant() { move(to: .granted) }

    /// Records that the command has finished or was killed.
    func end() { move(to: .ended) }

    /// Waits until the watch has released its lock, or the command has ended.
    ///
    /// - Returns: whether the watch has released its lock.
    func isGranted() async -> Bool {
        await withCheckedContinuation { continuation in
            let isGranted: Bool? = state.withLock { state in
                switch state {
                case .waiting:
                    state = .waiting(continuation)
                    return nil
                case .granted: return true
                case .ended: return false
                }
            }
            if let isGranted { continuation.resume(returning: isGranted) }
        }
    }

    private func move(to next: State) {
        let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
            switch (state, next) {
            case (.ended, _): return nil
            case (.waiting(let waiting), _):
                state = next
                return waiting
            case (.granted, _):
                state = next
                return nil
            }
        }
        if case .granted = next { waiting?.resume(returning: true) } else { waiting?.resume(returning: false) }
    }
}
