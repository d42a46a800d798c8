import Foundation
import Testing

/// Tests `stickerd build --dry-run`, and commands in a project that is not set up.
@Suite struct BuildPreviewTests {
    @Test("a dry run lists what a build would do, and changes nothing")
    func preview() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1, "cats/Two.svg": 2])
        let first = try await cli.run("build", "--dry-run")
        #expect(first.status == 0, "\(first.complaint)")
        #expect(first.output.contains("Would render (2):\n  cats/One.svg\n  cats/Two.svg\n"), "\(first.output)")
        #expect(!cli.has("out") && !cli.has(".out.stickerd"))
        try await cli.build()
        let published = try cli.out.contents
        try cli.drop(Art.disc(3), as: "cats/One.svg")
        try cli.remove("drop/cats/Two.svg")
        let text = try await cli.run("build", "--dry-run").output
        #expect(text.contains("Would render (1):\n  cats/One.svg\n"), "\(text)")
        #expect(text.contains("Would remove, because the file is gone (1):\n  cats/Two.svg\n"), "\(text)")
        let event = try await cli.run("build", "--dry-run", "--json").output
        #expect(event.contains("\"toRemove\":[\"cats/Two.svg\"]"), "\(event)")
        #expect(OutTree.differences(try cli.out.contents, published) == [])
        #expect(try await cli.build().renderedPaths == ["cats/One.svg"])
    }

    @Test("a dry run lists what the build would reject because of a sidecar, before and after it was rendered")
    func rejections() async throws {
        let cli = try CLIFixture()
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        try await cli.build()
        try cli.drop("{ \"lable\": 1 }", as: "cats/One.json")
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try cli.drop("{ \"lable\": 1 }", as: "cats/Two.json")
        let text = try await cli.run("build", "--dry-run").output
        #expect(text.contains("gives the reasons (2):\n  cats/One.svg\n  cats/Two.svg\n"), "\(text)")
        #expect(text.contains("Unchanged: no sources."), "\(text)")
    }

    @Test("in a folder without a project, commands name init", arguments: ["build", "watch", "serve", "status"])
    func noProject(command: String) async throws {
        let cli = try CLIFixture()
        try cli.remove("drop")
        try cli.remove("pipeline.json")
        let ending = try await cli.run(command)
        #expect(ending.status == 2 && ending.complaint.contains("`stickerd init` makes both"), "\(ending.complaint)")
    }

    @Test("art in a drop/ that is not the configured folder is reported")
    func otherDrop() async throws {
        let cli = try CLIFixture()
        try cli.put("{ \"drop\": \"samples\" }", at: "pipeline.json")
        try cli.put(Art.disc(1), at: "samples/cats/One.svg")
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        let ending = try await cli.run("build", "--dry-run")
        #expect(ending.complaint.contains("note: The files in \(cli.file("drop")) are not used"), "\(ending.complaint)")
        try cli.remove("drop/cats")
        #expect(try await cli.run("build", "--dry-run").complaint.isEmpty)
    }

    @Test("rollback --previous publishes the snapshot before the current one, and explains how to continue")
    func previous() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        let first = try cli.out.contents
        try cli.drop(Art.disc(2), as: "cats/One.svg")
        try await cli.build()
        let rollback = try await cli.run("rollback", "--previous", "--json")
        #expect(rollback.status == 0 && rollback.output.contains("\"event\":\"rolledBack\""), "\(rollback)")
        #expect(OutTree.differences(try cli.out.contents, first) == [])
        let none = try await cli.run("rollback", "--previous")
        #expect(none.status == 2 && none.complaint.contains("There is no earlier snapshot"), "\(none.complaint)")
        #expect(try await cli.run("rollback").complaint.contains("`stickerd history` lists the snapshots"))
        let released = try await cli.run("rollback", "--release")
        #expect(released.status == 0 && released.output.hasPrefix("Released: "), "\(released)")
    }
}
