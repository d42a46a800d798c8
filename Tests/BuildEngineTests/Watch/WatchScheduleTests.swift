import BuildEngine
import Intake
import Testing

/// Tests the schedule. If it lost a folder, the folder would not be listed until the next rescan.
@Suite("The schedule of a watch")
struct WatchScheduleTests {
    private let start = ContinuousClock.now

    /// The folders to list. Nil for all folders.
    private func folders(_ scope: WatchSchedule.ListingScope) -> Set<String>? {
        switch scope {
        case .nothing: []
        case .some(let changed): changed.names
        case .everything: nil
        }
    }

    private func taken(_ schedule: inout WatchSchedule) -> Set<String>? { folders(schedule.takeListing()) }

    @Test("folders are collected until they are listed, and listed once")
    func collected() {
        var schedule = WatchSchedule(listing: ["cats"])
        schedule.list(["dogs"])
        schedule.list(DropIndex.changes(ofEventAt: "birds/Tit.png"))
        let first = taken(&schedule)
        let second = taken(&schedule)
        #expect(first == ["cats", "dogs", "birds"] && second == [])
        schedule.list(["cats"])
        let third = taken(&schedule)
        #expect(third == ["cats"])
    }

    @Test("a listing of everything is not replaced by one of some folders")
    func everything() {
        var schedule = WatchSchedule(listing: nil)
        schedule.list(["cats"])
        let first = taken(&schedule)
        #expect(first == nil)
        schedule.list(["cats"])
        schedule.listEverything()
        schedule.list(["dogs"])
        let second = taken(&schedule)
        #expect(second == nil)
    }

    @Test("a deadline is due once, and one that is set again is only moved forward")
    func deadlines() {
        var schedule = WatchSchedule(listing: nil)
        schedule.set(.settle, atLatest: start.advanced(by: .seconds(5)))
        schedule.set(.settle, atLatest: start.advanced(by: .seconds(9)))
        schedule[.report] = start.advanced(by: .seconds(7))
        #expect(schedule.earliest == start.advanced(by: .seconds(5)))
        let none = schedule.expire(at: start)
        let first = schedule.expire(at: start.advanced(by: .seconds(5)))
        let second = schedule.expire(at: start.advanced(by: .seconds(100)))
        let last = schedule.expire(at: start.advanced(by: .seconds(100)))
        #expect(none.isEmpty && first == [.settle] && second == [.report] && last.isEmpty)
        #expect(schedule.earliest == nil)
    }

    @Test(
        "the end of a grace period, of a pause between publications and of an unsettled state lead to a publication",
        arguments: [
            (.absence, true), (.publish, true), (.unsettled, true), (.settle, false), (.report, false),
            (.memory, false),
        ] as [(WatchSchedule.Deadline, Bool)])
    func publishing(deadline: WatchSchedule.Deadline, needsPublishing: Bool) {
        var schedule = WatchSchedule(listing: nil)
        schedule.needsPublishing = false
        schedule[deadline] = start
        let due = schedule.expire(at: start)
        #expect(due == [deadline] && schedule.needsPublishing == needsPublishing)
    }
}
