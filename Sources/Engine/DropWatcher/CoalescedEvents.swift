/// The pending events of the drop folder. Keeps the last event of each path, up to a limit. Above the limit, all
/// events are replaced by one `lookEverywhere`.
package struct CoalescedEvents: Sendable {
    /// An event, and its arrival time.
    package struct Entry: Sendable, Hashable {
        package var event: DropEvent
        package var time: ContinuousClock.Instant
    }

    /// The maximum number of paths with pending events.
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
            // After a loss of events, earlier events about single files may be outdated.
            if event == .lookEverywhere(.overflow) { forgetPaths() }
            if entries.last?.event != event { entries.append(entry) }
            return
        }
        if let place = places[path] {
            // A `touched` event after another event adds no information. Programs often set times and permissions
            // after they have closed the file.
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

    /// Returns and removes all events, in the order in which their paths first had an event.
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
