import Intake

/// The tasks of the next cycles, and the times when a cycle starts without an event.
package struct WatchSchedule {
    /// A part of the drop folder.
    package enum ListingScope {
        case nothing
        /// Only these folders of the drop folder and files in them. The empty name stands for the files at the root.
        case some(ChangedFolders)
        case everything
    }

    /// The reason why a cycle starts without an event.
    package enum Deadline: Hashable {
        /// A file may have settled.
        case settle
        /// A missing source's grace period ends, or a person may have confirmed removals.
        case absence
        case publish
        case sheets
        /// The environment failed.
        case retry
        /// A source or a folder could not be read.
        case unreadable
        /// People must be notified of a file that waits.
        case feedback
        /// Removed notes are written again.
        case notes
        /// The published state may be saved.
        case snapshot
        /// The report is written.
        case report
        /// Recently published sources are planned again.
        case unsettled
        /// The memory of the last drops is released.
        case memory
        /// The complete state is recorded after another listing.
        case completion
    }

    /// The part of the drop folder that must be listed.
    private(set) var listing = ListingScope.everything
    /// Whether the manifest may have to be published again.
    package var needsPublishing = true
    /// Whether the drop folder changed, apart from finished results.
    var hasNewDrops = false
    private var deadlines: [Deadline: ContinuousClock.Instant] = [:]

    /// - Parameter folders: the folders to list first. Nil for all.
    package init(listing folders: Set<String>?) {
        if let folders { listing = .some(ChangedFolders(folders)) }
    }

    /// Resets the schedule to a listing.
    mutating func begin(listing folders: Set<String>?) { self = WatchSchedule(listing: folders) }

    /// The time at which a cycle begins for this reason. Nil if there is none.
    package subscript(deadline: Deadline) -> ContinuousClock.Instant? {
        get { deadlines[deadline] }
        set { deadlines[deadline] = newValue }
    }

    package var earliest: ContinuousClock.Instant? { deadlines.values.min() }

    /// Sets a deadline, unless an earlier one is set.
    package mutating func set(_ deadline: Deadline, atLatest time: ContinuousClock.Instant) {
        deadlines[deadline] = min(deadlines[deadline] ?? time, time)
    }

    /// Schedules folders for the next listing.
    package mutating func list(_ folders: Set<String>) { list(ChangedFolders(folders)) }

    /// Schedules folders and files for the next listing.
    package mutating func list(_ changed: ChangedFolders) {
        switch listing {
        case .nothing: listing = .some(changed)
        case .some(let others): listing = .some(others.union(changed))
        case .everything: break
        }
    }

    package mutating func listEverything() { listing = .everything }

    /// Returns the scope of the next listing and clears it.
    package mutating func takeListing() -> ListingScope {
        defer { listing = .nothing }
        return listing
    }

    /// Schedules an examination of everything.
    mutating func examineAll() {
        listEverything()
        needsPublishing = true
    }

    /// Removes the deadlines that are due.
    ///
    /// - Returns: these deadlines.
    package mutating func expire(at now: ContinuousClock.Instant) -> Set<Deadline> {
        var due: Set<Deadline> = []
        for (deadline, time) in deadlines where time <= now {
            deadlines[deadline] = nil
            due.insert(deadline)
            switch deadline {
            case .absence, .publish, .unsettled: needsPublishing = true
            case .settle, .unreadable, .sheets, .retry, .feedback, .notes, .snapshot, .report, .memory, .completion:
                break
            }
        }
        return due
    }
}
