import FileAccess
import Glibc
import StickerConfiguration
import Synchronization
import TestSupport
import Testing

/// Tests a folder on a server that does not answer. A call that does not return simulates this folder.
@Suite("A folder that does not answer, while the drop folder is watched", .serialized)
struct HungFolderTests {
    private final class Server: Sendable {
        private let isUp = Mutex(false)

        func answer() { while !isUp.withLock({ $0 }) { usleep(1000) } }

        func recover() { isUp.withLock { $0 = true } }
    }

    @Test("does not prevent watching other folders", arguments: [WatchSettings.Mode.inotify, .poll])
    func others(mode: WatchSettings.Mode) async throws {
        let server = Server()
        defer { server.recover() }
        try await WatchedDrop.run(mode: mode, rescan: .milliseconds(50), reading: false) {
            try $0.makeFolder("cats")
            try $0.makeFolder("dogs")
        } _: { drop in
            let dogs = drop.path("dogs")
            let calls = TimedCalls(limit: .milliseconds(10))
            _ = try await BlockingExecutor.run { calls.run(dogs) { server.answer() } == nil }
            try drop.write(SampleArt.png("a"), to: "cats/Cat.png")
            try await eventually("the file in the other folder is not reported") {
                drop.takePending().contains { $0.path == "cats/Cat.png" }
            }
        }
    }
}
