import JobModel
import Snapshots
import TestSupport
import Testing

/// Files that are in no list are removed. A wrong answer would remove files that a snapshot needs.
@Suite("The files in the lists of packs")
struct ListedFilesTests {
    private static let digests = (0..<40).map { Digest.sha256("\($0)") }

    /// A list that contains a part, followed by the files to which it refers, on lines that begin with a space.
    private func text(_ files: [Int]) -> [UInt8] {
        let lines = files.enumerated().map { place, file in
            place == 0 ? "\(ListedFilesTests.digests[file]).json\n" : " \(ListedFilesTests.digests[file]).png\n"
        }
        return Array(lines.joined().utf8)
    }

    private func name(_ file: Int) -> String { "assets/\(ListedFilesTests.digests[file]).png" }

    private func number(_ file: Int) -> UInt64? { ListedFiles.number(ofAsset: "\(ListedFilesTests.digests[file]).png") }

    @Test("equal the files of all lists that were not removed, for random lists", arguments: 0..<50)
    func random(seed: UInt64) {
        var chance = Chance(seed: seed)
        let lists = (0..<chance.next(6)).map { _ in (0..<chance.next(12)).map { _ in chance.next(40) } }
        let isGone = lists.map { _ in chance.next(2) == 0 }
        let gone = zip(lists, isGone).filter { $1 }.map(\.0)
        var listed = ListedFiles(lists: lists.map(text))
        for list in gone { listed.remove(list: text(list)) }
        var counts = [Int](repeating: 0, count: 40)
        for file in lists.joined() { counts[file] += 1 }
        for file in gone.joined() { counts[file] -= 1 }
        let left = counts.indices.filter { counts[$0] > 0 }
        #expect((0..<40).filter { listed.contains(name($0)) } == left)
        #expect(listed.areAll(among: left.map(name)))
        #expect(listed.areAll(among: (0..<40).reversed().map(name)))
        for missing in left { #expect(!listed.areAll(among: left.filter { $0 != missing }.map(name))) }
        for (list, isGone) in zip(lists, isGone) where !isGone { listed.remove(list: text(list)) }
        #expect(!(0..<40).contains { listed.contains(name($0)) } && listed.areAll(among: []))
    }

    @Test(
        "are compared with existing files: a missing one is found, and so is one that is in no list", arguments: 0..<50)
    func strays(seed: UInt64) {
        var chance = Chance(seed: seed)
        let lists = (0..<1 + chance.next(4)).map { _ in (0..<1 + chance.next(12)).map { _ in chance.next(30) } }
        let files = Set(lists.joined())
        let listed = ListedFiles(lists: lists.map(text))
        let others = (0..<40).filter { !files.contains($0) && chance.next(2) == 0 }
        let present = (Array(files) + others).compactMap(number)
        #expect(listed.strays(among: present) == Set(others.compactMap(number)))
        for missing in files { #expect(listed.strays(among: present.filter { $0 != number(missing) }) == nil) }
    }

    @Test(
        "do not contain files without a digest as their name",
        arguments: [
            "catalog.json", "assets/", "assets/cat.png", "assets/\(String(repeating: "A", count: 64)).png",
            "packs/cats/\(Digest.sha256("0")).png", Digest.sha256("0") + ".png",
        ])
    func otherNames(name: String) {
        #expect(!ListedFiles(lists: [text(Array(0..<40))]).contains(name))
    }

    @Test("end where a list is cut off")
    func cut() {
        let list = text([0, 1, 2])
        let listed = ListedFiles(lists: [Array(list.dropLast(30))])
        #expect((0..<3).filter { listed.contains(name($0)) } == [0, 1])
        #expect(ListedFiles(lists: [[], Array("\n \n".utf8)]).areAll(among: []))
    }
}
