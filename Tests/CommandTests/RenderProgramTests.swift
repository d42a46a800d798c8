import BuildEngine
import EngineSupport
import Foundation
import Glibc
import JobModel
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

/// Tests `stickerd-render` as a separate program: the libraries of both programs, and the way in which stickerd finds
/// and checks the render program.
@Suite struct RenderProgramTests {
    /// A copy of stickerd and its render program in a separate folder, from which a test can remove one of them.
    private struct Installation {
        let cli: CLIFixture

        init(renderer: Bool = true) throws {
            cli = try CLIFixture(startsPrograms: true)
            try FileManager.default.createDirectory(atPath: cli.file("bin"), withIntermediateDirectories: false)
            for program in [CLIFixture.stickerd, CLIFixture.stickerd + "-inotify"] { try add(program) }
            if renderer { try add(CLIFixture.renderer) }
            try cli.drop(Art.disc(1), as: "cats/One.svg")
        }

        private func add(_ program: String) throws {
            let target = cli.file("bin/" + (program.split(separator: "/").last.map(String.init) ?? ""))
            // Creates a hard link if possible, because the programs are large. Otherwise, another process copies the
            // program. If this process wrote the copy, a program that another test starts at the same time could
            // inherit the open file, and the copy could not be started ("Text file busy").
            guard link(program, target) != 0 else { return }
            let copy = try Process.run(URL(filePath: "/bin/cp"), arguments: [program, target])
            copy.waitUntilExit()
            try #require(copy.terminationStatus == 0)
        }

        func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Command {
            try Command([cli.file("bin/stickerd")] + arguments, in: cli.path, environment: environment)
        }

        func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Command.Ending {
            try await ConcurrencyLimit.runs.withPermit {
                try await self.start(arguments, environment: environment).ending()
            }
        }

        /// Installs a render program that reports a different value about itself.
        func put(hello value: (key: String, json: String)) throws {
            try cli.put(
                """
                \(FakeRenderer.relay)
                def greeting(payload):
                    value = json.loads(payload)
                    value["\(value.key)"] = json.loads('\(value.json)')
                    return json.dumps(value).encode()
                relay(greeting=greeting)
                """, at: "relay.py")
            try put(
                script: "exec /usr/bin/python3 '\(cli.file("relay.py"))' '\(CLIFixture.renderer)' \"$@\"\n",
                at: "bin/stickerd-render")
        }

        /// Writes an executable script.
        func put(script: String, at name: String) throws {
            // The script is first written with another name, because a running program cannot be overwritten.
            let new = cli.file(name + ".new")
            try InstalledProgram.write("#!/bin/sh\n" + script, to: new)
            #expect(rename(new, cli.file(name)) == 0)
        }
    }

    private func libraries(of program: String) async throws -> String {
        try await Command(["ldd", program], in: "/").ending().output
    }

    @Test("stickerd loads no library for images, fonts or drawing: its render program does")
    func linked() async throws {
        let libraries = [
            "libvips", "librsvg", "libcairo", "libpango", "libimagequant", "libzopfli", "libcgif", "libx264", "libxml2",
            "libfontconfig", "libpng", "libjpeg", "libwebp", "libgobject",
        ]
        let (control, render) = (
            try await self.libraries(of: CLIFixture.stickerd), try await self.libraries(of: CLIFixture.renderer)
        )
        #expect(libraries.filter(control.contains) == [])
        #expect(["libvips", "librsvg", "libimagequant"].filter { !render.contains($0) } == [])
        #expect(!render.contains("libsqlite3"))
    }

    @Test("the render program reports its stickerd and its purpose")
    func itself() async throws {
        let version = try await Command([CLIFixture.renderer, "--version"], in: "/").ending()
        #expect(
            version.output == "\(StickerdVersion.number) (pipeline \(StickerdVersion.pipeline), "
                + "protocol \(RendererVersion.currentProtocol))\n")
        let control = try await CLIFixture(startsPrograms: true).run("--version")
        #expect(control.output == version.output)
        let help = try await Command([CLIFixture.renderer, "--help"], in: "/").ending()
        #expect(help.status == 0 && help.output.contains("not meant to be started by hand"))
    }

    @Test("a build without its render program reports the searched paths and the fix")
    func missing() async throws {
        let installation = try Installation(renderer: false)
        let ending = try await installation.run("build")
        #expect(ending.status == 3)
        #expect(ending.complaint.contains("stickerd-render was not found: \(installation.cli.file("bin"))"))
        #expect(ending.complaint.contains("Install it from the same release"))
    }

    @Test("a missing render program in STICKERD_RENDER is named")
    func misnamed() async throws {
        let installation = try Installation()
        let ending = try await installation.run("build", environment: ["STICKERD_RENDER": "/nonexistent/render"])
        #expect(ending.status == 3)
        #expect(ending.complaint.contains("STICKERD_RENDER is /nonexistent/render"))
    }

    @Test("an empty STICKERD_RENDER counts as unset")
    func emptyName() async throws {
        let ending = try await Installation().run("build", environment: ["STICKERD_RENDER": ""])
        #expect(ending.status == 0, "\(ending.complaint)")
    }

    @Test("without /proc the error mentions it")
    func noProc() {
        let sentence = WorkerCommand.missing(from: []).description
        #expect(sentence.contains("Mount /proc, or name its absolute path in STICKERD_RENDER."))
    }

    @Test("STICKERD_RENDER names another place for the render program")
    func named() async throws {
        let installation = try Installation(renderer: false)
        let ending = try await installation.run("build", environment: ["STICKERD_RENDER": CLIFixture.renderer])
        #expect(ending.status == 0, "\(ending.complaint)")
    }

    @Test("a render program of another version is refused by name, and nothing is rejected because of it")
    func otherVersion() async throws {
        let installation = try Installation(renderer: false)
        try installation.put(hello: ("number", #""0.0.1""#))
        let ending = try await installation.run("build")
        #expect(ending.status == 3)
        #expect(
            ending.complaint.contains(
                "\(installation.cli.file("bin/stickerd-render")) belongs to stickerd 0.0.1 (pipeline "))
        #expect(ending.complaint.contains("Install both programs from the same release."))
        #expect(!installation.cli.has("out/catalog.json"))
    }

    @Test("a render program of the same release that has another protocol is refused by name")
    func otherProtocol() async throws {
        let installation = try Installation(renderer: false)
        try installation.put(hello: ("protocolVersion", "999"))
        let ending = try await installation.run("build")
        #expect(ending.status == 3)
        #expect(ending.complaint.contains("protocol 999); this is stickerd \(RendererVersion.current)"))
        let doctor = try await installation.run("doctor")
        #expect(doctor.status == 3)
        #expect(doctor.output.contains("✗ render program: ") && doctor.output.contains("protocol 999)"))
    }

    @Test("a render program from before frames ends immediately, and doctor shows its output")
    func older() async throws {
        let installation = try Installation(renderer: false)
        try installation.put(
            script: "echo \"Error: Unknown option '$1'\" >&2; exit 64\n", at: "bin/stickerd-render")
        let doctor = try await installation.run("doctor")
        #expect(doctor.status == 3)
        #expect(doctor.output.contains("ended with exit status 64: Error: Unknown option '--protocol-version'"))
        let build = try await installation.run("build")
        #expect(build.status == 3 && build.complaint.contains("Unknown option '--protocol-version'"))
    }

    @Test("if a library of the render program is missing, doctor quotes the loader and names what installs it")
    func missingLibrary() async throws {
        let installation = try Installation(renderer: false)
        let message = "error while loading shared libraries: libvips.so.42: cannot open shared object file"
        try installation.put(script: "echo '\(message)' >&2; exit 127", at: "bin/stickerd-render")
        let doctor = try await installation.run("doctor")
        #expect(doctor.status == 3)
        #expect(doctor.output.contains("✗ render program: \(installation.cli.file("bin/stickerd-render")) ended"))
        #expect(doctor.output.contains(message) && doctor.output.contains("scripts/setup"))
        let build = try await installation.run("build")
        #expect(build.status == 3)
        #expect(build.complaint.contains(message) && build.complaint.contains("scripts/setup"))
    }

    @Test("a stickerd from before the render program, which starts this one as its worker, gets a message to restart")
    func formerWorker() async throws {
        let ending = try await CLIFixture(startsPrograms: true).run(
            "worker", "--format", "pdf", "--read", "/a", "/b", "--write", "/c")
        #expect(ending.status == WorkerExitStatus.unready)
        #expect(ending.output.isEmpty)
        #expect(ending.complaint == "stickerd was upgraded while it ran; start it again.\n")
        #expect(try await !CLIFixture(startsPrograms: true).run("--help").output.contains("worker "))
    }

    @Test("doctor names the render program, and reports if it is missing")
    func doctor() async throws {
        let there = try Installation()
        let good = try await there.run("doctor")
        #expect(good.output.contains("✓ render program: \(there.cli.file("bin/stickerd-render")), "))
        let bad = try await Installation(renderer: false).run("doctor")
        #expect(bad.status == 3)
        #expect(bad.output.contains("✗ render program: stickerd-render was not found"))
    }

    @Test("a watch keeps the render program of its start when another is installed")
    func upgrade() async throws {
        let installation = try Installation()
        let cli = installation.cli
        let watch = try installation.start(["watch", "--json"])
        defer { watch.send(SIGKILL) }
        try await eventually("the sticker cats/one is not published") { (try? cli.sticker("cats", "one")) != nil }
        try installation.put(script: "exit 1\n", at: "bin/stickerd-render")
        for pid in WorkerProcesses.renderers(of: watch.pid) { kill(pid, SIGKILL) }
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the sticker cats/two is not published") { (try? cli.sticker("cats", "two")) != nil }
        #expect(try await watch.end(by: SIGTERM).status == 0)
    }
}
