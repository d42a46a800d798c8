import Foundation
import Glibc
import Testing

/// Hooks, log and figures hear of what changed, and of nothing twice.
struct ChangesOnlyTests {
    /// A workshop with a good file, a broken one, a duplicate, and hooks that write down what they are told.
    private func prepared() throws -> Workshop {
        let workshop = try Workshop()
        var settings = Settings()
        for (hook, file) in [("onPublished", "published"), ("onRejected", "rejected")] {
            settings.hooks[hook] =
                "[{ \"command\": [\"/bin/sh\", \"-c\", \"cat >> \(workshop.path)/\(file).json\"] }]"
        }
        try workshop.configure(settings)
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.disc(1), as: "cats/Two.svg")
        try workshop.drop("no picture at all", as: "cats/Broken.png")
        return workshop
    }

    private func told(_ file: String, of text: String, in workshop: Workshop) throws -> Int {
        guard workshop.has(file) else { return 0 }
        return try workshop.text(file).split(separator: "\n").count { $0.contains(text) }
    }

    @Test("a start and a reload tell of nothing again, and of what changed while nobody watched")
    func restart() async throws {
        let workshop = try prepared()
        let first = try await Watching(workshop)
        try await eventually("the hooks are not told") {
            try told("published.json", of: "\"one\"", in: workshop) == 1
                && told("rejected.json", of: "Broken.png", in: workshop) == 1
        }
        #expect(try first.count("unused") == 1)
        try await first.stop()
        try workshop.drop(Art.disc(3), as: "cats/Three.svg")
        try workshop.drop("still no picture", as: "cats/Worse.png")
        let second = try await Watching(workshop)
        second.command.send(SIGHUP)
        try await eventually("it does not read its configuration again") { try second.count("ready") == 2 }
        try workshop.drop(Art.disc(4), as: "cats/Four.svg")
        try await eventually("the hooks are not told of changes") {
            try told("published.json", of: "\"four\"", in: workshop) == 1
                && told("rejected.json", of: "Worse.png", in: workshop) == 1
        }
        try await second.stop()
        #expect(try second.events.filter { $0.kind == "published" }.map { $0.text("id") } == ["three", "four"])
        #expect(try second.events.filter { $0.kind == "rejected" }.map { $0.text("path") } == ["cats/Worse.png"])
        #expect(try second.count("unused") == 0)
        #expect(try told("published.json", of: "\"one\"", in: workshop) == 1)
        #expect(try told("rejected.json", of: "Broken.png", in: workshop) == 1)
    }

    @Test("a file that was touched and is as it was is no news")
    func touched() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let watching = try await Watching(workshop)
        #expect(utimes(workshop.file("drop/cats/One.svg"), nil) == 0)
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the drop is not published") { try watching.count("published", "cats/Two.svg") == 1 }
        #expect(try watching.count("published", "cats/One.svg") == 1)
        try await watching.stop()
    }

    @Test("an event of a sticker whose source was there at the start has no time since its drop")
    func milliseconds() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let watching = try await Watching(workshop)
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the drop is not published") { try watching.count("published") == 2 }
        let times = try watching.events.filter { $0.kind == "published" }.map { $0.number("milliseconds") }
        #expect(times.first == .some(nil))
        #expect((times.last ?? nil).map { $0 >= 0 } == true)
        try await watching.stop()
    }
}
