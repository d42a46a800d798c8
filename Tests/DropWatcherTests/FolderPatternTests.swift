import Foundation
import TestSupport
import Testing

@Suite("Added and removed folders", .serialized)
struct FolderPatternTests {
    @Test("a folder moved in with its content is noticed, and so are later changes in it")
    func movedIn() async throws {
        try await WatchedDrop.run { drop in
            try drop.makeFolder("../cats")
            try drop.write(SampleArt.png("a"), to: "../cats/Cat.png")
            try drop.move("../cats", to: "cats")
            try await eventually("the file in the folder is not read") { drop.present == ["cats/Cat.png"] }
            try await eventually("the event does not arrive") { drop.events.contains(.folderAppeared("cats")) }
            try drop.write(SampleArt.png("b"), to: "cats/Kitten.png")
            try await eventually("a later file in the folder is not noticed") {
                drop.events.contains(.closedAfterWrite("cats/Kitten.png"))
            }
        }
    }

    @Test("folders that are created together with files in them are all watched")
    func madeInOneGo() async throws {
        try await WatchedDrop.run { drop in
            for index in 0..<50 {
                try drop.makeFolder("p\(index)/b/c")
                try drop.write(SampleArt.png("a"), to: "p\(index)/Cat.png")
                try drop.write(SampleArt.png("a"), to: "p\(index)/b/c/Deep.png")
            }
            try await eventually("not all files are read") { drop.present.count == 50 }
            try await eventually("not all folders are watched") { drop.watch.currentStatus.folders == 151 }
            try drop.write(SampleArt.png("late"), to: "p7/b/c/Late.png")
            try await eventually("the deepest folder is not watched") {
                drop.events.contains(.closedAfterWrite("p7/b/c/Late.png"))
            }
        }
    }

    @Test("a folder moved out is no longer watched")
    func movedOut() async throws {
        try await WatchedDrop.run {
            try $0.makeFolder("cats")
            try $0.write(SampleArt.png("a"), to: "cats/Cat.png")
        } _: { drop in
            try await eventually("the file in the folder is not read") { drop.present == ["cats/Cat.png"] }
            try drop.move("cats", to: "../elsewhere")
            try await eventually("the file of the removed folder is still listed") { drop.present.isEmpty }
            try await eventually("the watch of the removed folder does not end") {
                drop.watch.currentStatus.folders == 1
            }
            try await eventually("the removal of the folder is not reported") {
                drop.events.contains(.folderRemoved("cats"))
            }
            try drop.write(SampleArt.png("b"), to: "../elsewhere/Dog.png")
            try drop.write(SampleArt.png("c"), to: "After.png")
            try await eventually("later changes are not noticed") { drop.present == ["After.png"] }
            #expect(!drop.events.contains { $0.path == "cats/Dog.png" })
        }
    }

    @Test("a folder renamed is watched under its new name")
    func renamed() async throws {
        try await WatchedDrop.run {
            try $0.makeFolder("cats/inner")
            try $0.write(SampleArt.png("a"), to: "cats/Cat.png")
        } _: { drop in
            try await eventually("the file in the folder is not read") { drop.present == ["cats/Cat.png"] }
            try drop.move("cats", to: "lions")
            try await eventually("the file is not listed with its new path") { drop.present == ["lions/Cat.png"] }
            try drop.write(SampleArt.png("b"), to: "lions/Cub.png")
            try drop.write(SampleArt.png("b"), to: "lions/inner/Deep.png")
            try await eventually("events of the renamed folder do not have the new path") {
                Set(drop.events).isSuperset(of: [
                    .closedAfterWrite("lions/Cub.png"), .closedAfterWrite("lions/inner/Deep.png"),
                ])
            }
            // The number is updated after the events.
            try await eventually("not all folders are watched") { drop.watch.currentStatus.folders == 3 }
        }
    }

    @Test("a folder replaced by another of its name is the other one from then on")
    func replaced() async throws {
        try await WatchedDrop.run {
            try $0.makeFolder("cats")
            try $0.write(SampleArt.png("a"), to: "cats/Old.png")
        } _: { drop in
            try await eventually("the old file is not read") { drop.present == ["cats/Old.png"] }
            try drop.makeFolder("../new")
            try drop.write(SampleArt.png("b"), to: "../new/New.png")
            try drop.move("cats", to: "../old")
            try drop.move("../new", to: "cats")
            try await eventually("the new file is not read") { drop.present == ["cats/New.png"] }
            try drop.write(SampleArt.png("c"), to: "../old/Ghost.png")
            try drop.write(SampleArt.png("c"), to: "cats/Next.png")
            try await eventually("the new folder is not watched") {
                drop.events.contains(.closedAfterWrite("cats/Next.png"))
            }
            #expect(!drop.events.contains { $0.path == "cats/Ghost.png" })
        }
    }

    @Test("a folder deleted and made again is watched each time")
    func madeAgain() async throws {
        try await WatchedDrop.run { drop in
            for round in 0..<20 {
                try drop.makeFolder("cats")
                try drop.write(SampleArt.png("\(round)"), to: "cats/Cat\(round).png")
                try await eventually("the file of round \(round) is not read") {
                    drop.present == ["cats/Cat\(round).png"]
                }
                try drop.remove("cats")
                try await eventually("the file of round \(round) is still listed") { drop.present.isEmpty }
            }
        }
    }
}
