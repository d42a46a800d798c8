import BuildEngine
import ControlSocket
import Foundation
import Glibc
import StateDatabase
import TestSupport
import Testing

/// Tests `stickerd status` with and without a running watch.
@Suite struct StatusTests {
    @Test("a running watch is shown with its work, and after its end nothing runs")
    func running() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        try cli.drop("no picture at all", as: "cats/Torn\nPage.png")
        let watch = try await cli.watch()
        let shown = try await cli.run("status")
        #expect(shown.status == 0, "\(shown.output)\(shown.complaint)")
        #expect(shown.output.hasPrefix("stickerd watch is running: process \(watch.command.pid), version "))
        #expect(shown.output.contains("Sources       2: 1 rejected"))
        #expect(shown.output.contains("Published     1 sticker; last change 2"))
        #expect(shown.output.contains("Rejected (1):\n  cats/Torn"))
        #expect(!shown.output.contains("Torn\nPage"), "a file name forges a line")
        #expect(shown.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains(cli.path) })
        let status = try await cli.status()
        #expect(status.engine?.process == Int(watch.command.pid))
        #expect(status.folders.drop == cli.file("drop") && status.folders.out == cli.file("out"))
        #expect(status.isReady && status.sources.count == 2 && status.published.stickers == 1)
        #expect(status.sources.rejected.entries.map(\.path) == ["cats/Torn\nPage.png"])
        #expect(status.sources.rejected.entries.first?.reason.isEmpty == false)
        try await watch.stop()
        let after = try await cli.run("status")
        #expect(after.status == 3)
        #expect(after.output.hasPrefix("Nothing is running."))
        #expect(after.output.contains("Sources       2: 1 rejected"))
        #expect(try await cli.status().engine == nil)
        #expect(!cli.has(".out.stickerd/control.sock"))
    }

    @Test("the numbers of rejected and unused sources count sources, and not other files or causes")
    func counts() async throws {
        let cli = try CLIFixture(discs: .numbered(0..<3))
        try cli.drop("{\"title\": 3}", as: "cats/pack.json")
        try cli.drop(["dogs/Rex.svg": 7, "dogs/Rex copy.svg": 7])
        try cli.drop("to do", as: "dogs/Notes.txt")
        let watch = try await cli.watch()
        let row = "Sources       5: 3 rejected, 1 not used"
        let shown = try await cli.run("status", "--all")
        #expect(shown.output.contains(row), "\(shown.output)")
        #expect(shown.output.contains("Rejected (1):\n  cats/pack.json"))
        #expect(shown.output.contains("dogs/Notes.txt"))
        try await watch.stop()
        let after = try await cli.run("status").output
        #expect(after.contains(row), "\(after)")
    }

    @Test("where nothing was ever built, nothing is running and nothing is made")
    func nothing() async throws {
        let cli = try CLIFixture()
        let shown = try await cli.run("status")
        #expect(shown.status == 3)
        #expect(shown.output.contains("Sources       unknown"))
        #expect(!cli.has("out") && !cli.has(".out.stickerd"))
    }

    @Test("the keys of --json stay")
    func keys() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        let running = try await cli.run("status", "--json")
        try await watch.stop()
        let stopped = try await cli.run("status", "--json")
        #expect(running.complaint.isEmpty && stopped.complaint.isEmpty)
        let always: Set = ["folders", "holds", "published", "ready", "rendering", "sources"]
        #expect(try keys(running.output) == always.union(["engine", "watching"]))
        #expect(try keys(stopped.output) == always)
    }

    private func keys(_ json: String) throws -> Set<String> {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return Set(try #require(object).keys)
    }

    @Test("a source that is not complete is listed with its reason")
    func deferred() async throws {
        let cli = try CLIFixture()
        let watch = try await cli.engineWatch(timing: .withoutIncompleteFiles)
        try cli.drop(Array(Art.png().prefix(30)), as: "cats/Half.png")
        try await eventually("the incomplete file is not listed as deferred") {
            let deferred = try await cli.status().sources.deferred
            return deferred.count == 1 && deferred.entries.first?.path == "cats/Half.png"
                && deferred.entries.first?.reason.isEmpty == false
        }
        try await watch.stop()
    }

    @Test("current renderings and queued ones are shown")
    func rendering() async throws {
        let cli = try CLIFixture(Settings(seconds: 600))
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        let watch = try cli.start(["watch", "--json", "--jobs", "1"])
        try await eventually("the rendering is not shown") {
            try await cli.status().rendering.active.map(\.path) == ["cats/Endless.svg"]
        }
        try cli.drop(Art.endless + " ", as: "cats/Other.svg")
        try await eventually("the second source is neither queued nor rendered") {
            let status = try await cli.status()
            return status.rendering.active.count == 1 && status.rendering.queued == 1
                && status.rendering.workers == 1
        }
        let shown = try await cli.run("status")
        #expect(shown.output.contains("1 of at most 1 at a time, 1 queued"))
        try await watch.end(by: SIGTERM)
    }

    @Test("a publish hold needs attention, with a watch and without")
    func held() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        try cli.drop(Art.disc(2), as: "cats/One.svg")
        try await cli.build()
        let first = try #require(try await cli.history().last?.text("id"))
        #expect(try await cli.run("rollback", first).status == 0)
        #expect(try await cli.run("status").output.contains("On hold       Publishing has been on hold since"))
        let watch = try cli.start(["watch", "--json"])
        try await eventually("the status does not show the running watch") { try await cli.run("status").status == 1 }
        #expect(try await cli.status().holds.publishing?.message.contains("rollback --release") == true)
        #expect(try await cli.run("rollback", "--release").status == 0)
        #expect(try await cli.status().holds.publishing == nil)
        try await watch.end(by: SIGTERM)
    }

    @Test("removals on hold need attention")
    func removals() async throws {
        var settings = Settings()
        settings.watch["massChangeShare"] = "0.5"
        let cli = try CLIFixture(settings, discs: .numbered(0..<12))
        let watch = try await cli.watch()
        #expect(try await cli.run("status").status == 0)
        for number in 0..<11 { try cli.remove("drop/cats/Disc \(number).svg") }
        try await eventually("the removals are not held") { try watch.count("frozen") == 1 }
        let shown = try await cli.run("status")
        #expect(shown.status == 1)
        #expect(shown.output.contains("On hold       11 of 12 sources disappeared together."))
        try await watch.stop()
    }

    @Test("a problem is shown with its attempts, and afterwards as resolved")
    func problem() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        try cli.move("drop", to: "elsewhere")
        try await eventually("the failure is not shown") {
            let problem = try await cli.status().problem
            return problem.map { $0.resolved == nil && $0.attempts > 1 && $0.retryAt != nil } ?? false
        }
        let shown = try await cli.run("status")
        #expect(shown.status == 1)
        #expect(shown.output.contains("\nProblem       "))
        try cli.move("elsewhere", to: "drop")
        try await eventually("the failure is not shown as resolved") { try await cli.status().problem?.resolved != nil }
        #expect(try await cli.run("status").status == 0)
        try await watch.stop()
    }

    @Test("another command that has the output is named immediately")
    func otherHolder() async throws {
        let cli = try CLIFixture()
        let lock = try OutputLock.take(folder: cli.file(".out.stickerd"), command: "stickerd build")
        let shown = try await cli.run("status")
        #expect(shown.status == 75)
        #expect(
            shown.output.hasPrefix(
                "stickerd build (process \(getpid())) is working on this output. No watch is running."),
            "\(shown.output)")
        withExtendedLifetime(lock) {}
    }

    @Test("a watch that cannot be asked is named")
    func silentWatch() async throws {
        let cli = try CLIFixture()
        let lock = try OutputLock.take(folder: cli.file(".out.stickerd"), command: "stickerd watch")
        let shown = try await cli.run("status", "--json")
        #expect(shown.status == 75)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let status = try decoder.decode(EngineStatus.self, from: Data(shown.output.utf8))
        #expect(status.holder == EngineStatus.Process(process: Int(getpid()), command: "stickerd watch"))
        #expect(status.unreachable == "nothing listens")
        withExtendedLifetime(lock) {}
    }

    @Test("a watch that was killed is not running, and the next one answers")
    func killed() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        try await watch.command.end(by: SIGKILL)
        #expect(cli.has(".out.stickerd/control.sock"))
        #expect(try await cli.run("status").status == 3)
        let next = try await cli.watch()
        #expect(try await cli.status().engine?.process == Int(next.command.pid))
        try await next.stop()
    }

    @Test("the configuration may be read again while the status is requested")
    func reload() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        watch.command.send(SIGHUP)
        try await eventually("the watch does not become ready again") {
            let shown = try await cli.run("status")
            #expect(shown.status == 0, "\(shown.output)")
            return try watch.count("ready") > 1
        }
        try await watch.stop()
    }
}

extension CLIFixture {
    /// The output of `stickerd status --all --json`.
    fileprivate func status() async throws -> EngineStatus {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(EngineStatus.self, from: Data(try await run("status", "--all", "--json").output.utf8))
    }
}
