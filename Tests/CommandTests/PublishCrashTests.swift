import Daemon
import Foundation
import Pipeline
import TestSupport
import Testing

/// Publications whose process ends at one of their steps: everything that the manifest names is there, nothing is
/// half-written, and the next run makes what an undisturbed one makes.
@Suite struct PublishCrashTests {
    /// How the probe ends at the step.
    private static let status: Int32 = 86

    /// Two stickers and an icon, published.
    private static func published(_ settings: Settings = Settings()) async throws -> Workshop {
        let workshop = try Workshop(settings)
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try workshop.drop(Art.disc(7), as: "cats/icon.svg")
        try await workshop.build()
        return workshop
    }

    /// Changes a sticker, removes one and adds one in another pack.
    private static func change(_ workshop: Workshop) throws {
        try workshop.drop(Art.disc(10), as: "cats/One.svg")
        try workshop.remove("drop/cats/Two.svg")
        try workshop.drop(Art.disc(3), as: "dogs/Three.svg")
    }

    /// What `out/` holds after the change, without interruption.
    private static let undisturbed = Task {
        let workshop = try await published()
        try change(workshop)
        try await workshop.build()
        return try workshop.out.contents
    }

    /// Runs something until a publication of it reaches a step.
    private func crash(_ workshop: Workshop, _ run: String, at step: PublishStep, _ arguments: String...) async throws {
        let program = Workshop.stickerd.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/PublishProbe"
        let ending = try await Command(
            [program, workshop.path, run, step.rawValue, Workshop.stickerd] + arguments, in: workshop.path
        ).ending()
        #expect(ending.status == Self.status, "\(ending.complaint)")
    }

    /// What is there after a crash: files of the manifest are complete, and only temporary ones are left over.
    private func expectIntact(_ workshop: Workshop) throws {
        let faults = try workshop.out.faults(namesMatter: false)
        #expect(faults.filter { !$0.hasSuffix("was left over") } == [])
    }

    /// The next build repairs everything.
    private func expectRepaired(_ workshop: Workshop, into expected: [String: OutTree.Content]) async throws {
        let build = try await workshop.build()
        #expect(build.status == 0, "\(build.complaint)")
        #expect(try workshop.out.faults() == [])
        let differences = OutTree.differences(try workshop.out.contents, expected)
        // The report's list of changes depends on what was published before.
        #expect(differences.filter { !$0.hasPrefix("report.") } == [])
        let audit = try await workshop.run("audit")
        #expect(audit.status == 0, "\(audit.output)\(audit.complaint)")
    }

    @Test("a build", arguments: PublishStep.allCases.filter { $0 != .hold })
    func build(step: PublishStep) async throws {
        let workshop = try await Self.published()
        try Self.change(workshop)
        try await crash(workshop, "build", at: step)
        try expectIntact(workshop)
        try await expectRepaired(workshop, into: try await Self.undisturbed.value)
    }

    @Test("a watch", arguments: [PublishStep.adopt, .names, .manifest, .pages, .removal, .record])
    func watch(step: PublishStep) async throws {
        let workshop = try await Self.published()
        try Self.change(workshop)
        try await crash(workshop, "watch", at: step)
        try expectIntact(workshop)
        try await expectRepaired(workshop, into: try await Self.undisturbed.value)
    }

    @Test("a rebuild", arguments: [PublishStep.savePrevious, .names, .manifest, .record])
    func rebuild(step: PublishStep) async throws {
        let workshop = try await Self.published()
        try Self.change(workshop)
        try await crash(workshop, "rebuild", at: step)
        try expectIntact(workshop)
        try await expectRepaired(workshop, into: try await Self.undisturbed.value)
        #expect(try await workshop.rebuild().status == 0)
        #expect(!workshop.has(".out.stickerd/rebuild/journal"))
    }

    @Test(
        "a rollback is either not begun, or completed by the next build",
        arguments: PublishStep.allCases.filter { $0 != .saveCurrent })
    func rollback(step: PublishStep) async throws {
        let workshop = try await Self.published()
        let first = try workshop.out.contents
        try Self.change(workshop)
        try await workshop.build()
        let second = try workshop.out.contents
        let id = try #require(try await workshop.history().last?.text("id"))
        try await crash(workshop, "rollback", at: step, id)
        try expectIntact(workshop)
        let isHeld = workshop.has(".out.stickerd/rollback.json")
        let build = try await workshop.build()
        #expect(build.status == (isHeld ? 1 : 0), "\(build.complaint)")
        #expect(try workshop.out.faults() == [])
        #expect(
            OutTree.differences(try workshop.out.contents, isHeld ? first : second)
                .filter { !$0.hasPrefix("report.") } == [])
        #expect(try await workshop.run("rollback", "--release").status == 0)
        try await expectRepaired(workshop, into: second)
    }

    @Test("decisions", arguments: [PublishStep.names, .sync, .manifest, .syncFolder, .removal])
    func decisions(step: PublishStep) async throws {
        let workshop = try await Self.published(Settings(requireApproval: true))
        #expect(try workshop.catalog().packs.flatMap(\.stickers).isEmpty)
        try await decideWithoutPublishing(workshop)
        try await crash(workshop, "decisions", at: step)
        try expectIntact(workshop)
        #expect(try await workshop.build().status == 0)
        #expect(try workshop.out.faults() == [])
        #expect(try workshop.catalog().packs.flatMap(\.stickers).map(\.id) == ["one", "two"])
        #expect(try await workshop.run("audit").status == 0)
    }

    /// Approves everything while another process has the output.
    private func decideWithoutPublishing(_ workshop: Workshop) async throws {
        let lock = try OutputLock.take(try workshop.configuration(), command: "a test")
        defer { withExtendedLifetime(lock) {} }
        let command = try workshop.start(["review", "approve", "--all", "--reviewer", "Ada"])
        try await eventually("it does not wait: \(command.complaint)") { command.complaint.contains("Waiting") }
        command.send(SIGKILL)
        _ = try await command.ending()
    }
}
