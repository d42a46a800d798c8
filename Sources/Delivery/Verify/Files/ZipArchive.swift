import Deflate
import Foundation
import JobModel

/// A ZIP archive. Its files are unpacked one at a time in memory, with a limit for their total size. Sizes are
/// checked before anything is unpacked, so an archive that would fill the memory is rejected.
///
/// Source of the format: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3.
final class ZipArchive: BundleFiles {
    /// The reason why an archive or one of its files cannot be read.
    struct Damage: Error {
        /// The reason, as the end of a sentence.
        let reason: String
    }

    /// An entry of the central directory.
    private struct Entry {
        var method: Int
        var isEncrypted: Bool
        var checksum: UInt32
        var packed: Int
        var unpacked: Int
        /// The position of the local header in the file.
        var offset: Int
    }

    /// The maximum total size of all unpacked files, in bytes.
    private static let budget = 512 << 20
    private static let entryLimit = 200_000
    private static let nameLimit = 1_024

    private let file: FileHandle
    private let size: Int
    private var entries: [String: Entry] = [:]
    private var folders: [String: Set<String>] = [:]
    private var rest = ZipArchive.budget
    /// The reasons why files could not be unpacked, by path.
    private var reasons: [String: String] = [:]

    /// - Throws: `Damage`.
    init(_ path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd() else {
            throw Damage(reason: "it cannot be read")
        }
        (self.file, self.size) = (file, Int(clamping: size))
        try readDirectory()
    }

    func children(_ path: String) -> [String] { (folders[path] ?? []).filter { !$0.hasPrefix(".") }.sorted() }

    func isFolder(_ path: String) -> Bool { folders[path] != nil }

    func size(_ path: String) -> Int? { entries[path]?.unpacked }

    func read(_ path: String) -> [UInt8]? {
        guard let entry = entries[path], reasons[path] == nil else { return nil }
        do {
            return try unpack(entry)
        } catch {
            reasons[path] = (error as? Damage)?.reason ?? "it cannot be read"
            return nil
        }
    }

    func absence(of path: String) -> String {
        reasons[path] ?? (isFolder(path) ? "it is a folder" : "it does not exist")
    }

    private func unpack(_ entry: Entry) throws -> [UInt8] {
        guard !entry.isEncrypted, [0, 8].contains(entry.method) else {
            throw Damage(reason: "it is encrypted, or packed with a method other than deflate")
        }
        guard entry.unpacked <= FolderView.fileLimit, entry.packed <= FolderView.fileLimit else {
            throw Damage(reason: "its size is \(NumberFormat.number(entry.unpacked)) bytes, which is too large")
        }
        guard entry.unpacked <= rest else {
            throw Damage(
                reason: "the files of the archive are together larger than \(NumberFormat.number(ZipArchive.budget)) "
                    + "bytes")
        }
        let header = try bytes(at: entry.offset, count: 30)
        guard header.number(at: 0, 4) == 0x0403_4B50, let name = header.number(at: 26, 2),
            let extra = header.number(at: 28, 2)
        else { throw Damage(reason: "its header in the archive is damaged") }
        let packed = try bytes(at: entry.offset + 30 + name + extra, count: entry.packed)
        rest -= entry.unpacked
        let content = entry.method == 0 ? packed : Inflater.raw(packed, to: entry.unpacked)
        guard let content, content.count == entry.unpacked,
            Checksum.crc32(content, in: 0..<content.count) == entry.checksum
        else { throw Damage(reason: "it is damaged in the archive") }
        return content
    }

    private func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
            throw Damage(reason: "the archive ends too early")
        }
        guard count > 0 else { return [] }
        do {
            try file.seek(toOffset: UInt64(offset))
            let data = try file.read(upToCount: count) ?? Data()
            guard data.count == count else { throw Damage(reason: "the archive ends too early") }
            return [UInt8](data)
        } catch let error as Damage {
            throw error
        } catch {
            throw Damage(reason: "the archive cannot be read")
        }
    }

    // MARK: The central directory

    private func readDirectory() throws {
        let place = try directory()
        guard place.count <= ZipArchive.entryLimit, place.bytes <= FolderView.fileLimit else {
            throw Damage(reason: "it has \(NumberFormat.number(place.count)) entries, which are too many")
        }
        let table = try bytes(at: place.offset, count: place.bytes)
        folders[""] = []
        var start = 0
        for _ in 0..<place.count {
            guard table.number(at: start, 4) == 0x0201_4B50, let nameSize = table.number(at: start + 28, 2),
                let extraSize = table.number(at: start + 30, 2), let commentSize = table.number(at: start + 32, 2),
                start + 46 + nameSize + extraSize + commentSize <= table.count
            else { throw Damage(reason: "its list of files is damaged") }
            let name = table[start + 46..<start + 46 + nameSize]
            let extra = table[start + 46 + nameSize..<start + 46 + nameSize + extraSize]
            if nameSize <= ZipArchive.nameLimit, let entry = entry(of: table, at: start, extra: Array(extra)) {
                add(String(decoding: name, as: UTF8.self), entry)
            }
            start += 46 + nameSize + extraSize + commentSize
        }
    }

    private func entry(of table: [UInt8], at start: Int, extra: [UInt8]) -> Entry? {
        guard let flags = table.number(at: start + 8, 2), let method = table.number(at: start + 10, 2),
            let checksum = table.number(at: start + 16, 4), let packed = table.number(at: start + 20, 4),
            let unpacked = table.number(at: start + 24, 4), let offset = table.number(at: start + 42, 4)
        else { return nil }
        var large = ZipArchive.largeNumbers(extra)[...]
        // Values that are too large for their fields are in the extra field, in this order.
        func value(_ small: Int) -> Int? { small == 0xFFFF_FFFF ? large.popFirst() : small }
        guard let unpacked = value(unpacked), let packed = value(packed), let offset = value(offset) else { return nil }
        return Entry(
            method: method, isEncrypted: flags & 1 == 1, checksum: UInt32(checksum), packed: packed, unpacked: unpacked,
            offset: offset)
    }

    /// The 8-byte values of the ZIP64 extra field.
    private static func largeNumbers(_ extra: [UInt8]) -> [Int] {
        var start = 0
        while let id = extra.number(at: start, 2), let size = extra.number(at: start + 2, 2) {
            if id == 1 {
                return stride(from: start + 4, to: start + 4 + size - 7, by: 8).compactMap { extra.number(at: $0, 8) }
            }
            start += 4 + size
        }
        return []
    }

    /// Adds an entry. If a name occurs twice, the first entry is used. Names with `..` or `.` have no effect, because
    /// nothing requests them.
    private func add(_ name: String, _ entry: Entry) {
        let parts = name.split(separator: "/").map(String.init)
        guard parts.count <= 64 else { return }
        var folder = ""
        for part in name.hasSuffix("/") ? parts[...] : parts.dropLast() {
            folders[folder, default: []].insert(part)
            folder = join(folder, part)
            if folders[folder] == nil { folders[folder] = [] }
        }
        guard !name.hasSuffix("/"), let last = parts.last, entries[join(folder, last)] == nil else { return }
        folders[folder, default: []].insert(last)
        entries[join(folder, last)] = entry
    }

    /// The position and size of the central directory. They are in the last record of the file, which precedes the
    /// archive comment.
    private func directory() throws -> (offset: Int, bytes: Int, count: Int) {
        let tailStart = max(0, size - 22 - 65_535)
        let tail = try bytes(at: tailStart, count: size - tailStart)
        guard
            let end = stride(from: tail.count - 22, through: 0, by: -1).first(where: {
                tail.number(at: $0, 4) == 0x0605_4B50
            }), let count = tail.number(at: end + 10, 2), let bytes = tail.number(at: end + 12, 4),
            let offset = tail.number(at: end + 16, 4)
        else { throw Damage(reason: "it is not a ZIP archive, or it ends too early") }
        guard count == 0xFFFF || bytes == 0xFFFF_FFFF || offset == 0xFFFF_FFFF else { return (offset, bytes, count) }
        return try largeDirectory(recordAt: tail, end - 20)
    }

    /// The position and size of the central directory of a ZIP64 archive.
    private func largeDirectory(
        recordAt tail: [UInt8], _ locator: Int
    ) throws -> (offset: Int, bytes: Int, count: Int) {
        let damage = Damage(reason: "its ZIP64 record is damaged")
        guard tail.number(at: locator, 4) == 0x0706_4B50, let place = tail.number(at: locator + 8, 8) else {
            throw damage
        }
        let record = try bytes(at: place, count: 56)
        guard record.number(at: 0, 4) == 0x0606_4B50, let count = record.number(at: 32, 8),
            let bytes = record.number(at: 40, 8), let offset = record.number(at: 48, 8)
        else { throw damage }
        return (offset, bytes, count)
    }
}

extension [UInt8] {
    /// A little-endian number. Nil if it is outside of the bytes or larger than `Int.max`.
    fileprivate func number(at start: Int, _ size: Int) -> Int? {
        guard start >= 0, start <= count, size <= count - start else { return nil }
        return Int(exactly: self[start..<start + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
