import Foundation
import TestSupport
import Testing

/// Runs a short `scripts/soak`. The long form, with hundreds of kills, is started by hand.
@Suite struct SoakTests {
    @Test("random drops under random kills have the result of a full build, and no reader ever gets a torn file")
    func short() async throws {
        let soak = try Command(
            [Repository.file("scripts/soak"), "--kills", "8", "--seed", "42", "--stickerd", CLIFixture.stickerd],
            in: "/")
        let ending = try await soak.ending(within: 600)
        #expect(ending.status == 0, "\(ending.output)\(ending.complaint)")
    }
}
