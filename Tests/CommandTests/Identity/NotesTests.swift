import Foundation
import Glibc
import TestSupport
import Testing

/// The notes beside files, and what somebody else may have put in their place.
@Suite("Notes beside files")
struct NotesTests {
    private let signature = "(This note was written by stickerd, which removes it when it is no longer true.)\n"

    @Test("pipes, huge files and links under the names of notes are not read, and the watch gets ready")
    func hostileNotes() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try #require(mkfifo(workshop.file("drop/cats/Pipe.rejected.txt"), 0o644) == 0)
        try #require(symlink("/dev/zero", workshop.file("drop/cats/Link.rejected.txt")) == 0)
        try workshop.put("", at: "drop/cats/Huge.rejected.txt")
        try #require(truncate(workshop.file("drop/cats/Huge.rejected.txt"), 1 << 40) == 0)
        let command = try await workshop.watch()
        #expect(try workshop.sticker("cats", "one") != nil)
        try await workshop.stop(command)
        #expect(workshop.has("drop/cats/Huge.rejected.txt"))
    }

    @Test("a note behind a link that leads out of the drop folder is not removed")
    func linkedFolder() async throws {
        let workshop = try Workshop()
        try workshop.put(signature, at: "other/A.png.rejected.txt")
        try workshop.put(signature, at: "drop/cats/B.png.rejected.txt")
        try #require(symlink(workshop.file("other"), workshop.file("drop/lnk")) == 0)
        let command = try await workshop.watch()
        try await eventually("the note of an earlier run stays") { !workshop.has("drop/cats/B.png.rejected.txt") }
        #expect(workshop.has("other/A.png.rejected.txt"))
        try await workshop.stop(command)
    }

    @Test("somebody's own file under the name of a note stays as it is, and that is said once")
    func ownFile() async throws {
        let workshop = try Workshop()
        try workshop.drop("MY OWN NOTES", as: "cats/Bad.png.rejected.txt")
        try workshop.drop("not a picture", as: "cats/Bad.png")
        let command = try await workshop.watch()
        try await eventually("nothing is said of it") {
            try Event.read(command.output).contains {
                $0.text("message")?.contains("Bad.png.rejected.txt is not a note of stickerd's") == true
            }
        }
        try workshop.drop(Art.png(), as: "cats/Bad.png")
        try await eventually("it is not published") { try workshop.sticker("cats", "bad") != nil }
        try await workshop.stop(command)
        #expect(try workshop.text("drop/cats/Bad.png.rejected.txt") == "MY OWN NOTES")
    }

    @Test("pipes in the place of pack.json and of a sidecar are left alone")
    func pipes() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try #require(mkfifo(workshop.file("drop/cats/pack.json"), 0o644) == 0)
        try #require(mkfifo(workshop.file("drop/cats/One.json"), 0o644) == 0)
        let build = try await workshop.build()
        #expect(build.status == 0)
        #expect(build.ignored == ["cats/pack.json": "not-a-file", "cats/One.json": "not-a-file"])
    }
}
