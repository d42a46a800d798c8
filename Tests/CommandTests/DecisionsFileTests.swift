import Foundation
import TestSupport
import Testing

/// Tests `stickerd review decisions export` and `import`.
struct DecisionsFileTests {
    /// A file of decisions with one decision about the current image of cats/one.
    private static func file(
        _ verdict: String, by reviewer: String, at time: String, of cli: CLIFixture, more: String = ""
    ) throws -> String {
        let sticker = try #require(try cli.sticker("cats", "one"))
        return CLIFixture.decisionFile(verdict, pixels: sticker.pixels, by: reviewer, at: time, more: more)
    }

    private func built() async throws -> CLIFixture {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        return cli
    }

    @Test("an export is a file that follows the schema, and can be imported", .enabled(if: SchemaCheck.isInstalled))
    func export() async throws {
        let cli = try await built()
        #expect(try await cli.run("review", "approve", "--all", "--reviewer", "Ada").status == 0)
        let written = try await cli.run("review", "decisions", "export", "--output", "decisions.json")
        #expect(written.status == 0 && written.output.hasPrefix("decisions.json: 1 decision, "))
        #expect(try await SchemaCheck.problems(of: cli.file("decisions.json"), by: "decisions") == "")
        let printed = try await cli.run("review", "decisions", "export").output
        #expect(printed == (try cli.text("decisions.json")))
        #expect(
            try await cli.run("review", "decisions", "import", "decisions.json").output
                == "0 decisions were imported; 1 is already known.\n")
    }

    @Test("a dry run says what an import would do, and does nothing")
    func dryRun() async throws {
        let cli = try await built()
        try cli.put(try Self.file("approved", by: "Ada", at: "2026-11-21T18:00:00Z", of: cli), at: "ada.json")
        let manifest = try cli.read("out/catalog.json")
        let preview = try await cli.run("review", "decisions", "import", "--dry-run", "ada.json")
        #expect(
            preview.status == 0 && preview.output == "1 decision would be imported. Nothing was changed.\n",
            "\(preview)")
        #expect(!cli.has(".out.stickerd/decisions.sqlite"))
        #expect(try cli.read("out/catalog.json") == manifest)
    }

    @Test("a decision that contradicts one here is reported with the one that counts")
    func conflict() async throws {
        let cli = try await built()
        try cli.put(try Self.file("approved", by: "Ada", at: "2026-11-21T18:09:00Z", of: cli), at: "ada.json")
        try cli.put(try Self.file("sentBack", by: "Ben", at: "2026-11-21T18:20:00Z", of: cli), at: "ben.json")
        #expect(try await cli.run("review", "decisions", "import", "ada.json").status == 0)
        let imported = try await cli.run("review", "decisions", "import", "ben.json")
        #expect(
            imported.output.contains(
                "cats/one: Ada approved it (2026-11-21 18:09 UTC), but in the file Ben requested changes (2026-11-21 "
                    + "18:20 UTC). The decision in the file applies now, because it is later."),
            "\(imported)")
        #expect(try cli.sticker("cats", "one")?.review?.outcome == .sentBack)
    }

    @Test("one invalid decision keeps the whole file out, and is named")
    func invalid() async throws {
        let cli = try await built()
        let wrong = #","pinz":[]"#
        try cli.put(
            try Self.file("approved", by: "Ada", at: "2026-11-21T18:00:00Z", of: cli, more: wrong), at: "ada.json")
        let refused = try await cli.run("review", "decisions", "import", "ada.json")
        #expect(refused.status == 2)
        #expect(
            refused.complaint.contains(
                "ada.json: decisions[0].pinz: there is no such key; did you mean \"pins\"?\nNothing was imported."))
        #expect(try cli.sticker("cats", "one")?.review == nil)
    }

    @Test("the former names of the commands still work")
    func formerNames() async throws {
        let cli = try await built()
        #expect(
            try await cli.run("review", "export").output == (try await cli.run("review", "decisions", "export").output))
    }
}
