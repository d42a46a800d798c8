import Foundation
import StickerManifest
import TestSupport
import Testing

/// Tests how the artist of a sticker learns that it was sent back: by a note next to the source, hooks, the log, the
/// status and reports.
@Suite("Stickers that are sent back")
struct SentBackTests {
    private static let note = "drop/cats/One.svg.sent-back.txt"

    /// A fixture with one sticker, and a hook that writes its events to a file.
    private func fixture(_ settings: Settings = Settings()) throws -> CLIFixture {
        var settings = settings
        let cli = try CLIFixture(settings)
        settings.hooks["onSentBack"] =
            "[{ \"command\": [\"/bin/sh\", \"-c\", \"cat >> \(cli.path)/told; echo >> \(cli.path)/told\"] }]"
        try cli.configure(settings)
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        return cli
    }

    /// The newest version of cats/one.
    private func sticker(_ cli: CLIFixture) throws -> Sticker {
        let catalog = try cli.catalog()
        let packs = (catalog.awaitingApproval ?? []) + catalog.packs
        return try #require(packs.flatMap(\.stickers).first { $0.id == "one" })
    }

    /// Imports a decision about the current image of cats/one.
    private func decide(
        _ cli: CLIFixture, _ verdict: String, _ comment: String = "", at time: String = "2026-11-21T14:03:00Z"
    ) async throws {
        try await cli.decide(verdict, about: try sticker(cli), comment: comment, at: time)
    }

    private func lines(_ cli: CLIFixture) throws -> [String] {
        cli.has("told") ? try cli.text("told").split(separator: "\n").map(String.init) : []
    }

    @Test("a sticker that is sent back has a note next to its file, which is removed with new art")
    func newArt() async throws {
        let cli = try fixture()
        let watch = try await cli.watch()
        try await decide(cli, "sentBack", "The ear is not round.")
        try await eventually("the note is not written") { cli.has(Self.note) }
        let text = try cli.text(Self.note)
        #expect(text.hasPrefix("One.svg was sent back by Ada on "))
        #expect(text.contains("\n\nThe ear is not round.\n\nReviewed version: 1."))
        try await eventually("the change request is not reported") { try watch.count("sentBack", "cats/One.svg") == 1 }
        let event = try #require(try watch.events.first { $0.kind == "sentBack" })
        #expect(event.text("pack") == "cats" && event.text("id") == "one" && event.text("reviewer") == "Ada")
        #expect(event.text("comment") == "The ear is not round." && event.text("decided") == "2026-11-21T14:03:00Z")
        try await eventually("the hook does not receive the change request") { try lines(cli).count == 1 }
        #expect(try lines(cli).first?.contains("\"comment\":\"The ear is not round.\"") == true)
        #expect(try await cli.run("status").output.contains("Review        1 sent back\n"))
        try await eventually("the report does not contain the comment") {
            try cli.text("out/report.html").contains(">The ear is not round.</p>")
        }
        try cli.drop(Art.disc(2), as: "cats/One.svg")
        try await eventually("the note is not removed") { !cli.has(Self.note) }
        try await eventually("the report still contains the change request") {
            try !cli.text("out/report.json").contains("sentBack")
        }
        #expect(try await !cli.run("status").output.contains("sent back"))
        try await decide(cli, "sentBack", "Now the tail.", at: "2026-11-21T15:03:00Z")
        try await eventually("there is no note about the second version") { cli.has(Self.note) }
        #expect(try cli.text(Self.note).contains("Reviewed version: 2."))
        try await watch.stop()
        #expect(try await cli.run("status").output.contains("Review        1 sent back\n"))
        #expect(try await cli.run("build").output.contains("Sent back (1):\n  cats/One.svg: Ada: Now the tail."))
    }

    @Test("the note is removed with an approval, and with a withdrawn decision", arguments: [false, true])
    func otherDecisions(requireApproval: Bool) async throws {
        let cli = try fixture(Settings(requireApproval: requireApproval))
        let watch = try await cli.engineWatch()
        for (number, verdict) in ["approved", "reopened"].enumerated() {
            try await decide(cli, "sentBack", "Round \(number)", at: "2026-11-21T14:0\(number):00Z")
            try await eventually("the note is not written") { cli.has(Self.note) }
            #expect(try cli.text(Self.note).contains("Round \(number)"))
            #expect(try await cli.run("status").output.contains("1 sent back"))
            try await decide(cli, verdict, at: "2026-11-21T14:0\(number):30Z")
            try await eventually("the note is not removed after \(verdict)") { !cli.has(Self.note) }
        }
        #expect(try watch.count("sentBack") == 2)
        try await watch.stop()
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a decision on the watch's own page writes the note")
    func ownPage() async throws {
        let cli = try fixture()
        let watch = try await cli.watch("--serve", "127.0.0.1:0")
        let status = try await HTTP.decide(
            "sentBack", about: try sticker(cli), comment: "Too dark.", port: try await watch.command.port())
        #expect((200..<300).contains(status), "\(status)")
        try await eventually("the note is not written") { cli.has(Self.note) }
        try await watch.stop()
    }

    @Test("a start repeats nothing, reports new send-backs, and removes outdated notes")
    func starts() async throws {
        let cli = try fixture()
        #expect(try await cli.build().status == 0)
        try await decide(cli, "sentBack", "Before the start.")
        #expect(!cli.has(Self.note), "a command other than a watch wrote a note")
        let first = try await cli.watch()
        try await eventually("the note is not written") { cli.has(Self.note) }
        try await eventually("the hook does not receive the change request") { try lines(cli).count == 1 }
        first.command.send(SIGHUP)
        try await eventually("the watch does not reload its configuration") { try first.count("ready") == 2 }
        #expect(try first.count("sentBack") == 1)
        try await first.stop()
        #expect(try cli.text(Self.note).contains("Before the start."))
        let second = try await cli.watch()
        try await second.stop()
        #expect(try second.count("sentBack") == 0)
        try await decide(cli, "approved", at: "2026-11-21T15:03:00Z")
        let third = try await cli.watch()
        try await eventually("the note is not removed") { !cli.has(Self.note) }
        try await third.stop()
        #expect(try lines(cli).count == 1)
    }

    @Test("rejected art replaces art that was sent back: its own note counts")
    func rejectedArt() async throws {
        let cli = try fixture()
        let watch = try await cli.engineWatch()
        try await decide(cli, "sentBack", "Too dark.")
        try await eventually("the note is not written") { cli.has(Self.note) }
        try cli.drop("no picture at all", as: "cats/One.svg")
        try await eventually("cats/One.svg is not rejected") { cli.has("drop/cats/One.svg.rejected.txt") }
        try await eventually("the note is not removed") { !cli.has(Self.note) }
        #expect(try await !cli.run("status").output.contains("sent back"))
        try await watch.stop()
        #expect(try await !cli.run("status").output.contains("sent back"))
    }

    @Test("another file with the note's name stays unchanged, and no note is art")
    func occupied() async throws {
        let cli = try fixture()
        try cli.drop("MY OWN NOTES", as: "cats/One.svg.sent-back.txt")
        let watch = try await cli.engineWatch()
        try await decide(cli, "sentBack", "Too dark.")
        try await eventually("the file at the path of the note is not reported") {
            try watch.events.contains {
                $0.text("message")?.contains("One.svg.sent-back.txt is not a note of stickerd.") == true
            }
        }
        #expect(try cli.text(Self.note) == "MY OWN NOTES")
        #expect(try watch.count("unused") == 0)
        try await watch.stop()
    }

    @Test("without watch.notes there is no note, but the hook is notified")
    func notesOff() async throws {
        var settings = Settings()
        settings.watch["notes"] = "false"
        let cli = try fixture(settings)
        let watch = try await cli.watch()
        try await decide(cli, "sentBack", "Too dark.")
        try await eventually("the hook does not receive the change request") { try lines(cli).count == 1 }
        #expect(!cli.has(Self.note))
        try await watch.stop()
    }
}
