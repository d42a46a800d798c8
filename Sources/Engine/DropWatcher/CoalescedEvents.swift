/// Pending events of the drop folder: the last event of each path, up to a limit. Beyond the limit they become one
/// `lookEverywhere`.
package struct CoalescedEvents: Sendable {
    /// An event, and its arrival time.
    package struct Entry: Sendable, Hashable {
        package var event: DropEvent
        package var time: ContinuousClock.Instant
    }

    /// The maximum number of paths that are held.
    private let capacity: Int
    private var entries: [Entry] = []
    /// The position of a path's event in `entries`.
    private var places: [String: Int] = [:]

    package init(capacity: Int = 4096) {
        self.capacity = capacity
    }

    package var isEmpty: Bool { entries.isEmpty }

    package mutating func add(_ event: DropEvent, at time: ContinuousClock.Instant = .now) {
        let entry = Entry(event: event, time: time)
        guard let path = event.path else {
            // Events about single files before a loss of events may be outdated.
            if event == .lookEverywhere(.overflow) { forgetPaths() }
            if entries.last?.event != event { entries.append(entry) }
            return
        }
        if let place = places[path] {
            // It adds nothing to an earlier event: a program that sets times and permissions after closing the file
            // does not open the file again.
            if case .touched = event { return }
            entries[place] = entry
        } else if places.count < capacity {
            places[path] = entries.count
            entries.append(entry)
        } else {
            forgetPaths()
            if !entries.contains(where: { $0.event == .lookEverywhere(.flood) }) {
                entries.append(Entry(event: .lookEverywhere(.flood), time: time))
            }
        }
    }

    /// All events, in the order of the first event of their paths. The collection is empty afterwards.
    package mutating func takeAll() -> [Entry] {
        defer {
            entries = []
            places = [:]
        }
        return entries
    }

    private mutating func forgetPaths() {
        entries.removeAll { $0.event.path != nil }
        places = [:]
    }
}
