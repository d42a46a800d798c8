import Foundation
import TestSupport
import Testing

/// Runs a short `scripts/oracle`. The long form, with many seeds, is started by hand.
@Suite struct OracleTests {
    private func run(seed: Int, _ options: String...) async throws {
        let always = ["--events", "60", "--seeds", "1", "--seed", "\(seed)", "--stickerd", CLIFixture.stickerd]
        let oracle = try Command([Repository.file("scripts/oracle")] + always + options, in: "/")
        let ending = try await oracle.ending(within: 600)
        #expect(ending.status == 0, "\(ending.output)\(ending.complaint)")
    }

    @Test("after random changes a watch has published the same as a full build, byte for byte", arguments: [1, 3, 42])
    func short(seed: Int) async throws {
        try await run(seed: seed, "--every", "20")
    }

    @Test("builds after random changes publish the same as a full build, byte for byte", arguments: [1, 3])
    func builds(seed: Int) async throws {
        try await run(seed: seed, "--builds", "--every", "5")
    }
}
