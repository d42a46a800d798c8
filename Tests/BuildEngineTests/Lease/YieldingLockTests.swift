import BuildEngine
import EngineSupport
import StateDatabase
import StickerConfiguration
import TestSupport
import Testing

@Suite("The locks of a watch")
struct YieldingLockTests {
    private let folder: TemporaryFolder
    private var configuration: Configuration

    init() throws {
        folder = try TemporaryFolder()
        configuration = Configuration(drop: folder.file("drop"), out: folder.file("out"))
        configuration.state = folder.file("state")
    }

    @Test("a second watch of the output is refused, and one after the first has ended is not")
    func second() async throws {
        var first: YieldingLock? = try await YieldingLock.take(configuration) { _ in }
        await #expect(throws: EngineError.self) { try await YieldingLock.take(configuration) { _ in } }
        #expect(OutputLock.currentHolder(configuration)?.command == YieldingLock.command)
        #expect(first != nil)
        first = nil
        first = try await YieldingLock.take(configuration) { _ in }
    }

    @Test("others see that drops are being rendered, and no longer when they are finished")
    func busy() async throws {
        let lock = try await YieldingLock.take(configuration) { _ in }
        func isBusy() -> Bool { OutputLock.isHeld(folder: configuration.stateFolder, file: YieldingLock.busyFile) }
        #expect(!isBusy())
        lock.set(busy: true)
        lock.set(busy: true)
        #expect(isBusy())
        lock.set(busy: false)
        #expect(!isBusy())
    }

    @Test("a command that waits for its turn is seen, and says once for whom it waits")
    func guest() async throws {
        let lock = try await YieldingLock.take(configuration) { _ in }
        #expect(!lock.isWanted)
        let command = Task { [configuration] in
            var notices: [String] = []
            let lease = try? await OutputLease.take(configuration, command: "stickerd build") { notices.append($0) }
            return lease == nil ? notices : []
        }
        try await eventually("the watch does not notice the waiting command") { lock.isWanted }
        command.cancel()
        let notices = await command.value
        #expect(notices.count <= 1 && notices.allSatisfy { $0.contains(YieldingLock.command) })
        #expect(!lock.isWanted)
    }
}
