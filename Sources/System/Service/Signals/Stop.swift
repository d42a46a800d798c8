import Dispatch
import Glibc
import JobModel
import Synchronization

/// A stop with a time limit. After the limit, the process is ended, even if threads are busy.
final class Stop: Sendable {
    private let limit: Duration
    private let timer = Mutex<(any DispatchSourceTimer)?>(nil)

    init(limit: Duration) {
        self.limit = limit
    }

    var hasBegun: Bool { timer.withLock { $0 != nil } }

    /// Starts the time limit of the stop. Returns false if the stop has already begun.
    func begin() -> Bool {
        timer.withLock { timer in
            guard timer == nil else { return false }
            let source = DispatchSource.makeTimerSource(queue: .global(qos: .userInteractive))
            source.setEventHandler { [limit] in
                let text =
                    "stickerd: the stop took longer than \(NumberFormat.number(limit.inSeconds, digits: 1)) s and was forced\n"
                BlockingWrite.writeWithoutWaiting(text, to: STDERR_FILENO)
                _exit(124)
            }
            source.schedule(deadline: .now() + limit.inSeconds)
            source.resume()
            timer = source
            return true
        }
    }

    /// Cancels the time limit, because the service has ended in time.
    func end() {
        timer.withLock { $0?.cancel() }
    }
}
