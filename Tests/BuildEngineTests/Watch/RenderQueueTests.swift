import BuildEngine
import Synchronization
import TestSupport
import Testing

/// Tests the order of renderings, and the handling of cancelled renderings.
@Suite("The render queue")
struct RenderQueueTests {
    /// Simulated renderings. Each one runs until the test ends it.
    private final class Renderings: Sendable {
        private struct State {
            var started: [String] = []
            var running: [String: CheckedContinuation<Void, Never>] = [:]
        }

        private let state = Mutex(State())

        var started: [String] { state.withLock { $0.started } }

        func render(_ task: RenderTask) async throws -> SourceRenderer.Outcome {
            state.withLock { $0.started.append(task.path) }
            await withCheckedContinuation { continuation in
                state.withLock { $0.running[task.path] = continuation }
            }
            try Task.checkCancellation()
            return .result(PlanSamples.result(task.path))
        }

        /// Waits until a source is being rendered, and ends this rendering.
        func end(_ name: String) async throws {
            var continuation: CheckedContinuation<Void, Never>?
            try await eventually("\(name) is not rendered") {
                continuation = state.withLock { $0.running.removeValue(forKey: "cats/\(name)") }
                return continuation != nil
            }
            continuation?.resume()
        }
    }

    private let renderings = Renderings()
    private let events = EventQueue()

    private func queue() -> RenderQueue {
        RenderQueue(jobs: 1, events: events) { [renderings] in try await renderings.render($0) }
    }

    private func task(_ name: String) throws -> RenderTask { try #require(PlanSamples.source(name).task) }

    /// The next finished rendering. Nil if no rendering ends in time.
    private func next() async -> RenderQueue.Done? {
        await events.takeAll(waitingUntil: .now.advanced(by: .seconds(60))).renderOutcomes.first
    }

    @Test("a rendering that was cancelled and is wanted again before it has ended is made again")
    func wantedAgain() async throws {
        let queue = queue()
        let one = try task("One.png")
        await queue.want([one], taken: [])
        try await eventually("the rendering does not begin") { renderings.started.count == 1 }
        await queue.want([], taken: [])
        await queue.want([one], taken: [])
        #expect(renderings.started.count == 1, "the rendering began again before the first one ended")
        try await renderings.end("One.png")
        try await eventually("the rendering does not begin again") { renderings.started.count == 2 }
        try await renderings.end("One.png")
        #expect(await next()?.path == "cats/One.png")
        #expect(await queue.depth == 0)
    }

    @Test("a result is not rendered again before the watch has taken it")
    func delivered() async throws {
        let queue = queue()
        let one = try task("One.png")
        await queue.want([one], taken: [])
        try await renderings.end("One.png")
        let done = try #require(await next())
        await queue.want([one], taken: [])
        #expect(await queue.depth == 0)
        await queue.want([one], taken: [done.fingerprint])
        #expect(await queue.depth == 1)
        try await renderings.end("One.png")
        #expect(await next() != nil)
    }

    @Test("the latest request is rendered first, and cancelled ones are not rendered")
    func newestFirst() async throws {
        let queue = queue()
        let (one, two, three) = (try task("One.png"), try task("Two.png"), try task("Three.png"))
        let four = try task("Four.png")
        await queue.want([one], taken: [])
        await queue.want([one, two, four], taken: [])
        await queue.want([one, two, three], taken: [])
        for name in ["One.png", "Three.png", "Two.png"] { try await renderings.end(name) }
        try await eventually("the queue does not become empty") { await queue.depth == 0 }
        #expect(renderings.started == ["cats/One.png", "cats/Three.png", "cats/Two.png"])
    }

    @Test("a failure of the environment stops the queue until it is released")
    func failure() async throws {
        struct Failure: Error {}
        let attempts = Mutex(0)
        let queue = RenderQueue(jobs: 1, events: events) { _ in
            if attempts.withLock({ attempts in
                attempts += 1
                return attempts == 1
            }) {
                throw Failure()
            }
            return .result(PlanSamples.result("one"))
        }
        let one = try task("One.png")
        await queue.want([one], taken: [])
        #expect(await events.takeAll(waitingUntil: .now.advanced(by: .seconds(60))).failures.first is Failure)
        await queue.want([one], taken: [])
        #expect(attempts.withLock { $0 } == 1)
        await queue.release()
        #expect(await next()?.path == "cats/One.png")
    }
}
