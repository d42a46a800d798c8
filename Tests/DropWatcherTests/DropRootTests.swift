import DropWatcher
import Foundation
import Logging
import StickerConfiguration
import Synchronization
import TestSupport
import Testing

@Suite("The drop folder itself", .serialized)
struct DropRootTests {
    @Test("deleted and made again, its return is waited for", arguments: [WatchSettings.Mode.inotify, .poll])
    func deletedAndMadeAgain(mode: WatchSettings.Mode) async throws {
        try await WatchedDrop.run(mode: mode) { drop in
            try FileManager.default.removeItem(atPath: drop.folder.file("drop"))
            try await eventually("the missing drop folder is not reported") { drop.events.contains(.rootGone) }
            try await eventually("the status does not show the missing drop folder") {
                drop.watch.currentStatus.mode == .waiting
            }
            try drop.makeFolder("")
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("the return of the drop folder is not reported") {
                drop.events.contains(.lookEverywhere(.rootBack))
            }
            try drop.write(SampleArt.png("b"), to: "Dog.png")
            try await eventually("the drop folder is not watched") { drop.events.contains { $0.path == "Dog.png" } }
            try await eventually("not all files are read") { drop.present == ["Cat.png", "Dog.png"] }
        }
    }

    @Test("moved away and replaced, the new one is watched", arguments: [WatchSettings.Mode.inotify, .poll])
    func replaced(mode: WatchSettings.Mode) async throws {
        try await WatchedDrop.run(mode: mode) { drop in
            try drop.makeFolder("../new")
            rename(drop.folder.file("drop"), drop.folder.file("old"))
            rename(drop.folder.file("new"), drop.folder.file("drop"))
            try await eventually("no event requests an examination of the whole folder") {
                !Set(drop.events).isDisjoint(with: [.lookEverywhere(.rootReplaced), .lookEverywhere(.rootBack)])
            }
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("the drop folder is not watched") { drop.events.contains { $0.path == "Cat.png" } }
        }
    }

    @Test("missing at the start, it is waited for")
    func missingAtStart() async throws {
        try await WatchedDrop.run {
            try FileManager.default.removeItem(atPath: $0.folder.file("drop"))
        } _: { drop in
            try await eventually("the missing drop folder is not reported") { drop.events == [.rootGone] }
            try drop.makeFolder("")
            try await eventually("the return of the drop folder is not reported") {
                drop.events.contains(.lookEverywhere(.rootBack))
            }
        }
    }

    @Test("if a link is switched to another folder, that folder is watched")
    func switchedLink() async throws {
        try await WatchedDrop.run {
            try FileManager.default.removeItem(atPath: $0.folder.file("drop"))
            for (name, content) in [("one", "a"), ("two", "b")] {
                try FileManager.default.createDirectory(
                    atPath: $0.folder.file(name), withIntermediateDirectories: true)
                try SampleArt.png(content).write(to: URL(fileURLWithPath: $0.folder.file(name + "/Cat.png")))
            }
            #expect(symlink("one", $0.folder.file("drop")) == 0)
        } _: { drop in
            try await eventually("the old content is not read") { drop.taken("Cat.png") == [SampleArt.png("a")] }
            #expect(symlink("two", drop.folder.file("new")) == 0)
            #expect(rename(drop.folder.file("new"), drop.folder.file("drop")) == 0)
            try await eventually("no event requests an examination of the whole folder") {
                drop.events.contains(.lookEverywhere(.rootReplaced))
            }
            try await eventually("the new content is not read") { drop.taken("Cat.png").last == SampleArt.png("b") }
            try drop.write(SampleArt.png("c"), to: "Dog.png")
            try await eventually("the drop folder is not watched") {
                drop.events.contains(.closedAfterWrite("Dog.png"))
            }
        }
    }

    @Test("a renamed parent, with another folder in its place, is noticed")
    func renamedParent() async throws {
        let folder = try TemporaryFolder()
        let root = folder.file("parent/drop")
        let events = Mutex<[DropEvent]>([])
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let watch = try DropWatch(
            root: root, mode: .inotify, pollInterval: .seconds(3600), rescanInterval: .seconds(3600),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            observer: { event in events.withLock { $0.append(event) } })
        try await watch.start()
        #expect(rename(folder.file("parent"), folder.file("old")) == 0)
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        try await eventually("the replaced drop folder is not noticed") {
            events.withLock { !Set($0).isDisjoint(with: [.lookEverywhere(.rootReplaced), .lookEverywhere(.rootBack)]) }
        }
        await watch.stop()
    }

    @Test("a link to a folder is followed")
    func link() async throws {
        try await WatchedDrop.run {
            try FileManager.default.removeItem(atPath: $0.folder.file("drop"))
            try FileManager.default.createDirectory(atPath: $0.folder.file("real"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: $0.folder.file("drop"), withDestinationPath: $0.folder.file("real"))
        } _: { drop in
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("the drop folder is not watched") {
                drop.events.contains(.closedAfterWrite("Cat.png"))
            }
        }
    }
}
