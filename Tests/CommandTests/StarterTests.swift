import Foundation
import Testing

/// Tests `stickerd init` and `stickerd doctor`, which are the first commands of a new user.
@Suite struct StarterTests {
    private func empty() throws -> CLIFixture {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.remove("drop")
        try cli.remove("pipeline.json")
        return cli
    }

    @Test("init makes a configuration and the folders, and the next command builds")
    func starter() async throws {
        let cli = try empty()
        let ending = try await cli.run("init")
        #expect(ending.status == 0)
        #expect(ending.output.contains("stickerd build"), "the next steps are not explained")
        #expect(
            try OutTree(cli.path).names
                == [
                    "pipeline.json", "drop", "out", "backgrounds", "backgrounds/photo.jpg", "schemas",
                    "schemas/message.schema.json", "schemas/pack.schema.json", "schemas/pipeline.schema.json",
                    "schemas/sticker.schema.json",
                ])
        #expect(try await cli.build().status == 0)
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        #expect(try await cli.build().total("published") == 1)
        let previews = try cli.sticker("cats", "one")?.previews.map(\.background)
        #expect(previews?.contains("photo") == true)
    }

    @Test("init --example puts two drawings into the drop folder, which the next build publishes")
    func example() async throws {
        let cli = try empty()
        let ending = try await cli.run("init", "--example")
        #expect(ending.status == 0)
        #expect(ending.output.contains("Two drawings are in drop/cats/. Run `stickerd build`."))
        #expect(try await cli.build().total("published") == 2)
        #expect(try cli.sticker("cats", "happy-cat")?.findings.isEmpty == true)
    }

    @Test("init --example leaves art of the same name alone")
    func exampleKeeps() async throws {
        let cli = try empty()
        try cli.drop("mine", as: "cats/Happy Cat.svg")
        #expect(try await cli.run("init", "--example").status == 0)
        #expect(try cli.text("drop/cats/Happy Cat.svg") == "mine")
    }

    @Test("init takes the folder to make")
    func folder() async throws {
        let cli = try empty()
        #expect(try await cli.run("init", "new/project").status == 0)
        #expect(cli.has("new/project/pipeline.json"))
        #expect(cli.has("new/project/drop"))
    }

    @Test("init overwrites nothing")
    func refuses() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let before = try cli.read("pipeline.json")
        let ending = try await cli.run("init")
        #expect(ending.status == 2)
        #expect(ending.complaint.contains(cli.file("pipeline.json")))
        #expect(try cli.read("pipeline.json") == before)
    }

    @Test("init reports obstacles")
    func inTheWay() async throws {
        let cli = try empty()
        try cli.put("", at: "file")
        let ending = try await cli.run("init", "file/project")
        #expect(ending.status == 3)
        #expect(ending.complaint.contains(cli.file("file")))
        #expect(!ending.complaint.contains("NSCocoaErrorDomain"), "\(ending.complaint)")
    }

    @Test("the starter follows its schema", .enabled(if: SchemaCheck.isInstalled, "needs python3-jsonschema"))
    func schema() async throws {
        let cli = try empty()
        _ = try await cli.run("init")
        #expect(try await SchemaCheck.problems(of: cli.file("pipeline.json"), by: "pipeline") == "")
    }

    @Test("doctor finds no obstacle to a build here")
    func doctor() async throws {
        let ending = try await CLIFixture(startsPrograms: true).run("doctor")
        #expect(ending.status == 0, "\(ending.output)")
        for name in ["decoder PNG", "drop folder", "output folder", "disk", "state folder"] {
            #expect(ending.output.contains(name), "\(ending.output)")
        }
    }

    @Test("doctor --json prints one object per check, with its state and the fix")
    func doctorJSON() async throws {
        let ending = try await CLIFixture(startsPrograms: true).run("doctor", "--json")
        #expect(ending.status == 0)
        for line in ending.output.split(separator: "\n") {
            let check = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
            #expect(Set(check.keys) == ["name", "state", "detail", "mend"])
            #expect(["good", "warning", "bad"].contains(check["state"]))
            #expect((check["state"] == "good") == (check["mend"] == ""))
        }
    }

    @Test("doctor names a missing drop folder and the command that makes it, with status 3, and makes nothing")
    func doctorFinds() async throws {
        let cli = try empty()
        let ending = try await cli.run("doctor")
        #expect(ending.status == 3)
        #expect(ending.output.contains("mkdir -p '\(cli.file("drop"))'"))
        #expect(try OutTree(cli.path).names == [])
    }
}
