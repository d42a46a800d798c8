import Daemon
import Foundation
import Glibc
import StateDatabase
import TestSupport
import Testing

/// A rebuild beside a running watch.
@Suite struct OutputLeaseTests {
    @Test("a rebuild and a watch take turns: drops made meanwhile are published, and the end is what a build makes")
    func turns() async throws {
        let cli = try CLIFixture()
        for number in 0..<12 { try cli.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        let watch = try await cli.watch()
        let rebuild = try cli.start(["rebuild", "--json", "--effort", "max"])
        try await eventually("the rebuild does not begin") { rebuild.output.contains("\"rendered\"") }
        for number in 20..<24 { try cli.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        let ending = try RebuildResult(try await rebuild.ending())
        #expect(ending.status == 0, "\(ending.complaint)")
        try await eventually("the drops are not published") {
            try cli.catalog().packs.first?.stickers.count == 16
        }
        try cli.drop(Art.disc(30), as: "cats/After.svg")
        try await eventually("the watch does not go on") { try cli.sticker("cats", "after") != nil }
        try await watch.stop()
        #expect(try await cli.run("audit").status == 0)
        #expect(try await cli.rebuild("--verify").status == 0)
    }

    @Test("a rebuild beside a watch leaves half-written art alone, and its sticker as it was")
    func halfWritten() async throws {
        let cli = try CLIFixture()
        try cli.drop(Art.png(16), as: "cats/Square.png")
        let watch = try await cli.watch()
        let before = try #require(try cli.sticker("cats", "square"))
        // As a program saves that writes in place, and is slow.
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
        try await eventually("what is whole now is not taken") {
            try cli.sticker("cats", "square")?.pixels != before.pixels && cli.sticker("cats", "other") != nil
        }
        try await watch.stop()
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a build while the watch yields its output leaves the watch the folder that its workers write to")
    func staging() async throws {
        let cli = try CLIFixture()
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        let watch = try await cli.watch()
        #expect(try cli.hasStaging(of: watch.command))
        let state = cli.file(".out.stickerd")
        var guest: OutputLock? = try OutputLock.take(folder: state, command: "a test", file: "guest.lock")
        try await eventually("the watch does not yield its output") {
            let bell = open(state + "/bell", O_WRONLY | O_NONBLOCK)
            _ = write(bell, "1", 1)
            close(bell)
            return (try? OutputLock.take(folder: state, command: "a test")) != nil
        }
        #expect(try await cli.build().status == 0)
        #expect(try cli.hasStaging(of: watch.command))
        withExtendedLifetime(guest) {}
        guest = nil
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the watch does not go on: \(watch.command.output)") {
            try cli.sticker("cats", "two") != nil
        }
        #expect(!watch.command.output.contains("\"problem\""))
        try await watch.stop()
        #expect(try !cli.hasStaging(of: watch.command))
    }

    @Test("two rebuilds at once: the second says so and ends")
    func twoRebuilds() async throws {
        let cli = try CLIFixture(Settings(seconds: 600))
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        let first = try cli.start(["rebuild", "--json"])
        try await eventually("it does not begin") { first.output.contains("\"planned\"") }
        let second = try await cli.run("rebuild")
        #expect(second.status == 3)
        #expect(second.complaint.contains("stickerd rebuild"))
        first.send(SIGINT)
        #expect(try await first.ending().status == 130)
    }
}

extension CLIFixture {
    /// Whether a process has a staging folder in the output folder.
    fileprivate func hasStaging(of command: Command) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: file("out"))
            .contains { $0.hasPrefix(".staging-\(command.pid)-") }
    }
}
