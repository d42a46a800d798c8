import DropWatcher
import FileAccess
import Foundation
import Intake
import StickerConfiguration
import TestSupport
import Testing

/// Tests the states of a file until it is stable, without a real file. Each test provides the answers of the file
/// system and the kernel.
@Suite("The observations of a file")
struct StabilityTests {
    private let start = ContinuousClock.now
    private let periods = QuietPeriod(quiet: .milliseconds(500), stall: .seconds(60))

    private func stamp(_ size: Int, modified: Int = 0, inode: UInt64 = 1) -> FileStat {
        FileStat(size: size, modified: modified, changed: modified, inode: inode, device: 1)
    }

    private func see(_ file: inout FileStability, _ stamp: FileStat, after time: Duration, taken: FileStat? = nil) {
        file.see(stamp, taken: taken, at: start + time, wallClock: { 0 })
    }

    private func judge(
        _ file: inout FileStability, after time: Duration, _ completeness: Completeness = .complete,
        writers: FileWriters = .none, download: Duration? = nil
    ) -> FileReadiness {
        file.judge(path: "cats/Cat.png", at: start + time) {
            completeness
        } writers: {
            writers
        } download: { _ in
            download
        }
    }

    @Test("the content is not examined while a program has the file open, and once for each timestamp after that")
    func looks() {
        var (file, looks) = (FileStability(periods), 0)
        func judge(after time: Duration, writers: FileWriters) -> FileReadiness {
            file.judge(path: "Cat.png", at: start + time) {
                looks += 1
                return .complete
            } writers: {
                writers
            } download: { _ in
                nil
            }
        }
        see(&file, stamp(9), after: .zero)
        #expect(judge(after: .zero, writers: .open) != .settled && looks == 0)
        #expect(judge(after: .milliseconds(400), writers: .none) != .settled && looks == 1)
        #expect(judge(after: .milliseconds(600), writers: .none) == .settled && looks == 1)
    }

    @Test("the question whether a file is still open is repeated after pauses that double, up to two seconds")
    func pauses() {
        var file = FileStability(periods)
        see(&file, stamp(9), after: .zero)
        var pauses: [Duration] = []
        for _ in 0..<10 {
            guard case .waiting(.open, let lookAgain) = judge(&file, after: .zero, writers: .open) else { continue }
            pauses.append(lookAgain - start)
        }
        #expect(pauses.count == 10 && pauses == pauses.sorted() && pauses.last == .seconds(2))
        #expect(pauses[1] == pauses[0] * 2)
        file.close()
        guard case .waiting(_, let lookAgain) = judge(&file, after: .zero, writers: .open) else {
            Issue.record("the open file is treated as complete")
            return
        }
        #expect(lookAgain - start == pauses[0])
    }

    @Test("a file that a program closed settles at once, until it is written again without another close")
    func closed() {
        var file = FileStability(periods)
        file.close()
        see(&file, stamp(9), after: .zero)
        #expect(judge(&file, after: .zero) == .settled)
        see(&file, stamp(10, modified: 1), after: .seconds(1))
        #expect(judge(&file, after: .seconds(1)) != .settled)
        file.close()
        see(&file, stamp(11, modified: 2), after: .seconds(2))
        #expect(judge(&file, after: .seconds(2)) == .settled)
    }

    @Test("after lost events a close no longer counts")
    func forgotten() {
        var file = FileStability(periods)
        file.close()
        file.forgetHandle()
        see(&file, stamp(9), after: .zero)
        #expect(judge(&file, after: .zero) != .settled)
    }

    @Test("if the kernel tells nothing, an empty file that was created or a written one is waited for ten minutes")
    func unknownWriters() {
        for isWritten in [false, true] {
            var file = FileStability(periods)
            if isWritten { file.write(at: start) } else { file.create() }
            see(&file, stamp(isWritten ? 9 : 0), after: .zero)
            let last = QuietPeriod.abandonedWrite - .milliseconds(1)
            #expect(judge(&file, after: last, .cannotTell, writers: .unknown) != .settled)
            #expect(judge(&file, after: QuietPeriod.abandonedWrite, .cannotTell, writers: .unknown) == .settled)
        }
    }

    @Test("a download that makes progress is waited for, and an abandoned one is not")
    func download() {
        var file = FileStability(periods)
        file.close()
        see(&file, stamp(0), after: .zero)
        let active = QuietPeriod.abandonedDownload - .milliseconds(1)
        guard case .waiting(.downloading("Cat.png", 0), let again) = judge(&file, after: .zero, download: active) else {
            Issue.record("the file is treated as complete during the download")
            return
        }
        #expect(again == start + .milliseconds(1))
        #expect(judge(&file, after: .zero, download: QuietPeriod.abandonedDownload) == .settled)
    }

    @Test("an exchanged file is a new one, and a file that grows right after it settled has a longer quiet time")
    func patience() {
        for isSame in [true, false] {
            var file = FileStability(periods)
            see(&file, stamp(9), after: .zero)
            #expect(judge(&file, after: .milliseconds(500)) == .settled)
            see(&file, stamp(10, modified: 1, inode: isSame ? 1 : 2), after: .seconds(1))
            #expect((judge(&file, after: .milliseconds(1600)) == .settled) != isSame)
            #expect(judge(&file, after: .milliseconds(2000)) == .settled)
        }
    }

    @Test("quiet times double up to their limits, and a longer setting stays")
    func doubled() {
        #expect(periods.doubled.quiet == .seconds(1) && periods.doubled.unfinished == .seconds(20))
        var last = periods
        for _ in 0..<20 { last = last.doubled }
        #expect(last.quiet == .seconds(30) && last.unfinished == .seconds(120))
        #expect(QuietPeriod(quiet: .seconds(45), stall: .zero).doubled.quiet == .seconds(45))
    }

    @Test(
        "the progress of a download is that of its own partial file, or of any for an empty file",
        arguments: [
            ("Cat.png.part", false, false, true), ("Cat.png.aria2", false, true, true),
            ("Cat.png.part", false, true, false),
            ("x7Hb.png.part", true, false, true), ("x7Hb.png.part", false, false, false),
            ("Dog.CRDOWNLOAD", true, false, true), ("Dog.png", true, false, false), ("part", true, false, false),
        ])
    func partial(name: String, isEmpty: Bool, isComplete: Bool, isFound: Bool) throws {
        let folder = try TemporaryFolder()
        try folder.write("half", to: name)
        let progress = PartialDownload.progress(
            beside: folder.file("Cat.png"), isEmpty: isEmpty, isComplete: isComplete)
        #expect((progress != nil) == isFound)
        if isFound { #expect(progress == (try OpenFile(folder.file(name)).stamp().changed)) }
    }

    @Test("a marker is read again, and a text that is not one is no marker")
    func marker() throws {
        let folder = try TemporaryFolder()
        #expect(FolderMarker.read(in: folder.path) == nil)
        let mark = try #require(FolderMarker.write(nil, in: folder.path))
        #expect(FolderMarker.read(in: folder.path) == mark)
        // If the marker file was removed, it is written again with the same mark.
        try folder.remove(FolderMarker.name)
        #expect(FolderMarker.write(mark, in: folder.path) == mark && FolderMarker.read(in: folder.path) == mark)
        for text in ["", "\n", "cats", mark + "x", mark + "\nanother line"] {
            try folder.write(text, to: FolderMarker.name)
            #expect(FolderMarker.read(in: folder.path) == nil, "\(text)")
        }
        #expect(FolderMarker.write(mark, in: folder.file("gone")) == nil)
    }
}

@Suite("Settings and removals in a listing")
struct ListedSettingsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write([UInt8](SampleArt.png("a")), to: "drop/cats/cat.png")
        try folder.write(#"{"title": "Cats"}"#, to: "drop/cats/pack.json")
        try FileManager.default.createDirectory(atPath: folder.file("state"), withIntermediateDirectories: true)
    }

    private func listing() throws -> DropListing { try DropScanner.list(folder.file("drop")) }

    private func title(_ listing: DropListing) -> String? { listing.packs.first?.settings.title }

    @Test("a pack whose pack.json is being written keeps its earlier settings, and its art is known")
    func unsettled() throws {
        let before = try listing()
        try folder.write(#"{"title": "Li"#, to: "drop/cats/pack.json")
        var now = try listing()
        var stabilizer = WriteStabilizer(quiet: .milliseconds(500), wallClock: { 0 })
        let unsettled: [UnsettledSettings] = stabilizer.unsettled(now.settings, at: .now)
        #expect(unsettled.map(\.file.path) == ["cats/pack.json"])
        #expect(now.art(of: try #require(unsettled.first).file) == ["cats/cat.png"])
        #expect(title(now) == nil && now.packs.first?.findings.isEmpty == false)
        now.keepPackSettings(unsettled, from: before)
        #expect(title(now) == "Cats" && now.packs.first?.findings == [])
        // Without an earlier listing, the incomplete settings file is not reported as an error.
        var first = try listing()
        first.keepPackSettings(unsettled, from: nil)
        #expect(first.packs.first?.findings == [])
    }

    @Test("in a part of the drop folder only its own missing sources are removed")
    func part() throws {
        let files = DeletionGuard(
            drop: folder.file("drop"), state: folder.file("state"), massChange: MassRemovalCheck(share: 0.5),
            mounts: { _ in [:] })
        try files.meet()
        let stamp = FileStat(size: 1, modified: 1, changed: 1, inode: 999, device: 0)
        let cat = try #require(try listing().art.first).stamp
        let published = ["cats/cat.png": cat, "cats/gone.png": stamp, "dogs/gone.png": stamp]
        let part = DeletionGuard.ListedPart(folders: ["cats"], publishedCount: published.count, isEmpty: false)
        let removals = try files.removals(
            in: try listing(), published: published, part: part, listedIn: files.dropState)
        #expect(removals.retired == ["cats/gone.png"] && removals.kept == ["dogs/gone.png"])
        let all = try files.removals(in: try listing(), published: published, listedIn: files.dropState)
        #expect(all.retired == ["cats/gone.png", "dogs/gone.png"])
    }
}
