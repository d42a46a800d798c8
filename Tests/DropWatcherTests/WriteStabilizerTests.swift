import DropWatcher
import FileAccess
import Foundation
import TestSupport
import Testing

@Suite("When a file has settled")
struct WriteStabilizerTests {
    private let folder: TemporaryFolder
    private let start = ContinuousClock.now

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Creates a stabilizer that observes a file for the first time at the given age.
    private func settling(age: Duration = .zero) -> WriteStabilizer {
        WriteStabilizer(quiet: .milliseconds(500)) { [folder] in
            let stamp = FileStat(at: folder.file("Cat.png")) ?? FileStat(at: 0)
            return max(stamp.changed, stamp.modified) + Int(age / .nanoseconds(1))
        }
    }

    private func write(_ data: Data, to name: String = "Cat.png") throws {
        try data.write(to: URL(fileURLWithPath: folder.file(name)))
    }

    private func judge(
        _ settling: inout WriteStabilizer, after time: Duration, _ name: String = "Cat.png"
    ) throws -> FileReadiness {
        settling.judge(
            path: name, absolutePath: folder.file(name), stamp: try FileStat(at: folder.file(name)),
            at: start + time)
    }

    private func append(_ text: String, to name: String = "Cat.png") throws {
        let handle = try #require(FileHandle(forWritingAtPath: folder.file(name)))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    @Test("closed and complete: immediately")
    func closedAndComplete() throws {
        var settling = settling()
        try write(SampleArt.png("a"))
        settling.note(.closedAfterWrite("Cat.png"), at: start)
        #expect(try judge(&settling, after: .zero) == .settled)
    }

    @Test("a part knows the events of its files, and its answers are taken over", arguments: [true, false])
    func part(isClosed: Bool) throws {
        var settling = settling()
        for name in ["Cat.png", "Dog.png"] {
            try write(SampleArt.png("a"), to: name)
            settling.note(.created(name), at: start)
        }
        if isClosed { settling.note(.closedAfterWrite("Cat.png"), at: start) }
        var (whole, part) = (settling, settling.part(of: ["Cat.png"]))
        let expected = try judge(&whole, after: .zero)
        #expect(try judge(&part, after: .zero) == expected)
        settling.merge(part)
        for name in ["Cat.png", "Dog.png"] {
            #expect(try judge(&settling, after: .seconds(1), name) == judge(&whole, after: .seconds(1), name))
        }
    }

    @Test("renamed into place and complete: immediately")
    func movedInAndComplete() throws {
        var settling = settling()
        try write(SampleArt.png("a"))
        settling.note(.movedIn("Cat.png"), at: start)
        #expect(try judge(&settling, after: .zero) == .settled)
    }

    @Test("complete and old when it is found: immediately")
    func foundOld() throws {
        var settling = settling(age: .seconds(3))
        try write(SampleArt.png("a"))
        #expect(try judge(&settling, after: .zero) == .settled)
    }

    @Test("complete and new when it is found: after the quiet time, counted from its last change")
    func foundNew() throws {
        var settling = settling(age: .milliseconds(200))
        try write(SampleArt.png("a"))
        let first = try judge(&settling, after: .zero)
        #expect(first == .waiting(reason: .recent("Cat.png", bytes: 76), lookAgain: start + .milliseconds(300)))
        #expect(first.reason == "Cat.png was changed a moment ago: 76 bytes so far")
        #expect(try judge(&settling, after: .milliseconds(299)) != .settled)
        #expect(try judge(&settling, after: .milliseconds(300)) == .settled)
    }

    @Test("closed without its end: after ten seconds, and until then with the reason")
    func closedButCut() throws {
        var settling = settling()
        try write(SampleArt.png("a").dropLast(4))
        settling.note(.closedAfterWrite("Cat.png"), at: start)
        let first = try judge(&settling, after: .zero)
        #expect(first.reason == "Cat.png is not complete: the IEND chunk of a PNG is missing (72 bytes so far)")
        #expect(try judge(&settling, after: .milliseconds(9999)) != .settled)
        #expect(try judge(&settling, after: .seconds(10)) == .settled)
    }

    @Test("growing: waits at every check, and reports its size")
    func growing() throws {
        var settling = settling()
        try write(SampleArt.png("a").dropLast(4))
        for second in 0..<300 {
            #expect(try judge(&settling, after: .seconds(second)) != .settled)
            try append(String(repeating: "x", count: 1000))
        }
        let last = try judge(&settling, after: .seconds(300))
        #expect(last.reason == "Cat.png is still growing: 300,072 bytes so far")
    }

    @Test("no longer growing: checked again after the quiet time, for the next reason")
    func grown() throws {
        var settling = settling()
        try write(SampleArt.png("a").dropLast(4))
        _ = try judge(&settling, after: .zero)
        try append("x")
        guard case .waiting(_, let lookAgain) = try judge(&settling, after: .seconds(1)) else {
            Issue.record("the growing file has settled")
            return
        }
        #expect(lookAgain == start + .milliseconds(1500))
        let reason = try judge(&settling, after: .milliseconds(1500)).reason
        #expect(!reason.contains("growing"))
    }

    @Test("without a recognizable end: after the quiet time when closed, after ten seconds while open")
    func withoutEnd() throws {
        var settling = settling()
        try write(SampleArt.tiff("layers"), to: "Cat.tif")
        settling.note(.changed("Cat.tif"), at: start)
        #expect(try judge(&settling, after: .zero, "Cat.tif") != .settled)
        #expect(try judge(&settling, after: .seconds(5), "Cat.tif") != .settled)
        settling.note(.closedAfterWrite("Cat.tif"), at: start + .seconds(5))
        #expect(try judge(&settling, after: .seconds(5), "Cat.tif") == .settled)
    }

    @Test("a file that continues to grow after it seemed finished must be quiet for twice as long")
    func adapts() throws {
        var settling = settling()
        try write(SampleArt.tiff("layers"), to: "Cat.tif")
        #expect(try judge(&settling, after: .zero, "Cat.tif") != .settled)
        #expect(try judge(&settling, after: .milliseconds(500), "Cat.tif") == .settled)
        try append("more", to: "Cat.tif")
        #expect(try judge(&settling, after: .milliseconds(700), "Cat.tif") != .settled)
        #expect(try judge(&settling, after: .milliseconds(1300), "Cat.tif") != .settled)
        #expect(try judge(&settling, after: .milliseconds(1700), "Cat.tif") == .settled)
        try append("a later save", to: "Cat.tif")
        #expect(try judge(&settling, after: .seconds(60), "Cat.tif") != .settled)
        #expect(try judge(&settling, after: .milliseconds(60_500), "Cat.tif") == .settled)
    }

    @Test("written to again after it was closed: no longer counts as closed")
    func writtenAgain() throws {
        var settling = settling()
        try write(SampleArt.png("a"))
        settling.note(.closedAfterWrite("Cat.png"), at: start)
        settling.note(.changed("Cat.png"), at: start)
        #expect(try judge(&settling, after: .zero) != .settled)
        #expect(try judge(&settling, after: .milliseconds(500)) == .settled)
    }

    @Test("after events were lost nothing counts as closed")
    func overflow() throws {
        var settling = settling()
        try write(SampleArt.png("a"))
        settling.note(.closedAfterWrite("Cat.png"), at: start)
        settling.note(.lookEverywhere(.overflow), at: start)
        #expect(try judge(&settling, after: .zero) != .settled)
    }

    @Test("a timestamp from before the last write: waits")
    func staleStamp() throws {
        var settling = settling()
        try write(SampleArt.png("a"))
        let stamp = try FileStat(at: folder.file("Cat.png"))
        try append("x")
        settling.note(.closedAfterWrite("Cat.png"), at: start)
        let readiness = settling.judge(
            path: "Cat.png", absolutePath: folder.file("Cat.png"), stamp: stamp, at: start)
        #expect(readiness.reason == "Cat.png is being written to")
    }

    @Test("a forgotten file is treated as new")
    func forget() throws {
        var settling = settling()
        try write(SampleArt.png("a"))
        settling.note(.closedAfterWrite("Cat.png"), at: start)
        settling.forget(except: [])
        #expect(try judge(&settling, after: .zero) != .settled)
    }

    @Test("a folder of frames waits while one of them is cut")
    func frames() throws {
        var settling = WriteStabilizer(quiet: .milliseconds(500)) { 0 }
        try write(SampleArt.png("a"), to: "1.png")
        try write(SampleArt.png("b").dropLast(1), to: "2.png")
        let stamp = try FileStat(at: folder.file("1.png"))
        let paths = [folder.file("1.png"), folder.file("2.png")]
        func judge(_ time: Duration, inode: UInt64) -> FileReadiness {
            var stamp = stamp
            stamp.inode = inode
            return settling.judge(
                path: "wave", absolutePath: folder.path, stamp: stamp, framePaths: paths, at: start + time)
        }
        #expect(judge(.zero, inode: 1) != .settled)
        #expect(judge(.seconds(1), inode: 1) != .settled)
        try write(SampleArt.png("b"), to: "2.png")
        #expect(judge(.seconds(2), inode: 2) != .settled)
        #expect(judge(.seconds(3), inode: 2) == .settled)
    }
}

extension FileReadiness {
    fileprivate var reason: String {
        if case .waiting(let reason, _) = self { "\(reason)" } else { "" }
    }
}

extension FileStat {
    fileprivate init(at path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
        self.init(status)
    }

    fileprivate init(at time: Int) {
        self.init(size: 0, modified: time, changed: time, inode: 0, device: 0)
    }
}
