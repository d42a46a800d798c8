import Foundation
import Glibc
import TestSupport
import Testing

/// Hooks, the log and metrics report each change exactly once.
struct ChangesOnlyTests {
    /// A fixture with a good file, a broken file, a duplicate, and hooks that write the received events to a file.
    private func prepared() throws -> CLIFixture {
        let cli = try CLIFixture()
        var settings = Settings()
        for (hook, file) in [("onPublished", "published"), ("onRejected", "rejected")] {
            settings.hooks[hook] =
                "[{ \"command\": [\"/bin/sh\", \"-c\", \"cat >> \(cli.path)/\(file).json\"] }]"
        }
        try cli.configure(settings)
        try cli.drop(["cats/One.svg": 1, "cats/Two.svg": 1])
        try cli.drop("no picture at all", as: "cats/Broken.png")
        return cli
    }

    private func deliveries(_ file: String, of text: String, in cli: CLIFixture) throws -> Int {
        guard cli.has(file) else { return 0 }
        return try cli.text(file).split(separator: "\n").count { $0.contains(text) }
    }

    @Test("a start and a reload repeat no event, and report what changed while nothing was watching")
    func restart() async throws {
        let cli = try prepared()
        let first = try await cli.watch()
        try await eventually("the hooks do not receive the first events") {
            try deliveries("published.json", of: "\"one\"", in: cli) == 1
                && deliveries("rejected.json", of: "Broken.png", in: cli) == 1
        }
        #expect(try first.count("unused") == 1)
        try await first.stop()
        try cli.drop(Art.disc(3), as: "cats/Three.svg")
        try cli.drop("still no picture", as: "cats/Worse.png")
        let second = try await cli.watch()
        second.command.send(SIGHUP)
        try await eventually("the watch does not reload its configuration") { try second.count("ready") == 2 }
        try cli.drop(Art.disc(4), as: "cats/Four.svg")
        try await eventually("the hooks do not receive the changes") {
            try deliveries("published.json", of: "\"four\"", in: cli) == 1
                && deliveries("rejected.json", of: "Worse.png", in: cli) == 1
        }
        try await second.stop()
        #expect(try second.events.filter { $0.kind == "published" }.map { $0.text("id") } == ["three", "four"])
        #expect(try second.events.filter { $0.kind == "rejected" }.map { $0.text("path") } == ["cats/Worse.png"])
        #expect(try second.count("unused") == 0)
        #expect(try deliveries("published.json", of: "\"one\"", in: cli) == 1)
        #expect(try deliveries("rejected.json", of: "Broken.png", in: cli) == 1)
    }

    @Test("a file with a new timestamp and the same content causes no event")
    func touched() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.engineWatch()
        #expect(utimes(cli.file("drop/cats/One.svg"), nil) == 0)
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("cats/Two.svg is not published") { try watch.count("published", "cats/Two.svg") == 1 }
        #expect(try watch.count("published", "cats/One.svg") == 1)
        try await watch.stop()
    }

    @Test("an event of a sticker whose source was there at the start has no time since its drop")
    func milliseconds() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.engineWatch()
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the second sticker is not published") { try watch.count("published") == 2 }
        let times = try watch.events.filter { $0.kind == "published" }.map { $0.number("milliseconds") }
        #expect(times.first == .some(nil))
        #expect((times.last ?? nil).map { $0 >= 0 } == true)
        try await watch.stop()
    }
}
