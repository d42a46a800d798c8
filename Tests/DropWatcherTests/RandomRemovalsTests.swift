import DropWatcher
import FileAccess
import Intake
import TestSupport
import Testing

/// Tests rules that must be true for every library, every listing of the drop folder and every configuration.
@Suite("Removals of random libraries")
struct RandomRemovalsTests {
    private static let folders = ["", "cats/", "dogs/", "dogs/messages/"]
    private static let paths = folders.flatMap { folder in (0..<6).map { "\(folder)\($0).png" } }

    /// The known sources, the listing of the drop folder, and the configuration.
    private struct Triple {
        var question: RemovalCase
        var present: [String]
        var unreadable: Set<String>
        var listed: Set<String>?

        /// Whether a path was examined. It is determined from the definition, and not with the tested code.
        func isKnown(_ path: String) -> Bool {
            let parts = path.split(separator: "/").map(String.init)
            let prefixes = (1...parts.count).map { parts.prefix($0).joined(separator: "/") }
            guard unreadable.isDisjoint(with: prefixes) else { return false }
            return listed?.contains(parts.count == 1 ? "" : parts[0]) ?? true
        }
    }

    private func triple(_ chance: inout Chance) -> Triple {
        let start = ContinuousClock.now
        var sources: [String: RemovalCase.Source] = [:]
        var present: [String] = []
        var unreadable: Set<String> = []
        for folder in ["cats", "dogs", "dogs/messages"] where chance.next(8) == 0 { unreadable.insert(folder) }
        for path in Self.paths {
            let stamp = FileStat(
                size: 1, modified: 1, changed: 1, inode: UInt64(chance.next(9)), device: UInt64(chance.next(3)))
            if chance.next(3) > 0 {
                sources[path] = RemovalCase.Source(
                    stamp: stamp,
                    absence: chance.next(2) == 0
                        ? nil
                        : SourceAbsence(
                            since: start.advanced(by: .seconds(-chance.next(20))), hadCopy: chance.next(2) == 0),
                    hadCopy: chance.next(3) == 0, isElsewhere: chance.next(3) == 0)
            }
            if chance.next(3) > 0 { present.append(path) } else if chance.next(6) == 0 { unreadable.insert(path) }
        }
        let listed: Set<String>? =
            chance.next(2) == 0 ? nil : Set(["", "cats", "dogs"].filter { _ in chance.next(4) > 0 })
        let before = FolderIdentity(mark: nil, device: 3, inode: UInt64(chance.next(2)), fileSystem: 1)
        let now = FolderIdentity(mark: nil, device: 3, inode: 1, fileSystem: 1)
        var question = RemovalCase(
            sources: sources, seen: .made(present: present, unreadable: unreadable, listed: listed),
            policy: RemovalCase.Policy(
                grace: .seconds(chance.next(12)), massRemoval: MassRemovalCheck(share: [0.2, 0.5, 1][chance.next(3)])),
            library: RemovalCase.Library(
                published: max(sources.count, 1), unchanged: chance.next(20), isEmpty: present.isEmpty,
                hasUnread: chance.next(5) == 0,
                arrived: Dictionary(
                    uniqueKeysWithValues: (0..<chance.next(3)).map { number in
                        let inode = UInt64(chance.next(9))
                        return (
                            "new/\(number).png", FileStat(size: 1, modified: 1, changed: 1, inode: inode, device: 1)
                        )
                    }),
                populatedFolders: chance.next(2) == 0 ? [] : ["cats"]),
            now: start)
        switch chance.next(6) {
        case 0: question.folder = .unknown(.notLookedAt)
        case 1: question.folder = .unknown(.changedWhileListing)
        default:
            question.folder = .known(
                DropFolderFacts(
                    before: chance.next(3) == 0 ? nil : before, now: now,
                    exchangedMounts: chance.next(4) == 0 ? ["dogs"] : [], devices: ["cats": 1, "dogs": 2],
                    accepted: chance.next(4) == 0
                        ? RemovalHold(cause: .massRemoval, vanished: chance.next(20), known: 24, folder: now) : nil))
        }
        return Triple(question: question, present: present, unreadable: unreadable, listed: listed)
    }

    private func same(_ one: Removals, _ other: Removals) -> Bool {
        one.decisions == other.decisions && one.absences == other.absences && one.massDecision == other.massDecision
    }

    @Test("no sticker is removed without a complete listing of its source's folder, or without the drop folder")
    func needsWitness() {
        var chance = Chance(seed: 35)
        var counts = (retired: 0, held: 0, kept: 0, waiting: 0)
        for _ in 0..<10_000 {
            let triple = triple(&chance)
            let removals = triple.question.decide()
            for (path, decision) in removals.decisions {
                switch decision {
                case .retire(let witness):
                    counts.retired += 1
                    #expect(witness.path == path && triple.isKnown(path) && !triple.present.contains(path))
                    if case .unknown = triple.question.folder {
                        Issue.record("the sticker of \(path) is removed although its folder is unknown")
                    }
                    #expect(!removals.keepsSticker(ofSource: path))
                case .hold: counts.held += 1
                case .keep: counts.kept += 1
                case .wait: counts.waiting += 1
                }
            }
            for path in Self.paths where !triple.isKnown(path) && !triple.present.contains(path) {
                #expect(removals.keepsSticker(ofSource: path) && removals.absences[path] == nil)
            }
        }
        // Each possible answer occurs often in the random libraries.
        #expect(min(counts.retired, counts.held, counts.kept, counts.waiting) > 1_000)
    }

    @Test("when everything is unknown nothing happens")
    func allUnknown() {
        var chance = Chance(seed: 36)
        for _ in 0..<10_000 {
            var question = triple(&chance).question
            question.seen = .made(present: [], unreadable: [], listed: [])
            let removals = question.decide()
            #expect(removals.retired.isEmpty && removals.absences.isEmpty && removals.hold == nil)
            #expect(removals.lookAgain == nil && removals.decisions.values.allSatisfy { $0 == .keep(.notLookedAt) })
            #expect(removals.kept == Set(question.sources.keys))
        }
    }

    @Test("the order of the sources and of the listing does not matter")
    func order() {
        var chance = Chance(seed: 37)
        for _ in 0..<10_000 {
            let triple = triple(&chance)
            var question = triple.question
            question.sources = [:]
            question.sources.reserveCapacity(200)
            for (path, source) in triple.question.sources.sorted(by: { $0.key > $1.key }) {
                question.sources[path] = source
            }
            question.seen = .made(
                present: triple.present.reversed(), unreadable: triple.unreadable, listed: triple.listed)
            #expect(same(question.decide(), triple.question.decide()))
        }
    }

    @Test("decided again, everything is the same")
    func idempotent() {
        var chance = Chance(seed: 38)
        for _ in 0..<10_000 {
            var question = triple(&chance).question
            let first = question.decide()
            for path in question.sources.keys where first.absences[path] != nil {
                question.sources[path]?.absence = first.absences[path]
            }
            #expect(same(question.decide(), first))
        }
    }
}
