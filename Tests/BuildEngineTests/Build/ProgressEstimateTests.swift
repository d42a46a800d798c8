import BuildEngine
import Testing

@Suite("The time left of a run")
struct ProgressEstimateTests {
    /// Records finished jobs at a constant interval.
    private func run(
        _ estimate: inout ProgressEstimate, from first: Int, to last: Int, of total: Int, slots: Int,
        every seconds: Double,
        time: inout Double
    ) -> ProgressEstimate.Progress? {
        var progress: ProgressEstimate.Progress?
        for done in first...last {
            time += seconds
            progress = estimate.note(done: done, of: total, slots: slots, seconds: time)
        }
        return progress
    }

    private func isNear(_ found: Double?, _ wanted: Double, by share: Double = 0.02) -> Bool {
        found.map { abs($0 - wanted) <= share * wanted } ?? false
    }

    @Test("the remaining work takes as long as the finished work, with any number of slots", arguments: [1, 4, 32])
    func steady(slots: Int) {
        var (estimate, time) = (ProgressEstimate(), 0.0)
        let progress = run(&estimate, from: 1, to: 50, of: 150, slots: slots, every: 0.5, time: &time)
        #expect(isNear(progress?.secondsLeft, 50))
        #expect(isNear(progress?.rate, 2))
        #expect(progress?.slots == slots)
    }

    @Test("it follows the slots that are up: with twice as many it is half as long, and without them twice as long")
    func slotsUp() {
        var (estimate, time) = (ProgressEstimate(), 0.0)
        _ = run(&estimate, from: 1, to: 99, of: 300, slots: 2, every: 0.5, time: &time)
        // An agent with two slots has just become available.
        let more = estimate.note(done: 100, of: 300, slots: 4, seconds: time + 0.5)
        #expect(isNear(more.secondsLeft, 50))
        // The agent is lost immediately afterwards.
        let fewer = estimate.note(done: 101, of: 301, slots: 2, seconds: time + 0.75)
        #expect(isNear(fewer.secondsLeft, 100))
    }

    @Test("slots that were requested and are not up do not count")
    func wanted() {
        var (estimate, time) = (ProgressEstimate(), 0.0)
        // The number of slots does not include agents that wait in a batch system's queue. Only the rate of this
        // machine is used.
        let alone = run(&estimate, from: 1, to: 60, of: 1_060, slots: 1, every: 2, time: &time)
        #expect(isNear(alone?.secondsLeft, 2_000))
        let up = run(&estimate, from: 61, to: 1_059, of: 1_060, slots: 100, every: 0.02, time: &time)
        #expect(isNear(up?.secondsLeft, 0.02, by: 0.2))
    }

    @Test("a run that begins with its longest jobs is reckoned by its later half")
    func longestFirst() {
        var (estimate, time) = (ProgressEstimate(), 0.0)
        _ = run(&estimate, from: 1, to: 10, of: 310, slots: 1, every: 10, time: &time)
        let progress = run(&estimate, from: 11, to: 210, of: 310, slots: 1, every: 1, time: &time)
        #expect(isNear(progress?.secondsLeft, 100))
    }

    @Test("nothing is estimated without a basis, and nothing remains at the end")
    func ends() {
        var estimate = ProgressEstimate()
        #expect(estimate.note(done: 0, of: 10, slots: 1, seconds: 0).secondsLeft == nil)
        #expect(estimate.note(done: 0, of: 10, slots: 1, seconds: 5).secondsLeft == nil)
        #expect(estimate.note(done: 10, of: 10, slots: 1, seconds: 6).secondsLeft == 0)
        #expect(estimate.note(done: 10, of: 10, slots: 0, seconds: 7).slots == 1)
    }

    @Test("a night of a hundred thousand jobs is reckoned as well as a short one")
    func long() {
        var (estimate, time) = (ProgressEstimate(), 0.0)
        let progress = run(&estimate, from: 1, to: 50_000, of: 100_000, slots: 8, every: 0.5, time: &time)
        #expect(isNear(progress?.secondsLeft, 25_000))
    }
}
