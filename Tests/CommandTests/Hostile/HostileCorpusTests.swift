import Foundation
import TestSupport
import Testing

/// Generated files that are made to harm: cut, flipped, lying, bombs, polyglots, strange names. `scripts/hostile` makes
/// all of them; here are some of every kind, or all where STICKERD_HOSTILE is `all`.
@Suite struct HostileCorpusTests {
    @Test(
        "hostile files are each published or rejected with a reason, and the process that writes the state database keeps running"
    )
    func corpus() async throws {
        let all = ProcessInfo.processInfo.environment["STICKERD_HOSTILE"] == "all"
        let folder = try TemporaryFolder()
        let trial = try Command(
            ["python3", Repository.file("scripts/hostile.d")] + (all ? [] : ["--count", "150"])
                + ["build", folder.file("corpus"), "--stickerd", CLIFixture.stickerd, "--seconds", all ? "10" : "4"],
            in: "/")
        let ending = try await trial.ending(within: all ? 3600 : 600)
        #expect(ending.status == 0, "\(ending.output)\(ending.complaint)")
    }
}
