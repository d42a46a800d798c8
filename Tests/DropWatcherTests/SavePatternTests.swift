import Foundation
import TestSupport
import Testing

@Suite("How programs save", .serialized)
struct SavePatternTests {
    @Test("a closed, complete file is taken immediately and once")
    func plainWrite() async throws {
        try await WatchedDrop.run { drop in
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("the file is not read") { drop.present == ["Cat.png"] }
            try await eventually("the event does not arrive") { drop.events.contains(.closedAfterWrite("Cat.png")) }
            #expect(drop.taken("Cat.png") == [SampleArt.png("a")])
        }
    }

    @Test("a file written under another name and renamed over the old one is read again")
    func temporaryThenRename() async throws {
        try await WatchedDrop.run { drop in
            try drop.write(SampleArt.png("old"), to: "Cat.png")
            try await eventually("the old content is not read") { drop.taken("Cat.png").count == 1 }
            try drop.write(SampleArt.png("new"), to: "ps4A1B.tmp")
            try drop.move("ps4A1B.tmp", to: "Cat.png")
            try await eventually("the new content is not read") { drop.taken("Cat.png").last == SampleArt.png("new") }
            try await eventually("the event does not arrive") { drop.events.contains(.movedIn("Cat.png")) }
            #expect(!drop.events.contains { $0.path == "ps4A1B.tmp" })
        }
    }

    @Test("a file truncated and written again is never taken half")
    func truncateThenRewrite() async throws {
        try await WatchedDrop.run { drop in
            let new = SampleArt.png("new", bytes: 200_000)
            try drop.write(SampleArt.png("old"), to: "Cat.png")
            try await eventually("the old content is not read") { drop.taken("Cat.png").count == 1 }
            let handle = try #require(FileHandle(forWritingAtPath: drop.path("Cat.png")))
            try handle.truncate(atOffset: 0)
            try await eventually("the empty file is not deferred") {
                drop.waits("Cat.png")?.hasSuffix(" 0 bytes so far") == true
            }
            try handle.write(contentsOf: new[..<100_000])
            try await eventually("the incomplete file is not deferred") {
                drop.waits("Cat.png")?.contains("100,000 bytes") == true
            }
            try handle.write(contentsOf: new[100_000...])
            try handle.close()
            try await eventually("the new content is not read") { drop.taken("Cat.png").last == new }
            #expect(drop.taken("Cat.png") == [SampleArt.png("old"), new])
        }
    }

    @Test("a file overwritten in place, with pauses, is never taken half")
    func overwriteInPlace() async throws {
        try await WatchedDrop.run { drop in
            let (old, new) = (SampleArt.png("old", bytes: 9000), SampleArt.png("new", bytes: 9000))
            try drop.write(old, to: "Cat.png")
            try await eventually("the old content is not read") { drop.taken("Cat.png").count == 1 }
            let handle = try #require(FileHandle(forWritingAtPath: drop.path("Cat.png")))
            for start in stride(from: 0, to: new.count, by: 3000) {
                try handle.write(contentsOf: new[start..<min(start + 3000, new.count)])
                try await eventually("the open file is not deferred") {
                    drop.waits("Cat.png")?.contains("still open") == true
                }
                // The pause is longer than the quiet time.
                try await Task.sleep(for: .milliseconds(150))
            }
            try handle.close()
            try await eventually("the new content is not read") { drop.taken("Cat.png").last == new }
            #expect(drop.taken("Cat.png") == [old, new])
        }
    }

    @Test("a file deleted and made again is read again")
    func deleteThenRecreate() async throws {
        try await WatchedDrop.run { drop in
            try drop.write(SampleArt.png("old"), to: "Cat.png")
            try await eventually("the old content is not read") { drop.taken("Cat.png").count == 1 }
            try drop.remove("Cat.png")
            try drop.write(SampleArt.png("new"), to: "Cat.png")
            try await eventually("the new content is not read") { drop.taken("Cat.png").last == SampleArt.png("new") }
        }
    }

    @Test("a file that grows by many small appends, each closed, is taken when its end has arrived")
    func smallAppends() async throws {
        try await WatchedDrop.run { drop in
            let whole = SampleArt.png("piece by piece ", bytes: 3000)
            #expect(FileManager.default.createFile(atPath: drop.path("Cat.png"), contents: nil))
            for start in stride(from: 0, to: whole.count, by: 100) {
                let handle = try #require(FileHandle(forWritingAtPath: drop.path("Cat.png")))
                try handle.seekToEnd()
                try handle.write(contentsOf: whole[start..<min(start + 100, whole.count)])
                try handle.close()
            }
            try await eventually("the file is not read") { drop.present == ["Cat.png"] }
            #expect(drop.taken("Cat.png") == [whole])
        }
    }

    @Test("names of files that are not done yet are never noticed; their last name is")
    func partialNames() async throws {
        try await WatchedDrop.run { drop in
            let partial = [
                "Cat.png.part", "Cat.png.crdownload", "Cat.png~", "Cat.png.sb-1a2b3c4d-Xy12Za", "._Cat.png",
                ".Cat.png.Ab12Cd", "Cat.png.tmp", ".goutputstream-ABC123", "Cat.png.filepart",
            ]
            for name in partial { try drop.write(SampleArt.png(name), to: name) }
            try drop.move("Cat.png.part", to: "Cat.png")
            try await eventually("the file is not read with its last name") { drop.present == ["Cat.png"] }
            try await eventually("the event does not arrive") { drop.events.contains { $0.path == "Cat.png" } }
            #expect(Set(drop.events.compactMap(\.path)) == ["Cat.png"])
        }
    }

    @Test("notes and the mark of the folder are never noticed")
    func ownFiles() async throws {
        try await WatchedDrop.run { drop in
            for name in ["Cat.png.rejected.txt", "Cat.png.waiting.txt", "Cat.png.sent-back.txt", ".stickerd-drop"] {
                try drop.write(Data("x".utf8), to: name)
            }
            try drop.write(SampleArt.png("a"), to: "Dog.png")
            try await eventually("the art is not read") { drop.present == ["Dog.png"] }
            try await eventually("the event does not arrive") { drop.events.contains { $0.path == "Dog.png" } }
            #expect(Set(drop.events.compactMap(\.path)) == ["Dog.png"])
        }
    }

    @Test("a file from before the start is taken, under any name")
    func foundAtStart() async throws {
        try await WatchedDrop.run {
            try $0.write(SampleArt.png("a"), to: "Cat.png")
        } _: { drop in
            try await eventually("the file is not read") { drop.present == ["Cat.png"] }
            #expect(drop.events.first == .lookEverywhere(.start))
        }
    }

    @Test("a format without an end is taken when it was closed and has been quiet")
    func withoutEnd() async throws {
        try await WatchedDrop.run { drop in
            try drop.write(SampleArt.tiff("layers"), to: "Cat.tif")
            try await eventually("the file is not read") { drop.present == ["Cat.tif"] }
            #expect(drop.taken("Cat.tif") == [SampleArt.tiff("layers")])
        }
    }
}
