import JobModel
import Testing

/// Tests valid and invalid command lines.
@Suite struct CommandLineTests {
    @Test("--version is one line with a number, and the required version of the render program")
    func version() async throws {
        let ending = try await CLIFixture(startsPrograms: true).run("--version")
        #expect(ending.status == 0)
        #expect(ending.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+ \(pipeline [0-9]+, protocol [0-9]+\)\n/) != nil)
    }

    @Test(
        "--version of the other programs has the version of stickerd", arguments: ["stickerd-inotify", "stickerd-farm"])
    func versionOfHelpers(name: String) async throws {
        let folder = CLIFixture.stickerd.dropLast("stickerd".count)
        let ending = try await Command([folder + name, "--version"], in: "/").ending()
        #expect(ending.status == 0)
        #expect(ending.output.hasPrefix(StickerdVersion.number), "\(ending.output)")
    }

    @Test("--help lists every command and the exit statuses, on standard output")
    func help() async throws {
        let ending = try await CLIFixture(startsPrograms: true).run("--help")
        #expect(ending.status == 0)
        for word in ["build", "check", "init", "doctor", "audit", "serve", "export", "keygen", "Exit status"] {
            #expect(ending.output.contains(word), "\(word)")
        }
        #expect(ending.complaint.isEmpty)
    }

    @Test(
        "every command has a help text",
        arguments: ["build", "check", "init", "doctor", "audit", "serve", "export app", "keygen"])
    func commandHelp(command: String) async throws {
        let words = command.split(separator: " ").map(String.init) + ["--help"]
        let cli = try CLIFixture(startsPrograms: true)
        let ending = try await cli.run(words)
        #expect(ending.status == 0)
        #expect(ending.output.contains("USAGE: stickerd \(command)"))
    }

    @Test(
        "commands that only read the published files do not list --drop, but accept it",
        arguments: [
            "sheet", "review file", "review decisions import", "review decisions export", "export app", "export xcode",
            "history",
            "rollback", "serve",
        ])
    func withoutDrop(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let cli = try CLIFixture(startsPrograms: true)
        let help = try await cli.run(words + ["--help"])
        #expect(help.output.contains("--out") && !help.output.contains("--drop"))
        guard command == "history" else { return }
        #expect(try await cli.run("history", "--drop", "elsewhere").complaint.contains("nothing is published"))
    }

    @Test("completions are made for every shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let ending = try await CLIFixture(startsPrograms: true).run("--generate-completion-script", shell)
        #expect(ending.status == 0)
        #expect(ending.output.contains("stickerd") && ending.output.contains("allow-empty"))
    }

    @Test("the completions for bash are a script that bash can read")
    func bashCompletions() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let script = try await cli.run("--generate-completion-script", "bash").output
        try cli.put(script, at: "completions")
        #expect(try Command.run(["/bin/bash", "-n", cli.file("completions")]) == 0)
    }

    @Test(
        "wrong usage ends with status 2 and describes the error, on standard error",
        arguments: [
            (["frobnicate"], "frobnicate"), (["build", "--frobnicate"], "--frobnicate"),
            (["build", "--jbos", "2"], "Did you mean '--jobs'?"), (["build", "--jobs", "many"], "--jobs"),
            (["build", "--jobs", "-1"], "--jobs"), (["build", "--jobs", "1000"], "from 0 to 256"),
            (["build", "--config"], "--config"), (["check"], "<files>"), (["check", "--size", "huge", "x"], "--size"),
        ] as [([String], String)])
    func wrongUsage(arguments: [String], hint: String) async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let ending = try await cli.start(arguments).ending()
        #expect(ending.status == 2)
        #expect(ending.complaint.contains(hint))
        #expect(ending.output.isEmpty)
        #expect(!cli.has("out"))
    }

    @Test(
        "the number of jobs may directly follow -j, as in make",
        arguments: [["-j2"], ["-j", "2"], ["--jobs=2"]])
    func jobs(arguments: [String]) async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        #expect(try await cli.start(["build"] + arguments).ending().status == 0)
    }

    @Test("without --json, standard output has the result, and standard error the progress")
    func forPeople() async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        try cli.drop("no picture", as: "cats/Torn\nPage.png")
        let ending = try await cli.run("build")
        #expect(ending.status == 1)
        #expect(ending.complaint.contains("2 sources, 2 to render\n"))
        #expect(ending.output.contains("1 sticker is published"))
        #expect(ending.output.contains("Not published (1)"))
        #expect(ending.output.contains("out/report.html"))
        for text in [ending.output, ending.complaint] {
            #expect(!text.contains("Torn\nPage"), "a file name forges a line")
            #expect(!text.contains("\u{1B}"), "the output contains colours without a terminal")
        }
    }

    @Test("with --json, every line of standard output is an object with its kind, the last one the sum")
    func forPrograms() async throws {
        let build = try await SharedBuild.built.build
        #expect(build.events.allSatisfy { $0.kind != nil })
        #expect(build.events.first?.kind == "planned")
        #expect(build.events.last?.kind == "finished")
        #expect(build.total("rendered") == build.renderedPaths.count)
    }

    @Test("another current folder finds the configuration by --config, and the paths in it are relative to it")
    func elsewhere() async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        let command = try Command(
            [CLIFixture.stickerd, "build", "--config", cli.file("pipeline.json")], in: "/")
        #expect(try await command.ending().status == 0)
        #expect(cli.has("out/catalog.json"))
    }
}
