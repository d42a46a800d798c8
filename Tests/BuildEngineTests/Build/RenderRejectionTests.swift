import BuildEngine
import EngineSupport
import Glibc
import JobModel
import Testing
import WorkerPool

/// Tests the distinction between a source that no worker can render, which is rejected, and workers that cannot render
/// any source.
@Suite("Sources that no worker could render")
struct RenderRejectionTests {
    @Test(
        "a worker that failed on a source makes the source rejected, for a reason that names it",
        arguments: [
            (WorkerFailure.timedOut(seconds: 60), RenderRejection.timedOut(seconds: 60), "60 seconds"),
            (
                .died(.signalled(SIGSEGV), outputTail: "/drop/secret"), .decoderDied(.signalled(SIGSEGV)),
                "it accessed invalid memory"
            ),
            (.died(.exited(status: 3), outputTail: ""), .decoderDied(.exited(status: 3)), "exit status 3"),
            (.unreadableAnswer("half a frame"), .unreadableAnswer, "the decoder failed on this file"),
            (
                .rejectedAnswer("a file that it names is missing"),
                .rejectedAnswer("a file that it names is missing"), "a file that it names is missing"
            ),
        ])
    func rejected(failure: WorkerFailure, rejection: RenderRejection, reason: String) throws {
        #expect(try RenderRejection(failure) == rejection)
        let result = rejection.result
        #expect(result.output == nil && result.findings.map(\.rule) == [Rule.couldNotRender.id])
        let message = try #require(result.findings(ofFileAt: "cats/Cat.png").first?.message)
        #expect(message.contains("cats/Cat.png could not be rendered") && message.contains(reason))
        #expect(!message.contains("/drop/secret"))
    }

    @Test(
        "a worker that cannot work at all does not reject a source: the run fails, and the sticker stays",
        arguments: [
            WorkerFailure.couldNotStart(executable: "/r", reason: "no memory"),
            .didNotStart(executable: "/r", .ended(.signalled(SIGKILL)), outputTail: ""),
            .didNotStart(executable: "/r", .noAnswer(seconds: 60), outputTail: ""),
            .otherVersion(executable: "/r", found: nil), .poolEnded, .stalled(seconds: 10),
            .unwritableRequest("NaN"),
        ])
    func environment(failure: WorkerFailure) {
        #expect(throws: EngineError.self) { try RenderRejection(failure) }
    }
}
