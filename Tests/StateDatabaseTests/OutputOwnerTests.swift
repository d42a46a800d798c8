import EngineSupport
import Foundation
import Glibc
import StateDatabase
import StickerConfiguration
import Synchronization
import TestSupport
import Testing

@Suite("One owner of an output")
struct OutputOwnerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func configuration(out: String, state: String? = nil) -> Configuration {
        var configuration = Configuration(drop: folder.file("drop"), out: folder.file(out))
        configuration.state = state.map(folder.file)
        return configuration
    }

    @Test(
        "a process that uses a link, another spelling or another state folder is refused with the name of the owner",
        arguments: [("link", nil), ("out", "other"), ("sub/../out", nil), ("link", "other")] as [(String, String?)])
    func otherWays(out: String, state: String?) throws {
        try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("out"))
        let first = try OutputLock.take(configuration(out: "out"), command: "stickerd watch")
        #expect {
            try OutputLock.take(configuration(out: out, state: state), command: "stickerd build")
        } throws: { error in
            guard case EngineError.outputInUse(_, let holder) = error else { return false }
            return holder.contains("process \(getpid())")
        }
        withExtendedLifetime(first) {}
    }

    @Test("removing the lock's file gives no access")
    func removedFile() throws {
        let first = try OutputLock.take(configuration(out: "out"), command: "stickerd watch")
        try FileManager.default.removeItem(atPath: first.path)
        #expect(throws: EngineError.self) {
            try OutputLock.take(configuration(out: "out"), command: "stickerd build")
        }
        withExtendedLifetime(first) {}
    }

    @Test("repeated checks whether a lock is held, by name, never exclude a process that takes it")
    func asking() async throws {
        let asked = Mutex(0)
        let isOver = Mutex(false)
        let path = folder.path
        let asking = Thread {
            while !isOver.withLock({ $0 }) {
                _ = OutputLock.isHeldByName(folder: path, file: "busy.lock")
                asked.withLock { $0 += 1 }
            }
        }
        asking.start()
        defer { isOver.withLock { $0 = true } }
        for _ in 0..<100 {
            // The test waits until a check that starts after this line has been answered.
            let before = asked.withLock { $0 }
            try await eventually("the lock is not checked") { asked.withLock { $0 } > before + 1 }
            let lock = try OutputLock.take(folder: path, command: "stickerd watch", file: "busy.lock")
            #expect(OutputLock.isHeldByName(folder: path, file: "busy.lock"))
            withExtendedLifetime(lock) {}
        }
        #expect(!OutputLock.isHeldByName(folder: path, file: "busy.lock"))
    }

    @Test("it is released with all its folders")
    func release() throws {
        for state in [nil, "other"] {
            let lock = try OutputLock.take(configuration(out: "out", state: state), command: "stickerd build")
            withExtendedLifetime(lock) {}
        }
    }

    @Test("the state folder is next to the output folder itself, and not next to a link to it")
    func state() throws {
        try FileManager.default.createDirectory(atPath: folder.file("real/out"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("real/out"))
        #expect(configuration(out: "link").stateFolder.hasSuffix("/real/.out.stickerd"))
        #expect(configuration(out: "not/there").stateFolder == folder.file("not/.there.stickerd"))
    }

    @Test("a state folder of an earlier version next to the link is still found")
    func earlierState() throws {
        try FileManager.default.createDirectory(atPath: folder.file("real/out"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("real/out"))
        try FileManager.default.createDirectory(
            atPath: folder.file(".link.stickerd"), withIntermediateDirectories: false)
        try folder.write("", to: ".link.stickerd/ledger.sqlite")
        #expect(configuration(out: "link").stateFolder == folder.file(".link.stickerd"))
    }
}
