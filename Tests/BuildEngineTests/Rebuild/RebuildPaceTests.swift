import BuildEngine
import Foundation
import Snapshots
import StateDatabase
import TestSupport
import Testing

@Suite("The pace of a rebuild")
struct RebuildPaceTests {
    @Test("it may begin the next work until its time is up")
    func deadline() async throws {
        let folder = try TemporaryFolder()
        func pace(_ deadline: ContinuousClock.Instant?) -> RebuildPace {
            RebuildPace(stateFolder: folder.path, deadline: deadline)
        }
        #expect(try await pace(nil).mayBegin())
        #expect(try await pace(.now.advanced(by: .seconds(600))).mayBegin())
        #expect(try await !pace(.now.advanced(by: .seconds(-1))).mayBegin())
    }

    @Test("it waits while a watch renders drops")
    func busy() async throws {
        let folder = try TemporaryFolder()
        var busy: OutputLock? = try OutputLock.take(
            folder: folder.path, command: "stickerd watch", file: YieldingLock.busyFile)
        let pace = RebuildPace(stateFolder: folder.path, deadline: .now.advanced(by: .milliseconds(300)))
        #expect(try await !pace.mayBegin())
        #expect(busy != nil)
        busy = nil
        #expect(try await RebuildPace(stateFolder: folder.path, deadline: nil).mayBegin())
    }

    @Test("the reason for publishing nothing says what to do, or what happens next")
    func hold() {
        let rollback = PublishHold(id: "0123", since: Date(timeIntervalSince1970: 0))
        #expect("\(RebuildHold.publishHold(rollback))".contains("stickerd rollback --release"))
        #expect(
            "\(RebuildHold.incomplete(remaining: 3))"
                == "3 sources are not rendered yet. Nothing was published; the next rebuild continues with them.")
    }
}
