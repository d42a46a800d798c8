import Foundation
import StickerConfiguration
import TestSupport
import Testing

@Suite("Polling", .serialized)
struct PollingTests {
    @Test("added, changed and removed files and folders are noticed")
    func changes() async throws {
        try await WatchedDrop.run(mode: .poll) { drop in
            #expect(drop.watch.currentStatus.mode == .polling)
            try drop.makeFolder("cats")
            try drop.write(SampleArt.png("a"), to: "cats/Cat.png")
            try await eventually("the file is not read") { drop.present == ["cats/Cat.png"] }
            try await eventually("the folder and the file are not reported") {
                Set(drop.events).isSuperset(of: [.folderAppeared("cats"), .touched("cats/Cat.png")])
            }
            try drop.write(SampleArt.png("bb"), to: "cats/Cat.png")
            try await eventually("the changed file is not read again") {
                drop.taken("cats/Cat.png").last == SampleArt.png("bb")
            }
            try drop.remove("cats")
            try await eventually("the removal is not reported") {
                Set(drop.events).isSuperset(of: [.folderRemoved("cats"), .removed("cats/Cat.png")])
            }
        }
    }

    @Test("a partial name is never reported; the rename is")
    func partialName() async throws {
        try await WatchedDrop.run(mode: .poll) { drop in
            try drop.write(SampleArt.png("a"), to: "Cat.png.part")
            try drop.move("Cat.png.part", to: "Cat.png")
            try await eventually("the file is not read") { drop.present == ["Cat.png"] }
            #expect(Set(drop.events.compactMap(\.path)).isSubset(of: ["Cat.png"]))
        }
    }

    @Test("a rescan is requested at the interval")
    func rescans() async throws {
        try await WatchedDrop.run(mode: .poll, rescan: .milliseconds(50)) { drop in
            try await eventually("no rescan is requested") { drop.events.contains(.lookEverywhere(.interval)) }
        }
    }
}
