import BuildEngine
import Intake
import TestSupport
import Testing

@Suite("The renderings that a watch waits for")
struct RenderStateTests {
    private let tasks = ["One.png", "Two.png"].compactMap { PlanSamples.source($0).task }

    private func done(_ task: RenderTask, _ outcome: SourceRenderer.Outcome) async -> RenderQueue.Done? {
        let events = EventQueue()
        let queue = RenderQueue(jobs: 1, events: events) { _ in outcome }
        await queue.want([task], taken: [])
        return await events.takeAll(waitingUntil: .now.advanced(by: .seconds(20))).renderOutcomes.first
    }

    @Test("a finished rendering is not requested again until it was discarded")
    func finished() async throws {
        var renders = RenderState()
        #expect(renders.expect(tasks).open.count == 2 && renders.awaited.count == 2)
        let one = try #require(await done(tasks[0], .result(PlanSamples.result("one"))))
        renders.take(one)
        #expect(renders.awaited == [tasks[1].fingerprint])
        let (open, delivered) = renders.expect(tasks)
        #expect(open.map(\.fingerprint) == [tasks[1].fingerprint] && delivered == [tasks[0].fingerprint])
        #expect(renders.expect(tasks).delivered.isEmpty)
        renders.discard([tasks[0].fingerprint])
        #expect(renders.expect(tasks).open.count == 2)
    }

    @Test("a source that could not be read has no result, and is requested again")
    func waiting() async throws {
        var renders = RenderState()
        _ = renders.expect(tasks)
        renders.take(try #require(await done(tasks[0], .wait(.unreadableByWorker("cats/One.png")))))
        #expect(renders.finished.isEmpty && renders.awaited == [tasks[1].fingerprint])
        #expect(renders.expect(tasks).open.count == 2)
    }
}
