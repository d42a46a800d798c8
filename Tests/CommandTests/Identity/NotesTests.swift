import Foundation
import Glibc
import TestSupport
import Testing

/// Tests the notes next to sources, and files of other programs that have the names of notes.
@Suite("Notes beside files")
struct NotesTests {
    private let signature = "(This note was written by stickerd, which removes it when it is no longer true.)\n"

    @Test("pipes, huge files and links under the names of notes are not read, and the watch gets ready")
    func hostileNotes() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        try #require(mkfifo(cli.file("drop/cats/Pipe.rejected.txt"), 0o644) == 0)
        try #require(symlink("/dev/zero", cli.file("drop/cats/Link.rejected.txt")) == 0)
        try cli.put("", at: "drop/cats/Huge.rejected.txt")
        try #require(truncate(cli.file("drop/cats/Huge.rejected.txt"), 1 << 40) == 0)
        let watch = try await cli.engineWatch()
        #expect(try cli.sticker("cats", "one") != nil)
        try await watch.stop()
        #expect(cli.has("drop/cats/Huge.rejected.txt"))
    }

    @Test("a note behind a link that leads out of the drop folder is not removed")
    func linkedFolder() async throws {
        let cli = try CLIFixture()
        try cli.put(signature, at: "other/A.png.rejected.txt")
        try cli.put(signature, at: "drop/cats/B.png.rejected.txt")
        try #require(symlink(cli.file("other"), cli.file("drop/lnk")) == 0)
        let watch = try await cli.engineWatch()
        try await eventually("the note of an earlier run is not removed") { !cli.has("drop/cats/B.png.rejected.txt") }
        #expect(cli.has("other/A.png.rejected.txt"))
        try await watch.stop()
    }

    @Test("another file with the name of a note stays unchanged, which is reported once")
    func ownFile() async throws {
        let cli = try CLIFixture()
        try cli.drop("MY OWN NOTES", as: "cats/Bad.png.rejected.txt")
        try cli.drop("not a picture", as: "cats/Bad.png")
        let watch = try await cli.watch()
        try await eventually("the file with the name of a note is not reported") {
            try Event.read(watch.command.output).contains {
                $0.text("message")?.contains("Bad.png.rejected.txt is not a note of stickerd.") == true
            }
        }
        try cli.drop(Art.png(), as: "cats/Bad.png")
        try await eventually("the sticker cats/bad is not published") { try cli.sticker("cats", "bad") != nil }
        try await watch.stop()
        #expect(try cli.text("drop/cats/Bad.png.rejected.txt") == "MY OWN NOTES")
    }

    @Test("pipes in the place of pack.json and of a sidecar are left alone")
    func pipes() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        try #require(mkfifo(cli.file("drop/cats/pack.json"), 0o644) == 0)
        try #require(mkfifo(cli.file("drop/cats/One.json"), 0o644) == 0)
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.ignored == ["cats/pack.json": "not-a-file", "cats/One.json": "not-a-file"])
    }
}
