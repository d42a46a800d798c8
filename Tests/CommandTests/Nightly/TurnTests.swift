import Foundation
import Glibc
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
