import Testing
import WorkerPool

@Suite("Messages about workers")
struct WorkerMessageTests {
    @Test("the message about a worker's end explains its signal")
    func signals() {
        #expect(
            WorkerFailure.died(.signalled(31), outputTail: "").description.contains("signal 31: it made a system call"))
        #expect(WorkerFailure.died(.signalled(24), outputTail: "").description.contains("processor time"))
    }
}
