import BuildEngine
import Foundation
import Glibc
import StateDatabase
import StickerManifest
import TestSupport
import Testing

/// Tests decisions that are made while another process uses the output, or while no watch is running.
@Suite("Decisions beside other commands")
struct DecisionsBesideTests {
    private static let state = ".out.stickerd"

    /// A fixture with one sticker that awaits approval.
    private func built(_ settings: Settings = Settings(requireApproval: true)) async throws -> CLIFixture {
        let cli = try await CLIFixture.built(["cats/One.svg": 1], settings)
        #expect(try cli.catalog().awaitingApproval?.count == 1)
        return cli
    }

    /// Approves the sticker on the review page of `stickerd serve`.
    private func approve(_ cli: CLIFixture, port: Int) async throws -> Int {
        let sticker = try #require(try cli.catalog().awaitingApproval?.first?.stickers.first)
        return try await HTTP.decide("approved", about: sticker, port: port)
    }

    /// Starts `stickerd serve`, and returns it with its port.
    private func serve(_ cli: CLIFixture) async throws -> (Command, Int) {
        let serve = try cli.start(["serve", "--json", "--address", "127.0.0.1:0"])
        return (serve, try await serve.port())
    }

    /// Runs `body` while `stickerd serve` is running.
    private func serving(_ cli: CLIFixture, _ body: (Command, Int) async throws -> Void) async throws {
        let (serve, port) = try await serve(cli)
        try await body(serve, port)
        #expect(try await serve.end(by: SIGTERM).status == 0)
    }

    @Test("a decision on the page of `serve` while a build has the output is stored, and published when it is free")
    func busy() async throws {
        let cli = try await built()
        try await serving(cli) { _, port in
            var lock: OutputLock? = try OutputLock.take(folder: cli.file(Self.state), command: "a build")
            #expect(try await (200..<300).contains(approve(cli, port: port)))
            #expect(try cli.sticker("cats", "one") == nil)
            withExtendedLifetime(lock) {}
            lock = nil
            try await eventually("the sticker cats/one is not published") { try cli.sticker("cats", "one") != nil }
        }
    }

    @Test("a decision that a killed `serve` has not published is published by the next one")
    func killed() async throws {
        let cli = try await built()
        var lock: OutputLock? = try OutputLock.take(folder: cli.file(Self.state), command: "a build")
        let (serve, port) = try await serve(cli)
        #expect(try await (200..<300).contains(approve(cli, port: port)))
        serve.send(SIGKILL)
        _ = try await serve.ending()
        #expect(try cli.sticker("cats", "one") == nil)
        withExtendedLifetime(lock) {}
        lock = nil
        try await serving(cli) { _, _ in
            try await eventually("the sticker cats/one is not published") { try cli.sticker("cats", "one") != nil }
        }
    }

    @Test("a decision that cannot be published is stored, reported once, and publishing is retried")
    func refused() async throws {
        let cli = try await built()
        try await serving(cli) { serve, port in
            // A folder at the path of the lock file prevents every process from taking the lock.
            try cli.remove("\(Self.state)/lock")
            try cli.put("", at: "\(Self.state)/lock/in-the-way")
            #expect(try await (200..<300).contains(approve(cli, port: port)))
            try await eventually("the failed publication is not reported") {
                serve.complaint.contains("stored but not published yet")
            }
            try cli.remove("\(Self.state)/lock")
            try await eventually("the sticker cats/one is not published") { try cli.sticker("cats", "one") != nil }
        }
    }

    @Test("hooks and the log report a sticker that was approved without a watch, once")
    func approvedMeanwhile() async throws {
        var settings = Settings(requireApproval: true)
        let cli = try CLIFixture(settings)
        settings.hooks["onPublished"] = "[{ \"command\": [\"/bin/sh\", \"-c\", \"cat >> \(cli.path)/told\"] }]"
        try cli.configure(settings)
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        let first = try await cli.watch()
        try await first.stop()
        #expect(try first.count("published") == 0)
        #expect(try await cli.run("review", "approve", "--all", "--reviewer", "Ada").status == 0)
        let second = try await cli.watch()
        #expect(try second.count("published", "cats/One.svg") == 1)
        try await eventually("the hook does not receive the event") { cli.has("told") }
        try await second.stop()
        let third = try await cli.watch()
        try await third.stop()
        #expect(try third.count("published") == 0)
    }

    @Test("a sticker that awaits approval stays on the list while its source is being written again")
    func settlesAgain() async throws {
        let cli = try await built()
        let watch = try await cli.engineWatch(timing: .withoutIncompleteFiles)
        // Empties the file, like a program that truncates a file before it saves the new content.
        try cli.drop("", as: "cats/One.svg")
        try await eventually("the deferral of cats/One.svg is not reported") {
            try watch.count("waiting", "cats/One.svg") >= 1
        }
        try cli.drop(Art.disc(2), as: "dogs/Rex.svg")
        try await eventually("the sticker of the other pack is not finished") {
            try cli.catalog().awaitingApproval?.count == 2
        }
        #expect(try cli.catalog().awaitingApproval?.first?.stickers.map(\.id) == ["one"])
        try await watch.stop()
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("an audit waits for a running build, with a message")
    func audit() async throws {
        let cli = try await built()
        var lock: OutputLock? = try OutputLock.take(folder: cli.file(Self.state), command: "a build")
        let audit = try cli.start(["audit"])
        try await eventually("the command does not wait for the output") {
            audit.complaint.contains(", which works on this output.")
        }
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try await audit.ending().status == 0)
    }
}
