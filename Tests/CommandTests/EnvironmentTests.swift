import Foundation
import Glibc
import TestSupport
import Testing

/// Tests runs that fail because of the machine. The exit status is 3, and the published files remain complete.
@Suite struct EnvironmentTests {
    @Test("a missing drop folder")
    func missingDrop() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.remove("drop")
        let build = try await cli.build()
        #expect(build.status == 3)
        #expect(build.failure?.contains(cli.file("drop")) == true)
        #expect(!cli.has("out"))
    }

    @Test("a drop folder that is a file")
    func dropIsFile() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.remove("drop")
        try cli.put("", at: "drop")
        let build = try await cli.build()
        #expect(build.status == 3)
        #expect(build.failure?.contains("this is a file") == true)
    }

    @Test("results whose place, or the folder around it, is a file", arguments: ["file", "file/out", "file/deep/out"])
    func outIsFile(out: String) async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        try cli.put("precious", at: "file")
        let build = try await cli.build("--out", out)
        #expect(build.status == 3)
        #expect(build.failure?.contains(cli.file("file")) == true)
        #expect(build.failure?.contains("Not a directory") == true)
        #expect(try cli.text("file") == "precious")
    }

    @Test("an output that another stickerd works on; the message names it")
    func locked() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        let first = try cli.start(["build", "--json"])
        try await eventually("the first build does not begin") { first.output.contains("planned") }
        let build = try await cli.build()
        #expect(build.status == 3)
        #expect(build.failure?.contains("stickerd build") == true)
        #expect(build.failure?.contains("\(first.pid)") == true)
        #expect(try await first.end(by: SIGINT).status == 130)
    }

    @Test("an empty drop folder while something is published: nothing is removed, unless requested")
    func emptyDrop() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1], startsPrograms: true)
        let before = try cli.out.stamps
        try cli.remove("drop/cats")
        let refused = try await cli.build()
        #expect(refused.status == 3)
        #expect(refused.failure?.contains("--allow-empty") == true)
        #expect(OutTree.differences(try cli.out.stamps, before) == [])
        let build = try await cli.build("--allow-empty")
        #expect(build.status == 0)
        #expect(try cli.catalog().packs.isEmpty)
        #expect(try cli.out.files == ["catalog.json", "report.html", "report.json"])
    }

    @Test("an empty drop folder is refused even when the manifest cannot be read")
    func emptyDropWithoutManifest() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1], startsPrograms: true)
        let asset = try #require(try cli.sticker("cats", "one")).renditions[0].path
        try cli.put("{ torn", at: "out/catalog.json")
        try cli.remove("drop/cats")
        #expect(try await cli.build().status == 3)
        #expect(cli.has("out/" + asset))
    }

    @Test("an unreadable manifest is written again, and that is reported")
    func damagedManifest() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1], startsPrograms: true)
        let before = try cli.text("out/catalog.json")
        try cli.put("{ torn", at: "out/catalog.json")
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.total("rendered") == 0)
        #expect(build.events.contains { $0.kind == "notice" })
        #expect(try cli.text("out/catalog.json") == before)
    }
}
