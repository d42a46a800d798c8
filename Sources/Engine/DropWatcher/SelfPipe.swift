import EngineSupport
import Glibc
import Synchronization

/// Lets a thread wait for a descriptor, and others end its waiting.
final class SelfPipe: Sendable {
    private let ends: (read: Int32, write: Int32)
    private let isRung = Atomic(false)

    /// - Throws: `EngineError` without a free descriptor.
    init() throws {
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

    /// Ends the waiting, now and forever.
    func ring() {
        guard !isRung.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var byte: UInt8 = 1
        write(ends.write, &byte, 1)
    }

    var hasRung: Bool { isRung.load(ordering: .acquiring) }

    /// Waits for a readable descriptor, a mount change, the timeout or a ring.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor, or -1.
    ///   - mounts: an open `/proc/self/mountinfo`, or -1.
    /// - Returns: whether a mount changed.
    @discardableResult
    func wait(descriptor: Int32 = -1, mounts: Int32 = -1, atMost time: Duration) -> Bool {
        guard !hasRung else { return false }
        var watched = [
            pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            // See proc(5): a change of the mounts is an exceptional condition.
            pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
        ]
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        // One millisecond more, so that due work is really due after the wait.
        _ = poll(&watched, nfds_t(watched.count), Int32(clamping: max(0, milliseconds) + 1))
        return mounts >= 0 && watched[2].revents != 0
    }
}
