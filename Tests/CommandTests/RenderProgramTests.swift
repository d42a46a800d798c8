import Foundation
import Glibc
import JobModel
import TestSupport
import Testing

/// `stickerd-render` as a program of its own: what each program links, and how stickerd finds and checks it.
@Suite struct RenderProgramTests {
    /// stickerd and its render program in a folder of their own, where one of them can be taken away.
    private struct Installation {
        let cli: CLIFixture

        init(renderer: Bool = true) throws {
            cli = try CLIFixture()
            try FileManager.default.createDirectory(atPath: cli.file("bin"), withIntermediateDirectories: false)
            for program in [CLIFixture.stickerd, CLIFixture.stickerd + "-inotify"] { try add(program) }
            if renderer { try add(CLIFixture.renderer) }
            try cli.drop(Art.disc(1), as: "cats/One.svg")
        }

        private func add(_ program: String) throws {
            let target = cli.file("bin/" + (program.split(separator: "/").last.map(String.init) ?? ""))
            // A second name where that is possible: the programs are large.
            if link(program, target) != 0 { try FileManager.default.copyItem(atPath: program, toPath: target) }
        }

        func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Command {
            try Command([cli.file("bin/stickerd")] + arguments, in: cli.path, environment: environment)
        }

        func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Command.Ending {
            try await ConcurrencyLimit.runs.withPermit {
                try await self.start(arguments, environment: environment).ending()
            }
        }

        /// Writes a script that can be executed.
        func put(script: String, at name: String) throws {
            // Under another name first: what is executed cannot be written to.
            try cli.put("#!/bin/sh\n" + script, at: name + ".new")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: cli.file(name + ".new"))
            #expect(rename(cli.file(name + ".new"), cli.file(name)) == 0)
        }
    }

    private func libraries(of program: String) async throws -> String {
        try await Command(["ldd", program], in: "/").ending().output
    }

    @Test("stickerd loads no library for images, fonts or drawing: its render program does")
    func linked() async throws {
        let libraries = [
            "libvips", "librsvg", "libcairo", "libpango", "libimagequant", "libzopfli", "libcgif", "libxml2",
            "libfontconfig", "libpng", "libjpeg", "libwebp", "libgobject",
        ]
        let (control, render) = (
            try await self.libraries(of: CLIFixture.stickerd), try await self.libraries(of: CLIFixture.renderer)
        )
        #expect(libraries.filter(control.contains) == [])
        #expect(["libvips", "librsvg", "libimagequant"].filter { !render.contains($0) } == [])
        #expect(!render.contains("libsqlite3"))
    }

    @Test("the render program says which stickerd it belongs to, and what it is for")
    func itself() async throws {
        let version = try await Command([CLIFixture.renderer, "--version"], in: "/").ending()
        #expect(version.output == "\(StickerdVersion.number) (pipeline \(StickerdVersion.pipeline))\n")
        let help = try await Command([CLIFixture.renderer, "--help"], in: "/").ending()
        #expect(help.status == 0 && help.output.contains("not meant to be started by hand"))
    }

    @Test("without its render program a build says where it was looked for and what to do")
    func missing() async throws {
        let installation = try Installation(renderer: false)
        let ending = try await installation.run("build")
        #expect(ending.status == 3)
        #expect(ending.complaint.contains("stickerd-render was not found: \(installation.cli.file("bin"))"))
        #expect(ending.complaint.contains("Install it from the same release"))
    }

    @Test("a render program that STICKERD_RENDER names and that is not there is named")
    func misnamed() async throws {
        let installation = try Installation()
        let ending = try await installation.run("build", environment: ["STICKERD_RENDER": "/nonexistent/render"])
        #expect(ending.status == 3)
        #expect(ending.complaint.contains("STICKERD_RENDER is /nonexistent/render"))
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
        try installation.put(
            script: #"'\#(CLIFixture.renderer)' "$@" | sed -u 's/"number":"[^"]*"/"number":"0.0.1"/'"#,
            at: "bin/stickerd-render")
        let ending = try await installation.run("build")
        #expect(ending.status == 3)
        #expect(
            ending.complaint.contains(
                "\(installation.cli.file("bin/stickerd-render")) belongs to stickerd 0.0.1 (pipeline "))
        #expect(ending.complaint.contains("Install both programs from the same release."))
        #expect(!installation.cli.has("out/catalog.json"))
    }

    @Test("doctor names the render program, and says when it is missing")
    func doctor() async throws {
        let there = try Installation()
        let good = try await there.run("doctor")
        #expect(good.output.contains("✓ render program: \(there.cli.file("bin/stickerd-render")), "))
        let bad = try await Installation(renderer: false).run("doctor")
        #expect(bad.status == 3)
        #expect(bad.output.contains("✗ render program: stickerd-render was not found"))
    }

    @Test("a watch keeps the render program that it started with when another is installed")
    func upgrade() async throws {
        let installation = try Installation()
        let cli = installation.cli
        let watch = try installation.start(["watch", "--json"])
        defer { watch.send(SIGKILL) }
        try await eventually("nothing is published") { (try? cli.sticker("cats", "one")) != nil }
        try installation.put(script: "exit 1\n", at: "bin/stickerd-render")
        for pid in Self.children(of: watch.pid) where Self.program(of: pid).contains("stickerd-render") {
            kill(pid, SIGKILL)
        }
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the new art is not published") { (try? cli.sticker("cats", "two")) != nil }
        watch.send(SIGTERM)
        #expect(try await watch.ending().status == 0)
    }

    private static func children(of process: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(pid_t.init).filter { pid in
            let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            return text.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(process)"
        }
    }

    private static func program(of process: pid_t) -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) ?? ""
    }
}
