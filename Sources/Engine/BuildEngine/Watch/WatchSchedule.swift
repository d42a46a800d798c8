import Intake

/// The work of the next cycle, and the times when a cycle starts without an event.
package struct WatchSchedule {
    /// The part of the drop folder that must be listed.
    package enum ListingScope {
        case nothing
        /// Some folders and files. The empty name means the drop folder itself.
        case some(ChangedFolders)
        case everything
    }

    /// The reason why a cycle starts without an event.
    package enum Deadline: Hashable {
        /// A file that was still changing may now be complete.
        case settle
        /// The grace period of a missing source has ended, or a person may have confirmed removals.
        case absence
        case publish
        case sheets
        /// A cycle is retried after a failure of the environment.
        case retry
        /// Unreadable sources and folders are read again.
        case unreadable
        /// A deferral has lasted long enough to be reported.
        case feedback
        /// Removed notes are written again.
        case notes
        /// The published state is saved as a snapshot.
        case snapshot
        /// The report is written.
        case report
        /// Recently published sources are planned again.
        case unsettled
        /// Memory that is no longer needed is released.
        case memory
        /// The complete state is recorded, after the drop folder has been listed again.
        case completion
    }

    /// The part of the drop folder that must be listed.
    private(set) var listing = ListingScope.everything
    /// Whether the next cycle must check for changes to publish.
    package var needsPublishing = true
    /// Whether the drop folder has changed since the last cycle that published.
    var hasNewDrops = false
    private var deadlines: [Deadline: ContinuousClock.Instant] = [:]

    /// - Parameter folders: the folders to list in the first cycle. Nil for all folders.
    package init(listing folders: Set<String>?) {
        if let folders { listing = .some(ChangedFolders(folders)) }
    }

    /// Resets the schedule to its initial state.
    mutating func begin(listing folders: Set<String>?) { self = WatchSchedule(listing: folders) }

    /// The time at which a cycle starts for this reason. Nil if no cycle is scheduled for this reason.
    package subscript(deadline: Deadline) -> ContinuousClock.Instant? {
        get { deadlines[deadline] }
        set { deadlines[deadline] = newValue }
    }

    package var earliest: ContinuousClock.Instant? { deadlines.values.min() }

    /// Sets a deadline, unless an earlier deadline is already set for the same reason.
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

    /// Schedules a listing of the whole drop folder and a publication.
    mutating func examineAll() {
        listEverything()
        needsPublishing = true
    }

    /// Removes the deadlines that are due.
    ///
    /// - Returns: the removed deadlines.
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
