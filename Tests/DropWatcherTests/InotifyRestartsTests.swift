import DropWatcher
import Testing

@Suite("Restarts of the program that watches folders")
struct InotifyRestartsTests {
    private let start = ContinuousClock.now

    @Test("it is started again after growing pauses, until it has ended too often in a short time")
    func often() {
        var restarts = InotifyRestarts(most: 4, within: .seconds(60))
        var pauses: [Duration] = []
        for second in 0..<3 {
            let mayRestart = restarts.mayRestart(at: start.advanced(by: .seconds(second)))
            #expect(mayRestart)
            pauses.append(restarts.pause)
        }
        #expect(pauses == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
        let mayRestart = restarts.mayRestart(at: start.advanced(by: .seconds(3)))
        #expect(!mayRestart)
    }

    @Test("ends that are long ago do not count")
    func seldom() {
        var restarts = InotifyRestarts(most: 2, within: .seconds(60))
        for minute in 0..<100 {
            let mayRestart = restarts.mayRestart(at: start.advanced(by: .seconds(minute * 60)))
            #expect(mayRestart && restarts.pause == .milliseconds(100))
        }
    }
}
