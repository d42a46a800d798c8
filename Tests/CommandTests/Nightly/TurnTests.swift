import Daemon
import Foundation
import Glibc
import TestSupport
import Testing

/// A rebuild beside a running watch.
@Suite struct TurnTests {
    @Test("a rebuild and a watch take turns: drops made meanwhile are published, and the end is what a build makes")
    func turns() async throws {
        let workshop = try Workshop()
        for number in 0..<12 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        let watch = try workshop.start(["watch", "--json"])
        try await eventually("it does not get ready: \(watch.complaint)") { watch.output.contains("\"ready\"") }
        let rebuild = try workshop.start(["rebuild", "--json", "--effort", "max"])
        try await eventually("the rebuild does not begin") { rebuild.output.contains("\"rendered\"") }
        for number in 20..<24 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        let ending = try Rebuild(try await rebuild.ending())
        #expect(ending.status == 0, "\(ending.complaint)")
        try await eventually("the drops are not published") {
            try workshop.catalog().packs.first?.stickers.count == 16
        }
        try workshop.drop(Art.disc(30), as: "cats/After.svg")
        try await eventually("the watch does not go on") { try workshop.sticker("cats", "after") != nil }
        watch.send(SIGTERM)
        #expect(try await watch.ending().status == 0)
        #expect(try await workshop.run("audit").status == 0)
        #expect(try await workshop.rebuild("--verify").status == 0)
    }

    @Test("a rebuild beside a watch leaves half-written art alone, and its sticker as it was")
    func halfWritten() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.png(16), as: "cats/Square.png")
        let watch = try workshop.start(["watch", "--json"])
        try await eventually("it does not get ready: \(watch.complaint)") { watch.output.contains("\"ready\"") }
        let before = try #require(try workshop.sticker("cats", "square"))
        // As a program saves that writes in place, and is slow.
        let (whole, other) = (Art.png(24, shade: 30), Art.png(24, shade: 90))
        try workshop.drop(Array(whole.prefix(whole.count / 2)), as: "cats/Square.png")
        try workshop.drop(Array(other.prefix(other.count / 2)), as: "cats/Other.png")
        let writer = Task {
            for end in whole.count / 2..<whole.count - 12 where !Task.isCancelled {
                try workshop.append(whole[end], to: "drop/cats/Square.png")
                try workshop.append(other[end], to: "drop/cats/Other.png")
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        let rebuild = try await workshop.rebuild()
        writer.cancel()
        _ = await writer.result
        #expect(rebuild.status < 2, "\(rebuild.complaint)")
        #expect(try workshop.catalog().rejected.map(\.path) == [])
        #expect(try workshop.sticker("cats", "square")?.pixels == before.pixels)
        try workshop.drop(whole, as: "cats/Square.png")
        try workshop.drop(other, as: "cats/Other.png")
        try await eventually("what is whole now is not taken") {
            try workshop.sticker("cats", "square")?.pixels != before.pixels && workshop.sticker("cats", "other") != nil
        }
        watch.send(SIGTERM)
        #expect(try await watch.ending().status == 0)
        #expect(try await workshop.run("audit").status == 0)
    }

    @Test("a build while the watch lends its output leaves the watch the folder that its workers write to")
    func staging() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let watch = try workshop.start(["watch", "--json"])
        try await eventually("it does not get ready: \(watch.complaint)") { watch.output.contains("\"ready\"") }
        #expect(try workshop.hasStaging(of: watch))
        let state = workshop.file(".out.stickerd")
        var guest: OutputLock? = try OutputLock.take(folder: state, command: "a test", file: "guest.lock")
        try await eventually("the watch does not lend its output") {
            let bell = open(state + "/bell", O_WRONLY | O_NONBLOCK)
            _ = write(bell, "1", 1)
            close(bell)
            return (try? OutputLock.take(folder: state, command: "a test")) != nil
        }
        #expect(try await workshop.build().status == 0)
        #expect(try workshop.hasStaging(of: watch))
        withExtendedLifetime(guest) {}
        guest = nil
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the watch does not go on: \(watch.output)") {
            try workshop.sticker("cats", "two") != nil
        }
        #expect(!watch.output.contains("\"problem\""))
        watch.send(SIGTERM)
        #expect(try await watch.ending().status == 0)
        #expect(try !workshop.hasStaging(of: watch))
    }

    @Test("two rebuilds at once: the second says so and ends")
    func twoRebuilds() async throws {
        let workshop = try Workshop(Settings(seconds: 600))
        try workshop.drop(Art.endless, as: "cats/Endless.svg")
        let first = try workshop.start(["rebuild", "--json"])
        try await eventually("it does not begin") { first.output.contains("\"planned\"") }
        let second = try await workshop.run("rebuild")
        #expect(second.status == 3)
        #expect(second.complaint.contains("stickerd rebuild"))
        first.send(SIGINT)
        #expect(try await first.ending().status == 130)
    }
}

extension Workshop {
    /// Whether a process has a staging folder in the output folder.
    fileprivate func hasStaging(of command: Command) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: file("out"))
            .contains { $0.hasPrefix(".staging-\(command.pid)-") }
    }
}
