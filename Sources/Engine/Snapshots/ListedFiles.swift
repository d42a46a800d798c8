import JobModel
import StickerManifest

/// The files that packs have, as the lists of a snapshot say, in eight bytes a file: so many bits of the file's digest. Two files
/// that have these in common would be taken for one, and stay for longer than they are needed.
package struct ListedFiles: Sendable {
    /// In ascending order; as often as a list has a file.
    private var starts: [UInt64]
    /// How often a file was taken out.
    private var removed: [UInt64: Int] = [:]

    /// - Parameter lists: the texts of packs' lists.
    init(lists: some Sequence<[UInt8]>) {
        starts = []
        for list in lists { ListedFiles.read(list) { starts.append($0) } }
        starts.sort()
    }

    package var count: Int { starts.count - removed.values.reduce(0, +) }

    /// Whether a list has a file.
    ///
    /// - Parameter name: relative to the output folder. What is not called by a digest is in no list.
    package func contains(_ name: String) -> Bool {
        guard let start = ListedFiles.start(of: name) else { return false }
        let first = place(of: start)
        guard first < starts.count, starts[first] == start else { return false }
        let last = start == .max ? starts.count : place(of: start + 1)
        return last - first > removed[start] ?? 0
    }

    /// Takes out the files of a list, each as often as it is there.
    mutating func remove(list: [UInt8]) {
        ListedFiles.read(list) { removed[$0, default: 0] += 1 }
    }

    /// Whether all files are among some.
    ///
    /// - Parameter names: of files, relative to the output folder.
    package func areAll(among names: some Sequence<String>) -> Bool {
        let present = names.compactMap(ListedFiles.start).sorted()
        var place = 0
        for (index, start) in starts.enumerated() where index == 0 || starts[index - 1] != start {
            while place < present.count, present[place] < start { place += 1 }
            if place < present.count, present[place] == start { continue }
            guard let gone = removed[start], self.place(of: start) + gone > index,
                !isLeft(start, after: gone)
            else { return false }
        }
        return true
    }

    private func isLeft(_ start: UInt64, after gone: Int) -> Bool {
        let last = start == .max ? starts.count : place(of: start + 1)
        return last - place(of: start) > gone
    }

    /// The first place of a value that is not less than this one.
    private func place(of start: UInt64) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func start(of name: String) -> UInt64? {
        let digits = name.utf8.dropFirst(OutputNames.assets.utf8.count + 1)
        return name.hasPrefix(OutputNames.assets + "/") ? number(digits.prefix(16)) : nil
    }

    private static func read(_ list: [UInt8], _ body: (UInt64) -> Void) {
        var place = 0
        while place < list.count {
            if list[place] == UInt8(ascii: " ") { place += 1 }
            guard place + 64 <= list.count, let start = number(list[place..<place + 16]) else { return }
            body(start)
            place += 64
            // The file extension, and the line's end.
            while place < list.count, list[place] != UInt8(ascii: "\n") { place += 1 }
            place += 1
        }
    }

    /// - Parameter digits: 16 hexadecimal digits; nil for anything else.
    private static func number(_ digits: some Collection<UInt8>) -> UInt64? {
        guard digits.count == 16 else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}

extension SnapshotStore {
    /// The files that some packs of a snapshot have.
    ///
    /// - Parameter packs: their ids.
    /// - Returns: nil where one of the lists cannot be read.
    package func listedFiles(of packs: Set<String>, in snapshot: Snapshot) -> ListedFiles? {
        guard let lists = list(of: snapshot)?.lists else { return nil }
        var texts: [[UInt8]] = []
        for pack in packs {
            guard let text = text(of: lists[pack]) else { return nil }
            texts.append(text)
        }
        return ListedFiles(lists: texts)
    }

    /// Takes the files of some packs out of those of a snapshot.
    ///
    /// - Returns: false where one of the lists cannot be read.
    package func take(_ packs: Set<String>, of snapshot: Snapshot, from files: inout ListedFiles) -> Bool {
        guard let lists = list(of: snapshot)?.lists else { return false }
        for pack in packs {
            guard let text = text(of: lists[pack]) else { return false }
            files.remove(list: text)
        }
        return true
    }

    private func text(of list: String?) -> [UInt8]? {
        list.flatMap { folder.read(SnapshotStore.place($0)) }
    }
}
