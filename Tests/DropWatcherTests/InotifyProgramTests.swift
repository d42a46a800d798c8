import DropWatcher
import Foundation
import Glibc
import StickerConfiguration
import TestSupport
import Testing

@Suite("The program that watches folders", .serialized)
struct InotifyProgramTests {
    /// Kills stickerd-inotify, and waits until another process watches the drop folder.
    private func kill(watching drop: WatchedDrop) async throws {
        let processID = try #require(drop.watch.currentStatus.processID)
        #expect(Glibc.kill(processID, SIGKILL) == 0)
        try await eventually("no other process watches the drop folder") {
            let status = drop.watch.currentStatus
            return status.mode == .inotify && status.processID != processID
        }
    }

    @Test("killed a hundred times, is started again each time, and no file is missed")
    func killed() async throws {
        try await WatchedDrop.run(restarts: InotifyRestarts(most: 2, within: .milliseconds(1))) { drop in
            for index in 0..<100 {
                try drop.write(SampleArt.png("\(index)"), to: "\(index).png")
                try await kill(watching: drop)
            }
            try await eventually("not all files are read") { drop.present.count == 100 }
            try await eventually("the event does not arrive") {
                drop.events.contains(.lookEverywhere(.watcherRestarted))
            }
        }
    }

    @Test("that ends repeatedly is not started for a while: the folder is polled, which is reported")
    func endsAgainAndAgain() async throws {
        try await WatchedDrop.run(restarts: InotifyRestarts(most: 3, within: .seconds(3600))) { drop in
            for _ in 0..<2 { try await kill(watching: drop) }
            Glibc.kill(try #require(drop.watch.currentStatus.processID), SIGKILL)
            try await eventually("the watch does not poll") { drop.watch.currentStatus.mode == .polling }
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("the file is not read") { drop.present == ["Cat.png"] }
            let notices = drop.events.filter { if case .notice = $0 { true } else { false } }
            #expect("\(notices)".contains("The program that watches folders has ended"))
        }
    }

    @Test("that is not installed is named, and the folder is polled")
    func notInstalled() async throws {
        try await WatchedDrop.run(mode: .auto, inotifyProgram: nil) { drop in
            #expect(drop.watch.currentStatus.mode == .polling)
            #expect(drop.watch.currentStatus.reason.contains("stickerd-inotify: the program that watches folders"))
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("the file is not read") { drop.present == ["Cat.png"] }
        }
    }

    @Test("that is another program is not waited for: the folder is polled")
    func anotherProgram() async throws {
        try await WatchedDrop.run(mode: .auto, inotifyProgram: "/bin/true", restarts: InotifyRestarts(most: 1)) {
            drop in
            #expect(drop.watch.currentStatus.mode == .polling)
        }
    }

    @Test("reports names with line breaks as they are")
    func lineBreaks() async throws {
        try await WatchedDrop.run { drop in
            try drop.makeFolder("new\nline")
            try await eventually("the folder is not watched") { drop.watch.currentStatus.folders == 2 }
            try drop.write(SampleArt.png("a"), to: "new\nline/a\nb.png")
            try await eventually("the file is not reported") {
                drop.events.contains { $0.path == "new\nline/a\nb.png" }
            }
        }
    }

    @Test("that hangs without events is replaced, and earlier events are not missed")
    func hangs() async throws {
        let patience = InotifyPatience(quiet: .milliseconds(200), answer: 2_000)
        try await WatchedDrop.run(patience: patience) { drop in
            let processID = try #require(drop.watch.currentStatus.processID)
            #expect(Glibc.kill(processID, SIGSTOP) == 0)
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("no other process watches the drop folder") {
                let status = drop.watch.currentStatus
                return status.mode == .inotify && status.processID != processID
            }
            try await eventually("no event requests an examination of the whole folder") {
                drop.events.contains(.lookEverywhere(.watcherRestarted))
            }
        }
    }

    @Test("that answers without events is kept")
    func quiet() async throws {
        try await WatchedDrop.run(patience: InotifyPatience(quiet: .milliseconds(20))) { drop in
            let processID = try #require(drop.watch.currentStatus.processID)
            try await Task.sleep(for: .milliseconds(300))
            #expect(drop.watch.currentStatus.processID == processID)
            #expect(drop.watch.stall == nil)
        }
    }

    @Test("ends with the watch")
    func endsWithTheWatch() async throws {
        let processID = ProcessBox()
        try await WatchedDrop.run { drop in
            processID.value = try #require(drop.watch.currentStatus.processID)
            #expect(Glibc.kill(processID.value, 0) == 0)
        }
        #expect(Glibc.kill(processID.value, 0) == -1)
    }
}

/// A process number that a closure passes to its test.
private final class ProcessBox {
    var value: Int32 = 0
}
