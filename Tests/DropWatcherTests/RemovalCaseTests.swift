import DropWatcher
import FileAccess
import Intake
import Testing

/// Tests the decision about missing sources, without files and without a clock.
@Suite("Which stickers of missing sources are removed")
struct RemovalCaseTests {
    private let start = ContinuousClock.now
    private let grace = Duration.seconds(10)
    private let library = RemovalCase.Library(published: 100)

    private func removals(
        _ sources: [String: RemovalCase.Source], unreadable: Set<String> = [], listed: Set<String>? = nil,
        present: Set<String> = [], share: Double = 0.5, library: RemovalCase.Library? = nil,
        folder: RemovalCase.Folder? = nil, after delay: Duration = .zero
    ) -> Removals {
        var question = RemovalCase(
            sources: sources, seen: .made(present: present, unreadable: unreadable, listed: listed),
            policy: RemovalCase.Policy(grace: grace, massRemoval: MassRemovalCheck(share: share)),
            library: library ?? self.library, now: start.advanced(by: delay))
        question.folder = folder ?? .known(.sample)
        return question.decide()
    }

    private func source(missingSince since: ContinuousClock.Instant? = nil, device: UInt64 = 3) -> RemovalCase.Source {
        RemovalCase.Source(
            stamp: FileStat(size: 9, modified: 1, changed: 2, inode: 7, device: device),
            absence: since.map { SourceAbsence(since: $0, hadCopy: false) })
    }

    @Test("a present source is not decided")
    func present() {
        let removals = removals(["a.png": source(missingSince: start)], present: ["a.png"], after: .seconds(60))
        #expect(removals.decisions.isEmpty && removals.absences.isEmpty)
        #expect(!removals.keepsSticker(ofSource: "a.png"))
    }

    @Test("a source that cannot be examined keeps its sticker, and its absence does not start")
    func unreadable() {
        let removals = removals(
            ["cats/a.png": source(missingSince: start), "dogs/a.png": source(), "birds/a.png": source()],
            unreadable: ["cats", "dogs/a.png"], listed: ["cats", "dogs"], after: .seconds(60))
        #expect(
            removals.decisions == [
                "cats/a.png": .keep(.unreadable), "dogs/a.png": .keep(.unreadable), "birds/a.png": .keep(.notLookedAt),
            ])
        #expect(removals.absences.isEmpty && removals.lookAgain == nil)
    }

    @Test("a missing source has a grace period, and then its sticker is removed")
    func waits() {
        let first = removals(["a.png": source()])
        #expect(first.decisions == ["a.png": .wait(until: start.advanced(by: grace))])
        #expect(first.absences == ["a.png": SourceAbsence(since: start, hadCopy: false)])
        #expect(first.lookAgain == start.advanced(by: grace))
        let last = removals(["a.png": source(missingSince: start)], after: grace)
        #expect(last.retired == ["a.png"] && last.kept.isEmpty && last.lookAgain == nil)
    }

    @Test("the sticker of a moved source is removed immediately, unless the new path was already a copy")
    func moved() {
        var moved = source()
        moved.isElsewhere = true
        #expect(removals(["a.png": moved]).retired == ["a.png"])
        moved.hadCopy = true
        #expect(removals(["a.png": moved]).retired.isEmpty)
        moved.absence = SourceAbsence(since: start, hadCopy: true)
        moved.hadCopy = false
        #expect(removals(["a.png": moved]).retired.isEmpty)
    }

    @Test("nothing is removed while art has not been read: it may be the same under another path")
    func unread() {
        var library = library
        library.hasUnread = true
        let removals = removals(["a.png": source(missingSince: start)], library: library, after: .seconds(60))
        #expect(removals.retired.isEmpty)
        #expect(removals.lookAgain.map { $0 > start.advanced(by: .seconds(60)) } == true)
    }

    @Test("nothing is removed before the drop folder was examined, or after it was replaced")
    func unknownFolder() {
        let sources = ["a.png": source(missingSince: start)]
        let unasked = removals(sources, folder: .unknown(.notLookedAt), after: .seconds(60))
        #expect(unasked.decisions == ["a.png": .keep(.notLookedAt)] && unasked.needsFolder)
        let other = removals(sources, folder: .unknown(.changedWhileListing), after: .seconds(60))
        #expect(other.retired.isEmpty && other.massDecision == .outdated)
        #expect(removals([:], folder: .unknown(.changedWhileListing)).massDecision == .proceed)
    }

    @Test("when most sources are missing, all stickers stay until a person confirms that number")
    func massRemoval() throws {
        let sources = Dictionary(uniqueKeysWithValues: (0..<60).map { ("\($0).png", source(missingSince: start)) })
        let held = removals(sources, after: .seconds(60))
        let hold = try #require(held.hold)
        #expect(hold.cause == .massRemoval && hold.vanished == 60 && hold.known == 100)
        #expect(held.retired.isEmpty && held.kept.count == 60)
        #expect(held.agreed().retired.count == 60 && held.agreed().hold == nil)
        var facts = DropFolderFacts.sample
        facts.accepted = hold
        #expect(removals(sources, folder: .known(facts), after: .seconds(60)).retired.count == 60)
        facts.accepted?.vanished = 59
        #expect(removals(sources, folder: .known(facts), after: .seconds(60)).retired.isEmpty)
    }

    @Test("sources that are waited for count as missing together with those whose time is over")
    func countsWaiting() {
        var sources = Dictionary(uniqueKeysWithValues: (0..<59).map { ("\($0).png", source()) })
        sources["first.png"] = source(missingSince: start.advanced(by: .seconds(-60)))
        #expect(removals(sources).hold?.vanished == 60)
        #expect(removals(sources).retired.isEmpty)
    }

    @Test("a pack on another device keeps its stickers, and other packs lose theirs")
    func otherDevice() {
        let sources = ["cats/a.png": source(missingSince: start), "dogs/a.png": source(missingSince: start)]
        var facts = DropFolderFacts.sample
        facts.devices = ["cats": 4, "dogs": 3]
        let removals = removals(sources, folder: .known(facts), after: .seconds(60))
        #expect(removals.hold?.packFolders == ["cats"])
        #expect(removals.retired == ["dogs/a.png"] && removals.kept == ["cats/a.png"])
        var library = library
        library.populatedFolders = ["cats"]
        #expect(self.removals(sources, library: library, folder: .known(facts), after: .seconds(60)).hold == nil)
    }

    @Test("the sticker of a source without a decision stays unless the source exists")
    func notAsked() {
        let removals = removals([:], present: ["a.png"])
        #expect(!removals.keepsSticker(ofSource: "a.png"))
        #expect(removals.keepsSticker(ofSource: "missing.png"))
    }

    @Test("a preview asks no questions, and keeps stickers of sources that cannot be examined")
    func preview() {
        let seen = DropView.made(present: [], unreadable: ["cats"], listed: nil)
        let removals = Removals.preview(seen, sources: ["a.png", "b.png", "c.png", "d.png", "cats/a.png"])
        #expect(removals.hold == nil)
        #expect(removals.retired == ["a.png", "b.png", "c.png", "d.png"] && removals.kept == ["cats/a.png"])
    }
}

extension DropView {
    static func made(present: some Collection<String>, unreadable: Set<String>, listed: Set<String>?) -> DropView {
        let stamp = FileStat(size: 1, modified: 1, changed: 1, inode: 1, device: 3)
        let listing = DropListing(
            packs: [],
            art: present.map { path in
                ScannedSource(
                    path: path, absolutePath: "/drop/\(path)", pack: "", title: "", id: "", stamp: stamp,
                    choice: .chosen, sidecar: nil, findings: [])
            },
            ignored: unreadable.sorted().map { IgnoredEntry(path: $0, reason: .unreadable) })
        return listed.map { DropView(of: listing, folders: $0) } ?? DropView(ofEverything: listing)
    }
}

extension DropFolderFacts {
    static let sample = DropFolderFacts(
        before: FolderIdentity(mark: "M", device: 3, inode: 2, fileSystem: 1),
        now: FolderIdentity(mark: "M", device: 3, inode: 2, fileSystem: 1))
}
