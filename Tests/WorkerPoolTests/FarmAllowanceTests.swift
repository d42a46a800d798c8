import Testing
import WorkerPool

/// Tests the number of jobs that are sent to the farm.
@Suite struct FarmAllowanceTests {
    private let start = ContinuousClock.now

    @Test("a busy farm gets half as many jobs, and one more after each twenty answers")
    func busy() {
        var allowance = FarmAllowance(most: 200)
        allowance.noteBusy()
        #expect(allowance.limit(start) == 100)
        for _ in 0..<10 { allowance.noteBusy() }
        #expect(allowance.limit(start) == 4)
        for _ in 0..<40 { allowance.noteAnswer() }
        #expect(allowance.limit(start) == 6)
    }

    @Test("a farm with fewer jobs than the least number gets no more because it is busy")
    func small() {
        var allowance = FarmAllowance(most: 2)
        allowance.noteBusy()
        #expect(allowance.limit(start) == 2)
    }

    @Test("three failures in a row begin a rest, which doubles up to eight minutes; then one job tries the farm")
    func rests() {
        var (allowance, now) = (FarmAllowance(most: 50), start)
        #expect(allowance.noteFailure(now) == nil)
        allowance.noteAnswer()
        #expect(allowance.noteFailure(now) == nil && allowance.noteFailure(now) == nil)
        var lengths = [allowance.noteFailure(now)]
        #expect(allowance.limit(now) == 0 && allowance.noteFailure(now) == nil)
        for _ in 0..<5 {
            now += .seconds(600)
            #expect(allowance.limit(now) == 1 && !allowance.isTrusted)
            lengths.append(allowance.noteFailure(now))
        }
        #expect(lengths == [30, 60, 120, 240, 480, 480].map { .seconds($0) })
        now += .seconds(600)
        allowance.noteAnswer()
        #expect(allowance.limit(now) == 50 && allowance.isTrusted)
    }

    @Test("while most jobs wait long for a worker, at most a quarter more jobs are sent than are executed")
    func queued() {
        var allowance = FarmAllowance(most: 200)
        #expect(allowance.note(queued: 100, executing: 8, start) == .zero)
        #expect(allowance.limit(start + .seconds(29)) == 200)
        #expect(allowance.note(queued: 100, executing: 8, start + .seconds(30)) == .seconds(30))
        #expect(allowance.limit(start + .seconds(30)) == 10)
        _ = allowance.note(queued: 100, executing: 0, start + .seconds(31))
        #expect(allowance.limit(start + .seconds(31)) == 1)
        _ = allowance.note(queued: 1, executing: 1, start + .seconds(32))
        #expect(allowance.limit(start + .seconds(32)) == 200)
    }
}
