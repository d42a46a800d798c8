import EngineSupport
import FileAccess
import Foundation
import Glibc
import JobModel
import Publishing
import StickerManifest

/// Stores the results of a rebuild in the state folder until all results exist. It consists of files with names derived
/// from their content, and a journal of the results. A rebuild that was stopped or killed continues from the journal.
package final class RebuildWorkspace: Sendable {
    /// A line of the journal, which contains one result.
    private struct Entry: Codable {
        var fingerprint: String
        var result: StickerResult
        /// The duration of the rendering, in milliseconds.
        var milliseconds: Int
    }

    /// The results, by fingerprint.
    package typealias Made = [String: (result: StickerResult, milliseconds: Int)]

    private static let files = "files"
    private static let journal = "journal"
    private static let sketches = "sketches"
    let folder: OutputFolder

    /// - Parameter name: the name of the workspace's folder in the state folder.
    package init(state: String, name: String) {
        folder = OutputFolder(state + "/" + name)
    }

    /// The location of finished files.
    package var filesFolder: String { folder.absolute(RebuildWorkspace.files) }

    package func path(of file: RenderedSticker.File) -> String { filesFolder + "/" + file.contentName }

    /// Creates the folder, and reads the results of an earlier run. Incomplete journal lines of a killed run and
    /// results with missing or changed files are ignored.
    ///
    /// - Throws: `PublishError`.
    package func open() throws -> Made {
        try folder.makeFolder(RebuildWorkspace.files)
        // Removes the separate folder of workers of earlier versions.
        try? FileManager.default.removeItem(atPath: folder.absolute("\(RebuildWorkspace.files)/work"))
        // Removes the partial files of an earlier run. A finished file has its final name.
        for name in folder.listing(RebuildWorkspace.files).files where name.hasSuffix(".part") {
            try folder.remove(name)
        }
        var made: Made = [:]
        let decoder = JSONDecoder()
        eachLineOfJournal { line in
            guard let entry = try? decoder.decode(Entry.self, from: line), entry.result.files.allSatisfy(isSound)
            else { return }
            entry.result.compact()
            made[entry.fingerprint] = (entry.result, entry.milliseconds)
        }
        return made
    }

    /// The number of bytes of the journal that are read at a time.
    private static let journalBytes = 1 << 20

    private func eachLineOfJournal(_ body: (Data) -> Void) {
        guard let file = try? OpenFile(folder.absolute(RebuildWorkspace.journal)) else { return }
        var rest: [UInt8] = []
        while let more = try? file.bytes(atMost: RebuildWorkspace.journalBytes), !more.isEmpty {
            rest += more
            let end = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            for line in rest[..<end].split(separator: UInt8(ascii: "\n")) { body(Data(line)) }
            rest.removeSubrange(..<end)
        }
        if !rest.isEmpty { body(Data(rest)) }
    }

    private func isSound(_ file: RenderedSticker.File) -> Bool {
        let name = "\(RebuildWorkspace.files)/\(file.contentName)"
        return folder.size(of: name) == file.bytes && folder.read(name).map(Digest.sha256) == file.sha256
    }

    /// Appends results to the journal, so that a rebuild can continue after it was killed. The files of the results
    /// must exist.
    ///
    /// The journal is not flushed to the disk, because `open` compares each file with its SHA-256. Flushing several
    /// times per second could also flush the data of other programs, which would delay a watch.
    ///
    /// - Throws: `EngineError` if the journal cannot be written.
    package func save(_ made: Made) throws {
        guard !made.isEmpty else { return }
        let encoder = JSONEncoder()
        var lines = Data()
        for (fingerprint, entry) in made.sorted(by: { $0.key < $1.key }) {
            lines += try encoder.encode(
                Entry(fingerprint: fingerprint, result: entry.result, milliseconds: entry.milliseconds))
            lines.append(UInt8(ascii: "\n"))
        }
        try append(lines)
    }

    private func append(_ lines: Data) throws {
        let path = folder.absolute(RebuildWorkspace.journal)
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw EngineError.environment(errno: errno, path: path, action: "write") }
        defer { close(descriptor) }
        // Overwrites an incomplete last line of a killed run. Otherwise, the next entry would be appended to that line
        // and could not be read.
        let end = RebuildWorkspace.endOfLastLine(descriptor)
        let written = lines.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, end) }
        guard written == lines.count, ftruncate(descriptor, end + off_t(lines.count)) == 0 else {
            throw EngineError.environment(errno: written < 0 ? errno : ENOSPC, path: path, action: "write")
        }
    }

    private static func endOfLastLine(_ descriptor: Int32) -> off_t {
        var end = lseek(descriptor, 0, SEEK_END)
        var byte: UInt8 = 0
        while end > 0, pread(descriptor, &byte, 1, end - 1) == 1, byte != UInt8(ascii: "\n") { end -= 1 }
        return end
    }

    /// Creates an empty folder for temporary drawings.
    ///
    /// - Returns: the absolute path of the folder.
    /// - Throws: `PublishError`.
    package func openSketches() throws -> String {
        clearSketches()
        try folder.makeFolder("\(RebuildWorkspace.sketches)/\(OutputNames.assets)")
        return folder.absolute(RebuildWorkspace.sketches)
    }

    func clearSketches() {
        let (files, folders) = folder.listing(RebuildWorkspace.sketches)
        for file in files { try? folder.remove(file) }
        for name in folders.reversed() { folder.removeIfEmpty(name) }
    }

    /// Removes the workspace with all its files.
    package func clear() throws {
        clearSketches()
        try folder.remove(RebuildWorkspace.journal)
        let (files, folders) = folder.listing(RebuildWorkspace.files)
        for name in files { try folder.remove(name) }
        for name in folders.reversed() { folder.removeIfEmpty(name) }
        folder.removeIfEmpty("")
    }
}
