import Foundation
import TestSupport
import Testing

/// Tests generated hostile files: truncated files, changed bits, false headers, bombs, polyglots and unusual names.
/// `scripts/hostile` generates all of them. This test uses some of each kind, or all if STICKERD_HOSTILE is `all`.
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
