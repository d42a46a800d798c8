import BuildEngine
import Foundation
import Publishing
import StateDatabase
import TestSupport
import Testing

/// Tests publications whose process ends at one of the steps. All files of the manifest must exist and be complete, and
/// the next run must have the result of an uninterrupted run.
@Suite struct PublishCrashTests {
    /// The exit status with which the test program ends at the step.
    private static let status: Int32 = 86

    /// A fixture with two published stickers and an icon.
    private static func published(_ settings: Settings = Settings()) async throws -> CLIFixture {
        let cli = try await CLIFixture.built(
            ["cats/One.svg": 1, "cats/Two.svg": 2, "cats/icon.svg": 7], settings, startsPrograms: true)
        return cli
    }

    /// Changes a sticker, removes a sticker, and adds a sticker to another pack.
    private static func change(_ cli: CLIFixture) throws {
        try cli.drop(Art.disc(10), as: "cats/One.svg")
        try cli.remove("drop/cats/Two.svg")
        try cli.drop(Art.disc(3), as: "dogs/Three.svg")
    }

    /// The content of `out/` after the same change without an interruption.
    private static let undisturbed = Task {
        let cli = try await published()
        try change(cli)
        try await cli.build()
        return try cli.out.contents
    }

    /// Starts a run, and ends its process when its publication reaches a step.
    private func crash(_ cli: CLIFixture, _ run: String, at step: PublishStep, _ arguments: String...) async throws {
        let program =
            CLIFixture.stickerd.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/PublishProbe"
        let ending = try await Command(
            [program, cli.path, run, step.rawValue, CLIFixture.renderer] + arguments, in: cli.path
        ).ending()
        #expect(ending.status == Self.status, "\(ending.complaint)")
    }

    /// Checks the files after a crash. The files of the manifest must be complete, and only temporary files may be left
    /// over.
    private func expectIntact(_ cli: CLIFixture) throws {
        let faults = try cli.out.faults(namesMatter: false)
        #expect(faults.filter { !$0.hasSuffix("was left over") } == [])
    }

    /// Runs a build, which must repair the output folder.
    private func expectRepaired(_ cli: CLIFixture, into expected: [String: OutTree.Content]) async throws {
        let build = try await cli.build()
        #expect(build.status == 0, "\(build.complaint)")
        #expect(try cli.out.faults() == [])
        let differences = OutTree.differences(try cli.out.contents, expected)
        // The report's list of changes depends on the earlier publications.
        #expect(differences.filter { !$0.hasPrefix("report.") } == [])
        let audit = try await cli.run("audit")
        #expect(audit.status == 0, "\(audit.output)\(audit.complaint)")
    }

    @Test("a build", arguments: PublishStep.allCases.filter { $0 != .hold })
    func build(step: PublishStep) async throws {
        let cli = try await Self.published()
        try Self.change(cli)
        try await crash(cli, "build", at: step)
        try expectIntact(cli)
        try await expectRepaired(cli, into: try await Self.undisturbed.value)
    }

    @Test("a watch", arguments: [PublishStep.adopt, .names, .manifest, .pages, .removal, .record])
    func watch(step: PublishStep) async throws {
        let cli = try await Self.published()
        try Self.change(cli)
        try await crash(cli, "watch", at: step)
        try expectIntact(cli)
        try await expectRepaired(cli, into: try await Self.undisturbed.value)
    }

    @Test("a rebuild", arguments: [PublishStep.savePrevious, .names, .manifest, .record])
    func rebuild(step: PublishStep) async throws {
        let cli = try await Self.published()
        try Self.change(cli)
        try await crash(cli, "rebuild", at: step)
        try expectIntact(cli)
        try await expectRepaired(cli, into: try await Self.undisturbed.value)
        #expect(try await cli.rebuild().status == 0)
        #expect(!cli.has(".out.stickerd/rebuild/journal"))
    }

    @Test(
        "a rollback is either not begun, or completed by the next build",
        arguments: PublishStep.allCases.filter { $0 != .saveCurrent })
    func rollback(step: PublishStep) async throws {
        let cli = try await Self.published()
        let first = try cli.out.contents
        try Self.change(cli)
        try await cli.build()
        let second = try cli.out.contents
        let id = try #require(try await cli.history().last?.text("id"))
        try await crash(cli, "rollback", at: step, id)
        try expectIntact(cli)
        let isHeld = cli.has(".out.stickerd/rollback.json")
        let build = try await cli.build()
        #expect(build.status == (isHeld ? 1 : 0), "\(build.complaint)")
        #expect(try cli.out.faults() == [])
        #expect(
            OutTree.differences(try cli.out.contents, isHeld ? first : second)
                .filter { !$0.hasPrefix("report.") } == [])
        #expect(try await cli.run("rollback", "--release").status == 0)
        try await expectRepaired(cli, into: second)
    }

    @Test("decisions", arguments: [PublishStep.names, .sync, .manifest, .syncFolder, .removal])
    func decisions(step: PublishStep) async throws {
        let cli = try await Self.published(Settings(requireApproval: true))
        #expect(try cli.catalog().packs.flatMap(\.stickers).isEmpty)
        try await decideWithoutPublishing(cli)
        try await crash(cli, "decisions", at: step)
        try expectIntact(cli)
        #expect(try await cli.build().status == 0)
        #expect(try cli.out.faults() == [])
        #expect(try cli.catalog().packs.flatMap(\.stickers).map(\.id) == ["one", "two"])
        #expect(try await cli.run("audit").status == 0)
    }

    /// Approves all stickers while another process uses the output.
    private func decideWithoutPublishing(_ cli: CLIFixture) async throws {
        let lock = try OutputLock.take(try cli.configuration(), command: "a test")
        defer { withExtendedLifetime(lock) {} }
        let command = try cli.start(["review", "approve", "--all", "--reviewer", "Ada"])
        try await eventually("the command does not wait for the output: \(command.complaint)") {
            command.complaint.contains("Waiting")
        }
        try await command.end(by: SIGKILL)
    }
}
