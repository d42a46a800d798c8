import Foundation
import Testing

/// The long form is scripts/oracle by hand, with many seeds.
@Suite struct OracleTests {
    private static let script = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("scripts/oracle").path

    @Test("after random changes a watch has published the same as a full build, byte for byte", arguments: [1, 3, 42])
    func short(seed: Int) async throws {
        let oracle = try Command(
            [
                Self.script, "--events", "60", "--every", "20", "--seeds", "1", "--seed", "\(seed)", "--stickerd",
                CLIFixture.stickerd,
            ], in: "/")
        let ending = try await oracle.ending(within: 600)
        #expect(ending.status == 0, "\(ending.output)\(ending.complaint)")
    }

    @Test("builds after random changes publish the same as a full build, byte for byte", arguments: [1, 3])
    func builds(seed: Int) async throws {
        let oracle = try Command(
            [
                Self.script, "--builds", "--events", "60", "--every", "5", "--seeds", "1", "--seed", "\(seed)",
                "--stickerd", CLIFixture.stickerd,
            ], in: "/")
        let ending = try await oracle.ending(within: 600)
        #expect(ending.status == 0, "\(ending.output)\(ending.complaint)")
    }
}
