import EngineSupport
import Glibc
import Synchronization

/// Lets a thread wait for a file descriptor until another thread wakes it up.
package final class SelfPipe: Sendable {
    private let ends: (read: Int32, write: Int32)
    private let isRung = Atomic(false)

    /// - Throws: `EngineError` if no file descriptor is available.
    package init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw EngineError.environment(errno: errno, path: "pipe", action: "wait for events")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    /// Wakes up the waiting thread. From then on, `wait` returns immediately.
    package func ring() {
        guard !isRung.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var byte: UInt8 = 1
        write(ends.write, &byte, 1)
    }

    package var hasRung: Bool { isRung.load(ordering: .acquiring) }

    /// Waits until a descriptor is readable, a mount changes, the time has passed, or `ring` is called.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor to wait for. -1 for none.
    ///   - mounts: an open `/proc/self/mountinfo`. -1 for none.
    /// - Returns: whether a mount has changed.
    @discardableResult
    package func wait(descriptor: Int32 = -1, mounts: Int32 = -1, atMost time: Duration) -> Bool {
        guard !hasRung else { return false }
        var watched = [
            pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            // A change of the mounts is reported as an exceptional condition; see proc(5).
            pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
        ]
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        // Waits one millisecond longer, so that the time has certainly passed when `wait` returns.
        _ = poll(&watched, nfds_t(watched.count), Int32(clamping: max(0, milliseconds) + 1))
        return mounts >= 0 && watched[2].revents != 0
    }
}
