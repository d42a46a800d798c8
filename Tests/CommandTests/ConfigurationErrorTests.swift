import Testing

/// Tests errors in pipeline.json.
@Suite struct ConfigurationErrorTests {
    @Test(
        "it ends the run with status 2; the message names the file, the key and the expected value",
        arguments: [
            (#"{ "siez": "small" }"#, ["siez", "did you mean \"size\""]),
            (#"{ "encode": { "fidelityFlor": 1 } }"#, ["encode.fidelityFlor", "did you mean \"fidelityFloor\""]),
            (#"{ "encode": { "fidelityFloor": "high" } }"#, ["encode.fidelityFloor", "from 0.5 to 1", "\"high\""]),
            (#"{ "jobs": "two" }"#, ["jobs", "from 0 to 256", "\"two\""]),
            (#"{ "jobs": 1000 }"#, ["jobs", "from 0 to 256", "1000"]),
            (#"{ "size": "huge" }"#, ["size", "small", "regular", "large", "\"huge\""]),
            (#"{ "limits": { "seconds": 0 } }"#, ["limits.seconds"]),
            (#"{ "rules": { "opaque-backgroud": "off" } }"#, ["rules.opaque-backgroud", "opaque-background"]),
            (#"{ "rules": { "empty-file": "off" } }"#, ["rules.empty-file"]),
            (#"{ "previews": { "backgrounds": [ { "name": "x", "colour": "white" } ] } }"#, ["previews.backgrounds"]),
            (#"{ "previews": { "backgrounds": [ { "name": "x", "image": "no.jpg" } ] } }"#, ["no.jpg"]),
            (#"{ "out": "drop/out" }"#, ["out", "inside drop"]),
            (#"{ "size": "small", }"#, ["pipeline.json:1:"]), ("{", ["pipeline.json:1:"]), ("", ["pipeline.json"]),
            (#"[ "size" ]"#, ["pipeline.json"]),
        ] as [(String, [String])])
    func complaint(json: String, hints: [String]) async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        try cli.put(json, at: "pipeline.json")
        let build = try await cli.build()
        #expect(build.status == 2)
        let failure = try #require(build.failure)
        for hint in hints + ["pipeline.json"] { #expect(failure.contains(hint), "\(failure)") }
        #expect(build.complaint.contains(failure))
        #expect(!cli.has("out") && !cli.has(".out.stickerd"), "a folder was created")
    }

    @Test("all errors are reported together")
    func several() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.put(
            "{ \"siez\": 1,\n  \"jobs\": -1,\n  \"encode\": { \"effort\": \"some\" } }", at: "pipeline.json")
        let failure = try #require(try await cli.build().failure)
        for hint in ["pipeline.json:1: siez", "pipeline.json:2: jobs", "pipeline.json:3: encode.effort"] {
            #expect(failure.contains(hint), "\(failure)")
        }
    }

    @Test("a given but missing configuration is wrong usage", arguments: ["missing.json", "drop"])
    func missing(name: String) async throws {
        let build = try await CLIFixture(startsPrograms: true).build("--config", name)
        #expect(build.status == 2)
        #expect(build.failure?.contains(name) == true)
    }

    @Test("--out inside the drop folder is wrong usage")
    func outInDrop() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let build = try await cli.build("--out", "drop/out")
        #expect(build.status == 2)
        #expect(build.failure?.contains("inside drop") == true)
        #expect(!cli.has("drop/out"))
    }
}
