import Foundation
import Testing

/// Tests the options of all commands, and the location of the configuration.
@Suite struct GlobalOptionTests {
    @Test("options before the command work as after it")
    func leading() async throws {
        let cli = try CLIFixture()
        let before = try await cli.run("-c", "nope.json", "status")
        #expect(before.status == 2 && before.complaint.contains("nope.json"), "\(before.complaint)")
        let json = try await cli.run("--json", "status")
        #expect(json.status == 3 && json.output.hasPrefix("{"), "\(json.output)")
    }

    @Test("STICKERD_CONFIG names the configuration, and --config wins over it")
    func variable() async throws {
        let cli = try CLIFixture()
        try cli.put("{ \"out\": \"other\" }", at: "elsewhere/pipeline.json")
        let environment = ["STICKERD_CONFIG": cli.file("elsewhere/pipeline.json")]
        let chosen = try await cli.run("manifest", environment: environment)
        #expect(chosen.complaint.contains(cli.file("elsewhere/other")), "\(chosen.complaint)")
        let other = try await cli.run("manifest", "-c", "pipeline.json", environment: environment)
        #expect(other.complaint.contains(cli.file("out") + ":"), "\(other.complaint)")
    }

    @Test("--quiet prints only what needs attention, --verbose every source")
    func verbosity() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let quiet = try await cli.run("build", "--quiet")
        #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.complaint.isEmpty, "\(quiet)")
        let verbose = try await cli.run("build", "-v")
        #expect(verbose.complaint.contains("Configuration: \(cli.file("pipeline.json"));"), "\(verbose.complaint)")
        #expect(verbose.complaint.contains("cats/One.svg: published\n"), "\(verbose.complaint)")
        try cli.drop("no picture", as: "cats/Torn.png")
        let bad = try await cli.run("build", "--quiet")
        #expect(bad.status == 1 && bad.output.contains("Not published (1)") && bad.complaint.isEmpty, "\(bad)")
        #expect(try await cli.run("build", "-q", "-v").status == 2)
    }

    @Test(
        "where nothing is published, every command that needs it ends with status 3 and the same sentence",
        arguments: [
            "manifest", "sheet", "audit", "history", "rollback --previous", "review file",
            "review approve --all --reviewer Ada", "export app -o app", "export xcode -o ios",
        ])
    func nothingPublished(command: String) async throws {
        let cli = try CLIFixture()
        let ending = try await cli.run(command.split(separator: " ").map(String.init))
        #expect(ending.status == 3)
        #expect(
            ending.complaint
                == "stickerd: \(cli.file("out")): nothing is published here: catalog.json is missing. Run "
                + "`stickerd build` first, or set the folder with --out.\n")
    }

    @Test(
        "an option that needs another one is refused without it",
        arguments: [
            ("export xcode -o ios --bundle-id com.x", "--bundle-id needs --project."),
            ("export xcode -o ios --team ABCDE12345", "--team needs --project."),
            ("export app -o app --keep-days 3", "--keep-days needs --static."),
            ("watch --token-file token", "--token-file needs --listen."),
            ("watch --sign-with key", "--sign-with needs --listen."),
            ("review approve --pack cats cats/one --reviewer Ada", "--pack needs --all."),
            ("rebuild --shard 1/2", "--render-only"), ("rollback --previous --release", "only one of"),
        ])
    func dependent(command: String, part: String) async throws {
        let cli = try CLIFixture()
        let ending = try await cli.run(command.split(separator: " ").map(String.init))
        #expect(ending.status == 2)
        #expect(ending.complaint.hasPrefix("stickerd: ") && ending.complaint.contains(part), "\(ending.complaint)")
        #expect(ending.complaint.contains("--help`."), "\(ending.complaint)")
    }

    @Test(
        "a result that cannot be written to standard output is an error",
        arguments: ["schema pipeline", "history"])
    func fullOutput(command: String) async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        if command == "history" { try await cli.build() }
        let line = "\"$1\" \(command) >/dev/full"
        let ending = try await Command(["sh", "-c", line, "sh", CLIFixture.stickerd], in: cli.path).ending()
        #expect(ending.status == 3)
        #expect(
            ending.complaint == "stickerd: cannot write to standard output: No space left on device.\n",
            "\(ending.complaint)")
    }
}
