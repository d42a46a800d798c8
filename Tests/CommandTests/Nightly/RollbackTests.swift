import Foundation
import Glibc
import TestSupport
import Testing

/// Tests `stickerd history` and `stickerd rollback`.
@Suite struct RollbackTests {
    /// A fixture with two published states, and the output trees of both states.
    private func twoStates() async throws -> (CLIFixture, [String: OutTree.Content], [String: OutTree.Content]) {
        let cli = try await CLIFixture.built(["cats/One.svg": 1, "cats/Two.svg": 2, "cats/icon.svg": 7])
        let one = try cli.out.contents
        try cli.drop(Art.disc(10), as: "cats/One.svg")
        try cli.remove("drop/cats/Two.svg")
        try cli.drop(["dogs/Three.svg": 3, "cats/icon.svg": 8])
        try await cli.build()
        return (cli, one, try cli.out.contents)
    }

    @Test("back and forward again give byte-identical trees")
    func backAndForward() async throws {
        let (cli, one, other) = try await twoStates()
        let states = try await cli.history().compactMap { $0.text("id") }
        try #require(states.count == 2)
        for (id, tree) in [(states[1], one), (states[0], other), (states[1], one)] {
            let rollback = try await cli.run("rollback", id)
            #expect(rollback.status == 0, "\(rollback.complaint)")
            #expect(OutTree.differences(try cli.out.contents, tree) == [])
            #expect(try cli.out.faults() == [])
        }
    }

    @Test("it survives the next build, rebuild and watch, until it is released")
    func survives() async throws {
        let (cli, one, other) = try await twoStates()
        let first = try #require(try await cli.history().last?.text("id"))
        #expect(try await cli.run("rollback", String(first.prefix(6))).status == 0)
        let build = try await cli.build()
        #expect(build.status == 1)
        let held = try #require(build.events.first { $0.kind == "held" })
        #expect(held.text("message")?.contains("rollback --release") == true)
        #expect(held.text("id") == first)
        let rebuild = try await cli.rebuild()
        #expect(rebuild.held?.contains("rollback --release") == true)
        let watch = try cli.start(["watch", "--json"])
        try await eventually("the watch does not report the publish hold") {
            watch.output.contains("rollback --release")
        }
        #expect(OutTree.differences(try cli.out.contents, one).filter { !$0.hasPrefix(".staging") } == [])
        #expect(try await cli.run("rollback", "--release").status == 0)
        try await eventually("the watch does not publish again") { try cli.sticker("dogs", "three") != nil }
        try await watch.end(by: SIGTERM)
        try await cli.build()
        let now = try cli.out.contents
        #expect(OutTree.differences(now, other).filter { !$0.hasPrefix("report.") } == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a build on hold counts published and waiting stickers, and does not change the times of saved states")
    func honestCounts() async throws {
        let (cli, _, _) = try await twoStates()
        let times = try await cli.history().compactMap { $0.text("saved") }
        let first = try #require(try await cli.history().last?.text("id"))
        #expect(try await cli.run("rollback", first).status == 0)
        #expect(try await cli.history().compactMap { $0.text("saved") } == times)
        let build = try await cli.build()
        // One.svg now has another content, Two.svg was removed, and dogs/Three.svg was added.
        #expect(build.total("waiting") == 2)
        #expect(build.total("stickers") == 2)
        #expect(build.total("published") == 2)
        let text = try await cli.run("build")
        #expect(text.status == 1)
        #expect(text.output.contains("2 stickers are published"), "\(text.output)")
        #expect(text.output.contains("2 sources are waiting."))
    }

    @Test("a manifest that was changed in place does not damage states that are saved after it")
    func writtenInPlace() async throws {
        let (cli, _, other) = try await twoStates()
        let manifest = try #require(FileHandle(forUpdatingAtPath: cli.file("out/catalog.json")))
        try manifest.seekToEnd()
        try manifest.write(contentsOf: Data("\n".utf8))
        try manifest.close()
        try await cli.build()
        try cli.drop(Art.disc(4), as: "dogs/Four.svg")
        try await cli.build()
        let states = try await cli.history().compactMap { $0.text("id") }
        #expect(try await cli.run("rollback", states[1]).status == 0)
        #expect(try cli.out.contents["catalog.json"] == other["catalog.json"])
    }

    @Test("it works while a watch runs")
    func besideWatch() async throws {
        let (cli, one, _) = try await twoStates()
        let watch = try cli.start(["watch", "--json"])
        try await eventually("the watch does not become ready") { watch.output.contains("\"ready\"") }
        let first = try #require(try await cli.history().last?.text("id"))
        #expect(try await cli.run("rollback", first).status == 0)
        #expect(OutTree.differences(try cli.out.contents, one).filter { !$0.hasPrefix(".staging") } == [])
        #expect(try await watch.end(by: SIGTERM).status == 0)
    }

    @Test("only the configured number of states is kept, and unreferenced files are removed")
    func limited() async throws {
        let cli = try CLIFixture()
        let settings = Settings().json.replacingOccurrences(of: "\"size\"", with: "\"snapshots\": 2, \"size\"")
        try cli.put(settings, at: "pipeline.json")
        for number in 0..<4 {
            try cli.drop(Art.disc(number), as: "cats/One.svg")
            try await cli.build()
        }
        #expect(try await cli.history().count == 2)
        let kept = try OutTree(cli.file(".out.stickerd/snapshots")).files
        let lists = try kept.filter { $0.hasSuffix(".files") }.flatMap { try cli.savedFiles($0.dropLast(6)).keys }
        #expect(kept.filter { $0.hasPrefix("files/") } == Set(lists.map { "files/" + $0 }))
    }

    @Test("a damaged saved state is not published, and an unknown one is wrong usage")
    func refused() async throws {
        let (cli, _, other) = try await twoStates()
        let first = try #require(try await cli.history().last?.text("id"))
        // A file of a sticker that only the older state contains.
        let published = try Set(cli.out.contents.values.compactMap(\.sha256))
        let lost = try #require(
            try cli.savedFiles(first[...]).first { $0.value.hasPrefix("assets/") && !published.contains($0.key) }?.key)
        try cli.flipBit(in: ".out.stickerd/snapshots/files/" + lost)
        let rollback = try await cli.run("rollback", first)
        #expect(rollback.status == 3)
        #expect(rollback.complaint.contains("damaged"))
        #expect(OutTree.differences(try cli.out.contents, other) == [])
        #expect(try await cli.run("rollback", "ffff").status == 2)
        #expect(try await cli.run("rollback").status == 2)
    }

    @Test("a second build that changes nothing keeps no new state")
    func sameState() async throws {
        let (cli, _, _) = try await twoStates()
        try await cli.build()
        #expect(try await cli.history().count == 2)
    }
}

extension CLIFixture {
    /// The names of all files of a snapshot by their hashes, including the lists of the packs' files.
    fileprivate func savedFiles(_ id: Substring) throws -> [String: String] {
        var files: [String: String] = [:]
        for line in try text(".out.stickerd/snapshots/\(id).files").split(separator: "\n") {
            let (digest, name) = (String(line.prefix(64)), String(line.dropFirst(65)))
            files[digest] = name
            guard name.hasPrefix("lists/") else { continue }
            for file in try text(".out.stickerd/snapshots/files/\(digest)").split(whereSeparator: \.isWhitespace) {
                files[String(file.prefix(64))] = "assets/\(file)"
            }
        }
        return files
    }
}
