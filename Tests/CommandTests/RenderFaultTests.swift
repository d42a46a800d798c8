import BuildEngine
import EngineSupport
import Foundation
import Glibc
import TestSupport
import Testing
import WorkerPool

/// Tests a render program that fails before it is ready. This is a fault of the installation, so no source is rejected
/// and no result is stored.
@Suite struct RenderFaultTests {
    /// A script that starts stickerd's render program, or performs another action while the file `broken` exists.
    private struct FragileProgram {
        let cli: CLIFixture
        let path: String

        /// - Parameter fault: the action of the script while the file exists, as shell commands.
        init(_ fault: String) throws {
            cli = try CLIFixture(startsPrograms: true)
            path = cli.file("render.sh")
            try InstalledProgram.write(
                """
                #!/bin/sh
                if [ -e '\(cli.file("broken"))' ]; then
                    \(fault)
                    exit 1
                fi
                exec '\(CLIFixture.renderer)' "$@"
                """, to: path)
        }

        func breakIt() throws { try cli.put("", at: "broken") }
        func repairIt() throws { try cli.remove("broken") }

        /// Runs a build in this process.
        ///
        /// - Parameter limit: the time limit for the start of the program. Only a program that hangs reaches this
        ///   limit.
        func build(startLimit limit: Duration = .seconds(60)) async throws -> BuildSummary {
            var command = WorkerCommand(executable: path, version: .current)
            command.startLimit = limit
            let run = BuildRun(configuration: try cli.configuration(), command: command, observer: { _ in })
            return try await ConcurrencyLimit.runs.withPermit { try await run.run() }
        }
    }

    /// Publishes one sticker, makes the program fail during the next build, and checks that a repaired program renders
    /// the second sticker.
    ///
    /// - Returns: the description of the error.
    private func failing(_ fault: String, startLimit: Duration = .seconds(60)) async throws -> String {
        let program = try FragileProgram(fault)
        let cli = program.cli
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        #expect(try await program.build().rendered == 1)
        try program.breakIt()
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        let error = await #expect(throws: EngineError.self) { try await program.build(startLimit: startLimit) }
        #expect(error?.exitStatus == 3)
        #expect(try cli.sticker("cats", "one") != nil && cli.catalog().rejected.isEmpty)
        // If a rejection had been stored with the fingerprint, this build would render nothing.
        try program.repairIt()
        #expect(try await program.build().rendered == 1)
        #expect(try cli.sticker("cats", "two") != nil && cli.catalog().rejected.isEmpty)
        let sentence = try #require(error).description
        #expect(sentence.hasPrefix(program.path) && sentence.contains("stickerd doctor"))
        return sentence
    }

    @Test("a program that the loader cannot start is named, with the loader's message and the way to install libraries")
    func loader() async throws {
        let sentence = try await failing("echo 'error while loading shared libraries: libvips.so.42' >&2; exit 127")
        #expect(sentence.contains("exit status 127") && sentence.contains("libvips.so.42"))
        #expect(sentence.contains("scripts/setup"))
    }

    @Test(
        "one that rejects its options, is killed, or cannot start fails the build and no art",
        arguments: [
            "exit 64", "kill -KILL $$", "echo no sandbox >&2; exit 78",
        ])
    func death(fault: String) async throws {
        #expect(try await failing(fault).contains("before it was ready"))
    }

    @Test(
        "one that writes other output fails the build and no art",
        arguments: [
            "printf 'one\\ntwo\\n'; cat > /dev/null", "printf x; cat > /dev/null",
        ])
    func rubbish(fault: String) async throws {
        #expect(try await failing(fault).contains("did not answer as it should"))
    }

    @Test("one that hangs fails the build and no art")
    func hang() async throws {
        let sentence = try await failing("exec sleep 1000", startLimit: .milliseconds(300))
        #expect(sentence.contains("was not ready after 0.3 s"))
    }

    @Test("an icon is not blamed for it either")
    func icon() async throws {
        let program = try FragileProgram("exit 127")
        try program.cli.drop(Art.disc(1), as: "cats/One.svg")
        #expect(try await program.build().rendered == 1)
        try program.breakIt()
        try program.cli.drop(Art.disc(2), as: "cats/icon.svg")
        let error = await #expect(throws: EngineError.self) { try await program.build() }
        #expect(error?.exitStatus == 3)
        try program.repairIt()
        _ = try await program.build()
        #expect(try program.cli.catalog().packs.first?.icon.isEmpty == false)
    }

    @Test("a watch reports it, tries again, and publishes when it is repaired")
    func watch() async throws {
        let program = try FragileProgram("exit 127")
        let cli = program.cli
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        let watch = try cli.start(["watch", "--json"], environment: ["STICKERD_RENDER": program.path])
        try await eventually("the sticker cats/one is not published") { (try? cli.sticker("cats", "one")) != nil }
        try program.breakIt()
        // Running workers are not affected, so they are killed. The next worker does not start.
        for pid in WorkerProcesses.renderers(of: watch.pid) { kill(pid, SIGKILL) }
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the failure of the render program is not reported: \(watch.output)") {
            // A worker that was just starting is found only now.
            for pid in WorkerProcesses.renderers(of: watch.pid) { kill(pid, SIGKILL) }
            return watch.output.isEmpty ? false : try Event.read(watch.output).contains { $0.kind == "problem" }
        }
        #expect(try cli.sticker("cats", "one") != nil && cli.catalog().rejected.isEmpty)
        try program.repairIt()
        try await eventually("the sticker cats/two is not published") { try cli.sticker("cats", "two") != nil }
        #expect(try await watch.end(by: SIGTERM).status == 0)
    }
}
