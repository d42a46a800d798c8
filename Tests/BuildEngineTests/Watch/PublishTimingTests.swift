import BuildEngine
import Testing

@Suite("When a watch publishes")
struct PublishTimingTests {
    private let start = ContinuousClock.now

    @Test("while sources are rendered, publishing takes at most a fifth of the time")
    func share() {
        var timing = PublishTiming()
        #expect(timing.mayPublish(at: start) == nil, "the first publication is postponed")
        timing.published(at: start, took: .seconds(2))
        #expect(timing.mayPublish(at: start) == start.advanced(by: .seconds(8)))
        #expect(timing.mayPublish(at: start.advanced(by: .milliseconds(7999))) == start.advanced(by: .seconds(8)))
        #expect(timing.mayPublish(at: start.advanced(by: .seconds(8))) == nil)
    }

    @Test("a pause longer than the limit begins a new burst")
    func burst() {
        var timing = PublishTiming()
        #expect(timing.startsBurst(at: start, after: .seconds(60)))
        timing.published(at: start, took: .zero)
        #expect(!timing.startsBurst(at: start.advanced(by: .seconds(60)), after: .seconds(60)))
        #expect(timing.startsBurst(at: start.advanced(by: .seconds(61)), after: .seconds(60)))
    }
}
