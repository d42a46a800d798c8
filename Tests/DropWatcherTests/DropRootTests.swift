import Foundation
import StickerConfiguration
import TestSupport
import Testing

@Suite("The drop folder itself", .serialized)
struct DropRootTests {
    @Test("deleted and made again, its return is waited for", arguments: [WatchSettings.Mode.inotify, .poll])
    func deletedAndMadeAgain(mode: WatchSettings.Mode) async throws {
        try await WatchedDrop.run(mode: mode) { drop in
            try FileManager.default.removeItem(atPath: drop.folder.file("drop"))
            try await eventually("it is gone") { drop.events.contains(.rootGone) }
            try await eventually("the status says so") { drop.watch.currentStatus.mode == .waiting }
            try drop.makeFolder("")
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("it is back") { drop.events.contains(.lookEverywhere(.rootBack)) }
            try drop.write(SampleArt.png("b"), to: "Dog.png")
            try await eventually("it is watched") { drop.events.contains { $0.path == "Dog.png" } }
            try await eventually("all is taken") { drop.present == ["Cat.png", "Dog.png"] }
        }
    }

    @Test("moved away and replaced, the new one is watched", arguments: [WatchSettings.Mode.inotify, .poll])
    func replaced(mode: WatchSettings.Mode) async throws {
        try await WatchedDrop.run(mode: mode) { drop in
            try drop.makeFolder("../new")
            rename(drop.folder.file("drop"), drop.folder.file("old"))
            rename(drop.folder.file("new"), drop.folder.file("drop"))
            try await eventually("everything is to be looked at") {
                !Set(drop.events).isDisjoint(with: [.lookEverywhere(.rootReplaced), .lookEverywhere(.rootBack)])
            }
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("it is watched") { drop.events.contains { $0.path == "Cat.png" } }
        }
    }

    @Test("missing at the start, it is waited for")
    func missingAtStart() async throws {
        try await WatchedDrop.run {
            try FileManager.default.removeItem(atPath: $0.folder.file("drop"))
        } _: { drop in
            try await eventually("it is gone") { drop.events == [.rootGone] }
            try drop.makeFolder("")
            try await eventually("it is back") { drop.events.contains(.lookEverywhere(.rootBack)) }
        }
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
            try await eventually("it is watched") { drop.events.contains(.closedAfterWrite("Cat.png")) }
        }
    }
}
