/// What the next cycles of the watch have to do, and when one begins though nothing happened.
struct WatchSchedule {
    /// Why a cycle begins without an event.
    enum Deadline: Hashable {
        /// A file may have settled.
        case settle
        /// A missing source's grace period ends, or a person may have confirmed removals.
        case absence
        case publish
        case sheets
        /// The environment failed.
        case retry
        /// A worker could not read a source.
        case unreadable
        /// A file has waited for so long that people are notified.
        case feedback
        /// The published state may be saved.
        case snapshot
    }

    /// The drop folder has to be listed.
    var needsListing = true
    /// Something changed that the manifest may have to follow.
    var needsPublishing = true
    /// Something changed in the drop folder, and not only in what was finished.
    var hasNewDrops = false
    /// Memory was used that a watch without work does not need.
    var hasMemoryToRelease = true
    private var deadlines: [Deadline: ContinuousClock.Instant] = [:]

    /// When a cycle begins for this reason; nil when there is none.
    subscript(deadline: Deadline) -> ContinuousClock.Instant? {
        get { deadlines[deadline] }
        set { deadlines[deadline] = newValue }
    }

    var earliest: ContinuousClock.Instant? { deadlines.values.min() }

    /// Moves a deadline forward, if this is earlier.
    mutating func set(_ deadline: Deadline, atLatest time: ContinuousClock.Instant) {
        deadlines[deadline] = min(deadlines[deadline] ?? time, time)
    }

    /// Everything is examined again.
    mutating func examineAll() {
        needsListing = true
        needsPublishing = true
    }

    /// Notes what is due; it has no deadline any more.
    mutating func expire(at now: ContinuousClock.Instant) {
        for (deadline, time) in deadlines where time <= now {
            deadlines[deadline] = nil
            switch deadline {
            case .absence, .publish: needsPublishing = true
            case .settle, .unreadable: needsListing = true
            case .sheets, .retry, .feedback, .snapshot: break
            }
        }
    }
}
