import JobModel

/// The files of a snapshot, as hashes by name. The text format has one line per file, with the hash, a space and the
/// name.
///
/// A name of the form `lists/<pack>` stands for all files of a pack, and its hash is that of a `PackFiles`. If the
/// manifest is a single document, or if an earlier version saved the snapshot, each file has its own line.
package struct SnapshotFiles: Equatable {
    /// The hashes of the files that are not in the list of a pack, by name.
    package var files: [String: String] = [:]
    /// The hashes of the packs' lists, by pack id.
    package var lists: [String: String] = [:]

    private static let listPrefix = "lists/"

    package init() {}

    /// Reads the text format. Nil if the text is not in this format.
    package init?(text: [UInt8]) {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            guard line.count > 65, line[line.startIndex + 64] == UInt8(ascii: " ") else { return nil }
            let name = String(decoding: line.dropFirst(65), as: UTF8.self)
            let digest = String(decoding: line.prefix(64), as: UTF8.self)
            if name.hasPrefix(SnapshotFiles.listPrefix) {
                lists[String(name.dropFirst(SnapshotFiles.listPrefix.count))] = digest
            } else {
                files[name] = digest
            }
        }
    }

    package var text: [UInt8] {
        var lines = files.map { "\($0.value) \($0.key)\n" }
        lines += lists.map { "\($0.value) \(SnapshotFiles.listPrefix)\($0.key)\n" }
        // The lines are sorted by name, which follows the 64 digits of the hash and a space.
        return Array(lines.sorted { $0.dropFirst(65) < $1.dropFirst(65) }.joined().utf8)
    }
}

/// The amount of work that was necessary to save a snapshot. It depends on the changes and not on the size of the
/// library.
package struct SnapshotWork: Sendable, Hashable {
    /// The number of files that were added to the store as a link, as a copy or as a new file.
    package var filesAdded = 0
    /// The number of manifest records that were read.
    package var recordsRead = 0
    /// The number of packs whose files were listed.
    package var packsListed = 0
    /// The number of published files that were hashed.
    package var filesHashed = 0

    package init() {}
}

/// A set of hashes, optimized for thousands of lookups that usually fail.
package struct DigestSet {
    package private(set) var digests: Set<String>
    /// The first eight digits of each hash.
    private var starts: Set<UInt64>

    package init(_ digests: Set<String>) {
        self.digests = digests
        starts = Set(digests.map { DigestSet.start(Array($0.utf8)[...]) })
    }

    var isEmpty: Bool { digests.isEmpty }

    /// Removes the hashes of all files in a list.
    ///
    /// - Parameter list: the text of a `PackFiles`.
    package mutating func subtract(list: [UInt8]) {
        PackFiles.forEachDigest(in: list) { digest in
            if starts.contains(DigestSet.start(digest)) { digests.remove(String(decoding: digest, as: UTF8.self)) }
            return true
        }
    }

    private static func start(_ digits: ArraySlice<UInt8>) -> UInt64 {
        digits.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
