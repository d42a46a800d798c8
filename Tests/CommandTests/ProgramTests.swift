import Foundation
import TestSupport
import Testing

/// Tests the commands that describe the program itself: version, schemas and completions.
@Suite struct ProgramTests {
    @Test("version names the program")
    func version() async throws {
        let cli = try CLIFixture()
        let version = try await cli.run("version")
        let number = try await cli.run("-V")
        #expect(version.output == "stickerd \(number.output)")
        #expect(try await cli.run("version", "--json").output.contains("\"version\":\""))
    }

    @Test("schema prints each schema of the repository, and their names without one")
    func schemas() async throws {
        let cli = try CLIFixture()
        let folder = Repository.file("schemas")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let names = files.map { $0.replacingOccurrences(of: ".schema.json", with: "") }
        #expect(try await cli.run("schema").output.split(separator: "\n").map(String.init).sorted() == names)
        for (name, file) in zip(names, files) {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            #expect(try await cli.run("schema", name).output == text, "\(name)")
        }
    }

    @Test("completion prints the script that the option prints", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) async throws {
        let cli = try CLIFixture()
        let script = try await cli.run("completion", shell).output
        #expect(script == (try await cli.run("--generate-completion-script", shell).output))
    }

    @Test("help of an unknown command is wrong usage; help lists the commands in groups")
    func help() async throws {
        let cli = try CLIFixture()
        let wrong = try await cli.run("help", "bulid")
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        #expect(wrong.complaint == "stickerd: “bulid” is not a command. Did you mean `stickerd build`?\n")
        let help = try await cli.run("--help").output
        for group in ["START", "BUILD", "REVIEW", "UNDO", "SHIP"] {
            #expect(help.contains("\(group) SUBCOMMANDS:") || help.contains(group), "\(group)")
        }
        #expect(try await cli.run("help", "build").output.contains("USAGE: stickerd build"))
    }
}
