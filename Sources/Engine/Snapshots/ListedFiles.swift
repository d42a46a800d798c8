import Algorithms
import JobModel
import Publishing
import StickerManifest

/// The files in some lists of a snapshot. To save memory, this type stores only 64 bits of each file's SHA-256. Two
/// files with the same 64 bits are treated as one file and may be kept longer than necessary.
package struct ListedFiles: Sendable {
    /// The first 64 bits of each file's hash, in ascending order. A file in several lists occurs several times.
    private var starts: [UInt64]
    /// The number of removed occurrences of each file.
    private var removed: [UInt64: Int] = [:]

    /// - Parameter lists: the texts of the lists.
    package init(lists: some Sequence<[UInt8]>) {
        starts = []
        for list in lists { ListedFiles.read(list) { starts.append($0) } }
        starts.sort()
    }

    /// Whether a list contains a file.
    ///
    /// - Parameter name: the name relative to the output folder. A list contains only files whose name begins with
    ///   their hash.
    package func contains(_ name: String) -> Bool {
        ListedFiles.start(of: name).map { isLeft($0, after: removed[$0] ?? 0) } ?? false
    }

    /// Removes one occurrence of each file in a list.
    package mutating func remove(list: [UInt8]) {
        ListedFiles.read(list) { removed[$0, default: 0] += 1 }
    }

    /// Whether all files in the lists are among the given names.
    ///
    /// - Parameter names: file names relative to the output folder.
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

    /// Compares the lists with the existing files. Must not be called after a list was removed.
    ///
    /// - Parameter present: the numbers of the existing files, from `number(ofAsset:)`.
    /// - Returns: the numbers of the existing files that are in no list. Nil if a listed file does not exist.
    package func strays(among present: [UInt64]) -> Set<UInt64>? {
        var strays: Set<UInt64> = []
        var place = 0
        var last: UInt64?
        for start in present.sorted() where start != last {
            last = start
            if place < starts.count, starts[place] < start { return nil }
            if place == starts.count || starts[place] != start {
                strays.insert(start)
                continue
            }
            while place < starts.count, starts[place] == start { place += 1 }
        }
        return place == starts.count ? strays : nil
    }

    /// The first 64 bits of the hash in a file name.
    ///
    /// - Parameter name: the name of a file in the assets folder.
    /// - Returns: nil if the name does not begin with a hash.
    package static func number(ofAsset name: String) -> UInt64? { UInt64(hexadecimal: name.utf8.prefix(16)) }

    private func isLeft(_ start: UInt64, after gone: Int) -> Bool {
        let last = start == .max ? starts.count : place(of: start + 1)
        return last - place(of: start) > gone
    }

    /// The index of the first value that is not less than `start`.
    private func place(of start: UInt64) -> Int { starts.partitioningIndex { $0 >= start } }

    private static func start(of name: String) -> UInt64? {
        let digits = name.utf8.dropFirst(OutputNames.assets.utf8.count + 1)
        return name.hasPrefix(OutputNames.assets + "/") ? UInt64(hexadecimal: digits.prefix(16)) : nil
    }

    private static func read(_ list: [UInt8], _ body: (UInt64) -> Void) {
        PackFiles.forEachDigest(in: list) { digest in
            guard let start = UInt64(hexadecimal: digest.prefix(16)) else { return false }
            body(start)
            return true
        }
    }
}

extension SnapshotStore {
    /// The hashes of a snapshot's lists, by pack id. Nil for a snapshot without lists.
    package func lists(of snapshot: Snapshot) -> [String: String]? {
        list(of: snapshot).flatMap { $0.lists.isEmpty ? nil : $0.lists }
    }

    /// The files in some lists.
    ///
    /// - Parameter lists: the hashes of the lists.
    /// - Returns: nil if a list cannot be read.
    package func listedFiles(of lists: some Sequence<String>) -> ListedFiles? {
        var texts: [[UInt8]] = []
        for list in lists {
            guard let text = text(of: list) else { return nil }
            texts.append(text)
        }
        return ListedFiles(lists: texts)
    }

    /// Removes the files of some packs' lists from `files`.
    ///
    /// - Parameter lists: the hashes of the lists. The store contains a list as long as a snapshot contains the pack in
    ///   the same state.
    /// - Returns: false if a list cannot be read.
    package func take(_ lists: some Sequence<String>, from files: inout ListedFiles) -> Bool {
        for list in lists {
            guard let text = text(of: list) else { return false }
            files.remove(list: text)
        }
        return true
    }

    /// Compares the assets folder with the lists of all packs. Also checks that readable names refer to existing
    /// assets.
    ///
    /// - Parameter lists: the hashes of the lists, by pack id.
    /// - Returns: the files that are in no list, relative to the output folder. Nil if a listed file is missing, if a
    ///   readable name is not a link to an asset, or if a list cannot be read.
    package func strays(besides lists: [String: String]) -> Set<String>? {
        guard let listed = listedFiles(of: lists.values) else { return nil }
        var (present, numbers): ([UInt64], Set<UInt64>) = ([], [])
        var others: Set<String> = []
        out.visit(OutputNames.assets) { entry in
            numbers.insert(entry.inode)
            if !entry.isFolder, let start = ListedFiles.number(ofAsset: entry.name) {
                present.append(start)
            } else {
                others.insert("\(OutputNames.assets)/\(entry.name)")
            }
        }
        guard let strays = listed.strays(among: present), lists.keys.allSatisfy({ isNamed($0, numbers) }) else {
            return nil
        }
        guard !strays.isEmpty else { return others }
        out.visit(OutputNames.assets) { entry in
            guard let start = ListedFiles.number(ofAsset: entry.name), strays.contains(start) else { return }
            others.insert("\(OutputNames.assets)/\(entry.name)")
        }
        return others
    }

    /// Whether every readable name of a pack is a hard link to one of the given files.
    ///
    /// - Parameter numbers: the inode numbers of the files.
    private func isNamed(_ pack: String, _ numbers: Set<UInt64>) -> Bool {
        var isNamed = true
        var folders = ["\(OutputNames.packs)/\(pack)", "\(OutputNames.previews)/\(pack)"]
        while let folder = folders.popLast() {
            out.visit(folder) { entry in
                if entry.isFolder {
                    folders.append("\(folder)/\(entry.name)")
                } else if !numbers.contains(entry.inode) {
                    isNamed = false
                }
            }
        }
        return isNamed
    }

    private func text(of list: String?) -> [UInt8]? {
        list.flatMap { folder.read(SnapshotStore.place($0)) }
    }
}
