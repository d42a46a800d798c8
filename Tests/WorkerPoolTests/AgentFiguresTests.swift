import Testing
import WorkerProtocol

@Suite("Figures of an agent")
struct AgentFiguresTests {
    @Test(
        "seconds that no machine can have used are refused",
        arguments: [-1, 1.1e9, 1e300, 9_223_372_036_854_775_808, .infinity, .nan])
    func impossible(seconds: Double) {
        #expect(!AgentFigures(cpuSeconds: seconds).isPossible)
    }

    @Test("usual seconds are accepted", arguments: [0, 12.5, 1e9])
    func possible(seconds: Double) {
        #expect(AgentFigures(cpuSeconds: seconds).isPossible)
    }
}
