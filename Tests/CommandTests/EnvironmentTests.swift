import Foundation
import Glibc
import TestSupport
import Testing

/// Runs that the machine does not let succeed: status 3, and what was published stays whole.
@Suite struct EnvironmentTests {
    @Test("a drop folder that is not there")
    func missingDrop() async throws {
        let workshop = try Workshop()
        try workshop.remove("drop")
        let build = try await workshop.build()
        #expect(build.status == 3)
        #expect(build.failure?.contains(workshop.file("drop")) == true)
        #expect(!workshop.has("out"))
    }

    @Test("a drop folder that is a file")
    func dropIsFile() async throws {
        let workshop = try Workshop()
        try workshop.remove("drop")
        try workshop.put("", at: "drop")
        let build = try await workshop.build()
        #expect(build.status == 3)
        #expect(build.failure?.contains("this is a file") == true)
    }

    @Test("results whose place, or the folder around it, is a file", arguments: ["file", "file/out", "file/deep/out"])
    func outIsFile(out: String) async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.put("precious", at: "file")
        let build = try await workshop.build("--out", out)
        #expect(build.status == 3)
        #expect(build.failure?.contains(workshop.file("file")) == true)
        #expect(build.failure?.contains("Not a directory") == true)
        #expect(try workshop.text("file") == "precious")
    }

    @Test("an output that another stickerd works on; the message names it")
    func locked() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.endless, as: "cats/Endless.svg")
        let first = try workshop.start(["build", "--json"])
        try await eventually("the first run never began") { first.output.contains("planned") }
        let build = try await workshop.build()
        #expect(build.status == 3)
        #expect(build.failure?.contains("stickerd build") == true)
        #expect(build.failure?.contains("\(first.pid)") == true)
        first.send(SIGINT)
        #expect(try await first.ending().status == 130)
    }

    @Test("an empty drop folder while something is published: nothing goes, unless it is asked for")
    func emptyDrop() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try await workshop.build()
        let before = try workshop.out.stamps
        try workshop.remove("drop/cats")
        let refused = try await workshop.build()
        #expect(refused.status == 3)
        #expect(refused.failure?.contains("--allow-empty") == true)
        #expect(OutTree.differences(try workshop.out.stamps, before) == [])
        let build = try await workshop.build("--allow-empty")
        #expect(build.status == 0)
        #expect(try workshop.catalog().packs.isEmpty)
        #expect(try workshop.out.files == ["catalog.json", "report.html", "report.json"])
    }

    @Test("an empty drop folder is refused even when the manifest cannot be read")
    func emptyDropWithoutManifest() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try await workshop.build()
        let asset = try #require(try workshop.sticker("cats", "one")).renditions[0].path
        try workshop.put("{ torn", at: "out/catalog.json")
        try workshop.remove("drop/cats")
        #expect(try await workshop.build().status == 3)
        #expect(workshop.has("out/" + asset))
    }

    @Test("a manifest that cannot be read is written anew, and people are told")
    func damagedManifest() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try await workshop.build()
        let before = try workshop.text("out/catalog.json")
        try workshop.put("{ torn", at: "out/catalog.json")
        let build = try await workshop.build()
        #expect(build.status == 0)
        #expect(build.total("rendered") == 0)
        #expect(build.events.contains { $0.kind == "notice" })
        #expect(try workshop.text("out/catalog.json") == before)
    }
}
