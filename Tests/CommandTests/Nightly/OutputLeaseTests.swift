import BuildEngine
import ControlSocket
import Foundation
import Glibc
import StateDatabase
import TestSupport
import Testing

/// Tests a rebuild while a watch is running.
@Suite struct OutputLeaseTests {
    @Test("a rebuild and a watch take turns: drops during it are published, and the result equals a build")
    func turns() async throws {
        let cli = try CLIFixture(discs: .numbered(0..<12))
        let watch = try await cli.watch()
        let rebuild = try cli.start(["rebuild", "--json", "--effort", "max"])
        try await eventually("the rebuild does not begin") { rebuild.output.contains("\"rendered\"") }
        try cli.drop(.numbered(20..<24))
        let ending = try RebuildResult(try await rebuild.ending())
        #expect(ending.status == 0, "\(ending.complaint)")
        try await eventually("the drops are not published") {
            try cli.catalog().packs.first?.stickers.count == 16
        }
        try cli.drop(Art.disc(30), as: "cats/After.svg")
        try await eventually("the sticker cats/after is not published") { try cli.sticker("cats", "after") != nil }
        try await watch.stop()
        #expect(try await cli.run("audit").status == 0)
        #expect(try await cli.rebuild("--verify").status == 0)
    }

    @Test("a rebuild beside a watch ignores half-written art, and leaves its sticker unchanged")
    func halfWritten() async throws {
        let cli = try CLIFixture()
        try cli.drop(Art.png(16), as: "cats/Square.png")
        let watch = try await cli.watch()
        let before = try #require(try cli.sticker("cats", "square"))
        // Writes half of the file, like a slow program that writes in place.
        let (whole, other) = (Art.png(24, shade: 30), Art.png(24, shade: 90))
        try cli.drop(Array(whole.prefix(whole.count / 2)), as: "cats/Square.png")
        try cli.drop(Array(other.prefix(other.count / 2)), as: "cats/Other.png")
        let writer = Task {
            for end in whole.count / 2..<whole.count - 12 where !Task.isCancelled {
                try cli.append(whole[end], to: "drop/cats/Square.png")
                try cli.append(other[end], to: "drop/cats/Other.png")
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        let rebuild = try await cli.rebuild()
        writer.cancel()
        _ = await writer.result
        #expect(rebuild.status < 2, "\(rebuild.complaint)")
        #expect(try cli.catalog().rejected.map(\.path) == [])
        #expect(try cli.sticker("cats", "square")?.pixels == before.pixels)
        try cli.drop(whole, as: "cats/Square.png")
        try cli.drop(other, as: "cats/Other.png")
        try await eventually("the completed file is not published") {
            try cli.sticker("cats", "square")?.pixels != before.pixels && cli.sticker("cats", "other") != nil
        }
        try await watch.stop()
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a build while the watch yields its output leaves the watch the folder that its workers write to")
    func staging() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        #expect(try cli.hasStaging(of: watch.command))
        try await cli.yielding { () async throws in
            #expect(try await cli.build().status == 0)
            #expect(try cli.hasStaging(of: watch.command))
        }
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the sticker cats/two is not published: \(watch.command.output)") {
            try cli.sticker("cats", "two") != nil
        }
        #expect(!watch.command.output.contains("\"problem\""))
        try await watch.stop()
        #expect(try !cli.hasStaging(of: watch.command))
    }

    @Test("a second watch that starts while the first yields its output is refused, and the first one keeps its socket")
    func secondWatch() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        try await cli.yielding { () async throws in
            let second = try cli.start(["watch", "--json"])
            let ending = try await second.ending()
            #expect(ending.status == 3)
            #expect(ending.complaint.contains("“stickerd watch” (process \(watch.command.pid))"))
            #expect(try await cli.run("status").output.contains("process \(watch.command.pid), version"))
        }
        try await watch.stop()
    }

    @Test("a command that is killed while it has the output, or waits for it, delays no other command")
    func killedGuest() async throws {
        let cli = try CLIFixture(Settings(seconds: 600), discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        let client = ControlClient(folder: cli.file(".out.stickerd"))
        var connection: OutputConnection? = try await client.requestOutput(timeLimit: .seconds(20))
        try await eventually("the watch does not yield its output") {
            try await connection?.isGranted(within: .seconds(1)) == true
        }
        // Starts another command, which is killed while it is waiting for the output.
        let waiting = try cli.start(["audit"])
        try await waiting.end(by: SIGKILL)
        connection = nil
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the sticker cats/two is not published") { try cli.sticker("cats", "two") != nil }
        try await watch.stop()
    }

    @Test("a command takes the output of a watch that is killed while it is asked")
    func killedWatch() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1], Settings(seconds: 600))
        try cli.drop(Art.disc(2), as: "cats/One.svg")
        #expect(try await cli.build().status == 0)
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        let watch = try cli.start(["watch", "--json"])
        try await eventually("the watch does not render: \(watch.complaint)") {
            try await cli.run("status").output.contains("cats/Endless.svg (")
        }
        // The watch is not idle, so it does not yield the output.
        let rollback = try cli.start(["rollback", try #require(try await cli.history().last?.text("id"))])
        try await eventually("the command does not wait for the output") {
            rollback.complaint.contains(", which works on this output.")
        }
        try await watch.end(by: SIGKILL)
        #expect(try await rollback.ending().status == 0)
    }

    @Test("a command without a socket, such as one of an earlier version, gets the output by the guest's lock")
    func withoutSocket() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        let state = cli.file(".out.stickerd")
        let guest = try OutputLock.take(folder: state, command: "a test", file: "guest.lock")
        try await eventually("the watch does not yield its output") {
            // Any event starts a cycle of the watch.
            try cli.drop("to do", as: "cats/Notes.txt")
            return (try? OutputLock.take(folder: state, command: "a test")) != nil
        }
        withExtendedLifetime(guest) {}
        try await watch.stop()
    }

    @Test("a watch that starts while a command has its turn at the output waits for it")
    func startsBeside() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        var lease: OutputLease? = try await OutputLease.take(
            try cli.configuration(), command: "a test", notice: { _ in })
        let watch = try cli.start(["watch", "--json"])
        try await eventually("the command does not wait for the output") { watch.output.contains("Waiting for") }
        withExtendedLifetime(lease) {}
        lease = nil
        try await eventually("the sticker cats/one is not published") {
            try cli.has("out/catalog.json") && cli.sticker("cats", "one") != nil
        }
        #expect(try await watch.end(by: SIGTERM).status == 0)
    }

    @Test("two rebuilds at the same time: the second reports it and ends")
    func twoRebuilds() async throws {
        let cli = try CLIFixture(Settings(seconds: 600))
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        let first = try cli.start(["rebuild", "--json"])
        try await eventually("the first rebuild does not begin") { first.output.contains("\"planned\"") }
        let second = try await cli.run("rebuild")
        #expect(second.status == 3)
        #expect(second.complaint.contains("stickerd rebuild"))
        #expect(try await first.end(by: SIGINT).status == 130)
    }
}

extension CLIFixture {
    /// Runs `body` while the watch has yielded its output, as it does for a rebuild.
    fileprivate func yielding(_ body: () async throws -> Void) async throws {
        let connection = try await ControlClient(folder: file(".out.stickerd")).requestOutput(timeLimit: .seconds(20))
        try await eventually("the watch does not yield its output") {
            try await connection.isGranted(within: .seconds(1))
        }
        try await body()
        withExtendedLifetime(connection) {}
    }

    /// Whether a process has a staging folder in the output folder.
    fileprivate func hasStaging(of command: Command) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: file("out"))
            .contains { $0.hasPrefix(".staging-\(command.pid)-") }
    }
}
