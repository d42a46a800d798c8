import DropWatcher
import FileAccess
import Foundation
import TestSupport
import Testing

@Suite("Files that are open for writing")
struct OpenFileTests {
    private let folder: TemporaryFolder
    private let start = ContinuousClock.now

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ data: Data, to name: String = "Cat.png") throws {
        try data.write(to: URL(fileURLWithPath: folder.file(name)))
    }

    private func stamp(_ name: String = "Cat.png") throws -> FileStat {
        try OpenFile(folder.file(name)).stamp()
    }

    private func judge(
        _ settling: inout WriteStabilizer, after time: Duration, _ name: String = "Cat.png", taken: FileStat? = nil
    ) throws -> FileReadiness {
        settling.judge(
            path: name, absolutePath: folder.file(name), stamp: try stamp(name), taken: taken, at: start + time)
    }

    /// Creates a stabilizer that observes the file for the first time when its age is zero.
    private func settling(writers: @escaping @Sendable (String) -> FileWriters = { FileWriters.of(fileAt: $0) })
        -> WriteStabilizer
    {
        WriteStabilizer(quiet: .milliseconds(500), wallClock: { 0 }, writers: writers)
    }

    @Test("a complete file that is open for writing waits for hours, and is taken when it is closed")
    func heldOpen() throws {
        try write(SampleArt.png("a"))
        var settling = settling()
        let writer = try #require(FileHandle(forWritingAtPath: folder.file("Cat.png")))
        settling.note(.closedAfterWrite("Cat.png"), at: start)
        for hour in 0..<5 {
            guard case .waiting(let reason, let again) = try judge(&settling, after: .seconds(hour * 3600)) else {
                Issue.record("the open file is treated as complete")
                return
            }
            #expect(reason == .open("Cat.png", bytes: 76))
            #expect(again <= start + .seconds(hour * 3600 + 2))
        }
        try writer.close()
        #expect(try judge(&settling, after: .seconds(5 * 3600)) == .settled)
    }

    @Test("a writable memory map keeps a file open after its descriptor was closed")
    func mapped() throws {
        try write(SampleArt.png("a"))
        let descriptor = open(folder.file("Cat.png"), O_RDWR)
        let map = mmap(nil, 76, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        close(descriptor)
        #expect(FileWriters.of(fileAt: folder.file("Cat.png")) == .open)
        munmap(map, 76)
        #expect(FileWriters.of(fileAt: folder.file("Cat.png")) == .none)
    }

    @Test("a file whose end is missing is not judged while it is open, and a while after")
    func stalledTransfer() throws {
        try write(SampleArt.png("a").dropLast(4))
        var settling = settling()
        let writer = try #require(FileHandle(forWritingAtPath: folder.file("Cat.png")))
        #expect(try judge(&settling, after: .zero) != .settled)
        #expect(try judge(&settling, after: .seconds(14)) != .settled)
        try writer.close()
        #expect(try judge(&settling, after: .seconds(23)) != .settled)
        #expect(try judge(&settling, after: .seconds(24)) == .settled)
    }

    @Test("if the kernel gives no information, write events keep a complete file waiting until it is closed")
    func onlyEvents() throws {
        try write(SampleArt.png("a"))
        var settling = settling { _ in .unknown }
        settling.note(.changed("Cat.png"), at: start)
        #expect(try judge(&settling, after: .zero) != .settled)
        #expect(try judge(&settling, after: .seconds(300)) != .settled)
        settling.note(.closedAfterWrite("Cat.png"), at: start + .seconds(300))
        #expect(try judge(&settling, after: .seconds(300)) == .settled)
    }

    @Test("a second name of a complete file does not count as open")
    func hardLink() throws {
        try write(SampleArt.png("a"))
        var settling = settling { _ in .unknown }
        settling.note(.created("Cat.png"), at: start)
        #expect(try judge(&settling, after: .zero) != .settled)
        #expect(try judge(&settling, after: .milliseconds(500)) == .settled)
    }

    @Test("without information about writers, a published file that is overwritten must be quiet for ten seconds")
    func overwrittenInPlace() throws {
        try write(SampleArt.png("old"))
        let taken = try stamp()
        var (remembering, restarted) = (settling { _ in .unknown }, settling { _ in .unknown })
        #expect(try judge(&remembering, after: .seconds(-20)) != .settled)
        #expect(try judge(&remembering, after: .seconds(-10)) == .settled)
        let writer = try #require(FileHandle(forWritingAtPath: folder.file("Cat.png")))
        try writer.seek(toOffset: 40)
        try writer.write(contentsOf: Data("new".utf8))
        try writer.close()
        for (seconds, isTaken) in [(0, false), (9, false), (10, true)] {
            #expect(try (judge(&remembering, after: .seconds(seconds)) == .settled) == isTaken)
            #expect(try (judge(&restarted, after: .seconds(seconds), taken: taken) == .settled) == isTaken)
        }
    }

    @Test(
        "an empty file waits while a browser writes its partial file",
        arguments: ["Cat.png.part", "x7Hb2kq9.png.part", "Unconfirmed 12.crdownload"])
    func placeholder(partial: String) throws {
        try write(Data())
        try write(Data("half".utf8), to: partial)
        let progress = try stamp(partial).modified
        var settling = WriteStabilizer(quiet: .milliseconds(500), wallClock: { progress + 20_000_000_000 })
        #expect(try judge(&settling, after: .zero) != .settled)
        guard case .waiting(.downloading, _) = try judge(&settling, after: .seconds(20)) else {
            Issue.record("the file is treated as complete during the download")
            return
        }
        try FileManager.default.removeItem(atPath: folder.file(partial))
        #expect(try judge(&settling, after: .seconds(22)) == .settled)
    }

    @Test("an abandoned download no longer counts")
    func abandonedDownload() throws {
        try write(Data())
        try write(Data("half".utf8), to: "Cat.png.part")
        let progress = try stamp("Cat.png.part").modified
        var settling = WriteStabilizer(quiet: .milliseconds(500), wallClock: { progress + 601_000_000_000 })
        #expect(try judge(&settling, after: .zero) == .settled)
    }

    @Test("a complete file next to the download of its next version is accepted; one that aria2 still fills is not")
    func completeBesideDownload() throws {
        try write(SampleArt.png("a"))
        try write(Data("half".utf8), to: "Cat.png.part")
        let progress = try stamp().modified
        var settling = WriteStabilizer(quiet: .milliseconds(500), wallClock: { progress + 1_000_000_000 })
        #expect(try judge(&settling, after: .zero) == .settled)
        try write(Data("bits".utf8), to: "Cat.png.aria2")
        var other = WriteStabilizer(quiet: .milliseconds(500), wallClock: { progress + 1_000_000_000 })
        #expect(try judge(&other, after: .zero) != .settled)
    }
}
