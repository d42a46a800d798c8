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

    @Test("a publication that only records renderings waits once for the given time, and again after a publication")
    func records() {
        var timing = PublishTiming()
        let later = start.advanced(by: .milliseconds(500))
        for time in [0, 200, 499] {
            let now = start.advanced(by: .milliseconds(time))
            #expect(timing.mayRecordRenderings(at: now, after: .milliseconds(500)) == later)
        }
        #expect(timing.mayRecordRenderings(at: later, after: .milliseconds(500)) == nil)
        timing.published(at: later, took: .zero)
        #expect(
            timing.mayRecordRenderings(at: later, after: .milliseconds(500)) == later.advanced(by: .milliseconds(500)))
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
