import Foundation
import Glibc
import TestSupport
import Testing

/// `stickerd history` and `stickerd rollback`.
@Suite struct RollbackTests {
    /// Two published states: the tree of each.
    private func twoStates() async throws -> (Workshop, [String: OutTree.Content], [String: OutTree.Content]) {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try workshop.drop(Art.disc(7), as: "cats/icon.svg")
        try await workshop.build()
        let one = try workshop.out.contents
        try workshop.drop(Art.disc(10), as: "cats/One.svg")
        try workshop.remove("drop/cats/Two.svg")
        try workshop.drop(Art.disc(3), as: "dogs/Three.svg")
        try workshop.drop(Art.disc(8), as: "cats/icon.svg")
        try await workshop.build()
        return (workshop, one, try workshop.out.contents)
    }

    @Test("back and forward again give byte-identical trees")
    func backAndForward() async throws {
        let (workshop, one, other) = try await twoStates()
        let states = try await workshop.history().compactMap { $0.text("id") }
        try #require(states.count == 2)
        for (id, tree) in [(states[1], one), (states[0], other), (states[1], one)] {
            let rollback = try await workshop.run("rollback", id)
            #expect(rollback.status == 0, "\(rollback.complaint)")
            #expect(OutTree.differences(try workshop.out.contents, tree) == [])
            #expect(try workshop.out.faults() == [])
        }
    }

    @Test("it survives the next build, rebuild and watch, until it is released")
    func survives() async throws {
        let (workshop, one, other) = try await twoStates()
        let first = try #require(try await workshop.history().last?.text("id"))
        #expect(try await workshop.run("rollback", String(first.prefix(6))).status == 0)
        let build = try await workshop.build()
        #expect(build.status == 1)
        let held = try #require(build.events.first { $0.kind == "held" })
        #expect(held.text("message")?.contains("rollback --release") == true)
        #expect(held.text("id") == first)
        let rebuild = try await workshop.rebuild()
        #expect(rebuild.held?.contains("rollback --release") == true)
        let watch = try workshop.start(["watch", "--json"])
        try await eventually("the watch does not say that it holds") { watch.output.contains("rollback --release") }
        #expect(OutTree.differences(try workshop.out.contents, one).filter { !$0.hasPrefix(".staging") } == [])
        #expect(try await workshop.run("rollback", "--release").status == 0)
        try await eventually("the watch does not publish again") { try workshop.sticker("dogs", "three") != nil }
        watch.send(SIGTERM)
        _ = try await watch.ending()
        try await workshop.build()
        let now = try workshop.out.contents
        #expect(OutTree.differences(now, other).filter { !$0.hasPrefix("report.") } == [])
        #expect(try await workshop.run("audit").status == 0)
    }

    @Test("a build on hold counts what is published and what waits, and leaves the times of saved states alone")
    func honestCounts() async throws {
        let (workshop, _, _) = try await twoStates()
        let times = try await workshop.history().compactMap { $0.text("saved") }
        let first = try #require(try await workshop.history().last?.text("id"))
        #expect(try await workshop.run("rollback", first).status == 0)
        #expect(try await workshop.history().compactMap { $0.text("saved") } == times)
        let build = try await workshop.build()
        // One.svg is another file by now, Two.svg is gone, and dogs/Three.svg came.
        #expect(build.total("waiting") == 2)
        #expect(build.total("stickers") == 2)
        #expect(build.total("published") == 2)
        let text = try await workshop.run("build")
        #expect(text.status == 1)
        #expect(text.complaint.contains("2 stickers are published"), "\(text.complaint)")
        #expect(text.complaint.contains("2 sources wait for that."))
    }

    @Test("a manifest that somebody wrote to in place does not spoil the states that are kept after it")
    func writtenInPlace() async throws {
        let (workshop, _, other) = try await twoStates()
        let manifest = try #require(FileHandle(forUpdatingAtPath: workshop.file("out/catalog.json")))
        try manifest.seekToEnd()
        try manifest.write(contentsOf: Data("\n".utf8))
        try manifest.close()
        try await workshop.build()
        try workshop.drop(Art.disc(4), as: "dogs/Four.svg")
        try await workshop.build()
        let states = try await workshop.history().compactMap { $0.text("id") }
        #expect(try await workshop.run("rollback", states[1]).status == 0)
        #expect(try workshop.out.contents["catalog.json"] == other["catalog.json"])
    }

    @Test("it works while a watch runs")
    func besideWatch() async throws {
        let (workshop, one, _) = try await twoStates()
        let watch = try workshop.start(["watch", "--json"])
        try await eventually("it does not get ready") { watch.output.contains("\"ready\"") }
        let first = try #require(try await workshop.history().last?.text("id"))
        #expect(try await workshop.run("rollback", first).status == 0)
        #expect(OutTree.differences(try workshop.out.contents, one).filter { !$0.hasPrefix(".staging") } == [])
        watch.send(SIGTERM)
        #expect(try await watch.ending().status == 0)
    }

    @Test("only so many states are kept as are configured, and files that none of them has go")
    func limited() async throws {
        let workshop = try Workshop()
        let settings = Settings().json.replacingOccurrences(of: "\"size\"", with: "\"snapshots\": 2, \"size\"")
        try workshop.put(settings, at: "pipeline.json")
        for number in 0..<4 {
            try workshop.drop(Art.disc(number), as: "cats/One.svg")
            try await workshop.build()
        }
        #expect(try await workshop.history().count == 2)
        let kept = try OutTree(workshop.file(".out.stickerd/snapshots")).files
        let lists = try kept.filter { $0.hasSuffix(".files") }.flatMap {
            try workshop.text(".out.stickerd/snapshots/\($0)").split(separator: "\n").map { "files/" + $0.prefix(64) }
        }
        #expect(kept.filter { $0.hasPrefix("files/") } == Set(lists))
    }

    @Test("a kept state that is damaged is not published, and an unknown one is wrong usage")
    func refused() async throws {
        let (workshop, _, other) = try await twoStates()
        let first = try #require(try await workshop.history().last?.text("id"))
        // A sticker's file that only the older state has.
        let files = try workshop.text(".out.stickerd/snapshots/\(first).files").split(separator: "\n")
        let published = try Set(workshop.out.contents.values.compactMap(\.sha256))
        let lost = try #require(
            files.first { $0.contains(" assets/") && !published.contains(String($0.prefix(64))) }?.prefix(64))
        try workshop.flipBit(in: ".out.stickerd/snapshots/files/" + lost)
        let rollback = try await workshop.run("rollback", first)
        #expect(rollback.status == 3)
        #expect(rollback.complaint.contains("damaged"))
        #expect(OutTree.differences(try workshop.out.contents, other) == [])
        #expect(try await workshop.run("rollback", "ffff").status == 2)
        #expect(try await workshop.run("rollback").status == 2)
    }

    @Test("a second build that changes nothing keeps no new state")
    func sameState() async throws {
        let (workshop, _, _) = try await twoStates()
        try await workshop.build()
        #expect(try await workshop.history().count == 2)
    }
}
