import BuildEngine
import DropWatcher
import FileAccess
import Intake
import StateDatabase
import Testing

/// Tests the states of sources that arrive, are deferred and are removed.
@Suite("The table of sources")
struct SourceTableTests {
    private static let stamp = FileStat(size: 1, modified: 2, changed: 3, inode: 4, device: 5)

    private func entry(_ path: String, _ state: SourceStatus = .published) -> LedgerSource {
        LedgerSource(
            path: path, stamp: Self.stamp, sha256: "digest", pack: "cats", id: path, state: state,
            fingerprint: "fingerprint")
    }

    private func table(_ entries: LedgerSource...) -> SourceTable {
        SourceTable(digests: [:], entries: entries, catalog: nil)
    }

    @Test("added and removed files are dropped if there are many, and those with a meaning stay")
    func forgetsTransient() {
        var table = table(entry("known"))
        table.setAbsences(["missing": SourceState.Absence(since: .now, hadCopy: false)])
        for number in 0..<100 {
            table.setDeferral(.postponed, of: "temporary \(number)", at: .now)
        }
        table.forgetTransient(listed: 1) { ["listed", "temporary 7"] }
        #expect(Set(table.states.keys) == ["known", "missing", "temporary 7"])
        #expect(table.deferrals.keys.sorted() == ["temporary 7"])
    }

    @Test("a few added and removed files are not searched")
    func keepsFew() {
        var table = table(entry("known"))
        for number in 0..<10 { table.update("temporary \(number)") { $0.arrival = .now } }
        table.forgetTransient(listed: 1) {
            Issue.record("the paths are requested although they are not needed")
            return []
        }
        #expect(table.states.count == 11)
    }

    @Test("files that are missing after a publication are dropped, and temporary ones keep their entry")
    func concludes() {
        var table = table(entry("there"), entry("kept"), entry("gone"))
        table.update("temporary") { $0.arrival = .now }
        let kept = SourceState.Absence(since: .now, hadCopy: false)
        table.setAbsences(["kept": kept])
        table.noteRemoved(["kept", "gone"])
        table.conclude([entry("there"), entry("text", .ignored)], present: ["there"], kept: ["kept"])
        #expect(Set(table.states.keys) == ["there", "kept", "text"])
        #expect(table["kept"].entry != nil && table["kept"].absence != nil)
        table.setAbsences([:])
        #expect(table["kept"].absence == nil)
        table.conclude([entry("there")], present: ["there"], kept: [])
        #expect(Set(table.states.keys) == ["there", "text"])
        table.noteRemoved(["text"])
        table.conclude([entry("there")], present: ["there"], kept: [])
        #expect(Set(table.states.keys) == ["there"])
    }

    @Test(
        "the entry of an unreadable folder is removed when the folder is read, and not with the files at the root")
    func unreadableFolder() {
        var table = table(entry("root.svg"), entry("cats/a.svg"))
        let pack = ChangedFolders(["new"])
        for _ in 0..<2 {
            let unreadable = [entry("new", .ignored)]
            #expect(table.changes(to: unreadable, in: pack).sources.map(\.path) == ["new"])
            table.conclude(unreadable, present: [], kept: [], in: pack)
            let root = ChangedFolders([""])
            #expect(table.changes(to: [entry("root.svg")], in: root).removedSources.isEmpty)
            table.conclude([entry("root.svg")], present: ["root.svg"], kept: [], in: root)
            table.noteRemoved(["new"])
            #expect(table.changes(to: [entry("new/a.svg")], in: pack).removedSources == ["new"])
            table.conclude([entry("new/a.svg")], present: ["new/a.svg"], kept: [], in: pack)
            #expect(table["new"].entry == nil)
        }
    }

    @Test("a source that is deferred again before it was read has been deferred all the time")
    func deferredSince() {
        var table = table()
        let start = ContinuousClock.now
        let later = start.advanced(by: .seconds(10))
        table.setDeferral(.postponed, of: "a", at: start)
        _ = table.setDeferrals([:], in: ChangedFolders([""]), at: later)
        #expect(table.deferrals.isEmpty)
        #expect(table.longDeferrals(at: later).long.isEmpty)
        table.setDeferral(.unreadable(.unreadable("a", reason: "no")), of: "a", at: later)
        #expect(table.longDeferrals(at: start.advanced(by: .seconds(3))).long.keys.sorted() == ["a"])
    }

    @Test("a transfer is reported after a minute without progress, anything else after some seconds")
    func noticeDelays() {
        var table = table()
        let start = ContinuousClock.now
        table.setDeferral(.unfinished(.growing("a", bytes: 1)), of: "a", at: start)
        table.setDeferral(.unfinished(.growing("a", bytes: 2)), of: "a", at: start.advanced(by: .seconds(50)))
        table.setDeferral(.unfinished(.incomplete("b", missing: "its end", bytes: 1)), of: "b", at: start)
        let first = table.longDeferrals(at: start.advanced(by: .seconds(70)))
        #expect(first.long.keys.sorted() == ["b"])
        #expect(first.next == start.advanced(by: .seconds(110)))
        #expect(table.longDeferrals(at: start.advanced(by: .seconds(110))).long.count == 2)
    }

    @Test("equal deferrals are not a change")
    func sameDeferrals() {
        var table = table()
        let isNew = table.setDeferrals(["a": .postponed], in: ChangedFolders([""]), at: .now)
        let isNewAgain = table.setDeferrals(["a": .postponed], in: ChangedFolders([""]), at: .now)
        let isOther = table.setDeferrals(["b": .postponed], in: ChangedFolders([""]), at: .now)
        #expect(isNew == ["a"] && isNewAgain.isEmpty && isOther == ["a", "b"])
        #expect(table.deferrals == ["b": .postponed])
    }
}
