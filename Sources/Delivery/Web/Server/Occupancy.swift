import Synchronization

/// How many connections a server has. When more than half of those it may have are taken, it has less patience with who
/// says nothing: otherwise whoever opens connections and sends nothing on them keeps others waiting for all of that time.
final class Occupancy: Sendable {
    private let room: Int
    private let taken = Atomic<Int>(0)

    /// - Parameter room: how many there may be.
    init(room: Int) {
        self.room = room
    }

    func enter() {
        taken.wrappingAdd(1, ordering: .relaxed)
    }

    func leave() {
        taken.wrappingSubtract(1, ordering: .relaxed)
    }

    /// How long a request is waited for.
    ///
    /// - Parameter limit: how long when there is room.
    func patience(_ limit: Duration) -> Duration {
        taken.load(ordering: .relaxed) > room / 2 ? limit / 5 : limit
    }
}
