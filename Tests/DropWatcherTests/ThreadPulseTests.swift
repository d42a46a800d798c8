import DropWatcher
import Synchronization
import Testing

@Suite("The pulse of the watching thread")
struct ThreadPulseTests {
    private final class Clock: Sendable {
        private let time = Mutex(SuspendingClock.now)

        var now: SuspendingClock.Instant { time.withLock { $0 } }

        func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
    }

    @Test("names the work of a thread that has stopped, until it continues")
    func stall() {
        let clock = Clock()
        let pulse = ThreadPulse { clock.now }
        pulse.beat("it lists dogs")
        clock.advance(by: .seconds(60))
        #expect(pulse.stall == nil)
        clock.advance(by: .seconds(20))
        #expect(
            pulse.stall
                == "The thread that watches the drop folder has made no progress for 80 seconds; the limit is 60. "
                + "Since then it lists dogs.")
        pulse.beat("it waits for changes")
        #expect(pulse.stall == nil)
    }

    @Test("ends with the thread")
    func ended() {
        let clock = Clock()
        let pulse = ThreadPulse { clock.now }
        pulse.end()
        clock.advance(by: .seconds(100))
        #expect(pulse.stall == nil)
    }
}
