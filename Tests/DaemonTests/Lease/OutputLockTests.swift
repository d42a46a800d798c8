import Daemon
import EngineSupport
import Foundation
import Glibc
import StateDatabase
import TestSupport
import Testing

@Suite("The lock on an output")
struct OutputLockTests {
    @Test("a second one is refused, with the name of the holder")
    func second() throws {
        let folder = try TemporaryFolder()
        let first = try OutputLock.take(folder: folder.path, command: "stickerd watch")
        #expect(throws: DaemonError.outputInUse(path: folder.path, holder: "“stickerd watch” (process \(getpid()))")) {
            try OutputLock.take(folder: folder.path, command: "stickerd build")
        }
        withExtendedLifetime(first) {}
    }

    @Test("it is given back when it is no longer held, and the file stays")
    func release() throws {
        let folder = try TemporaryFolder()
        do {
            let first = try OutputLock.take(folder: folder.path, command: "stickerd watch")
            withExtendedLifetime(first) {}
        }
        let second = try OutputLock.take(folder: folder.path, command: "stickerd build")
        #expect(try folder.read("lock") == "\(getpid()) stickerd build\n")
        withExtendedLifetime(second) {}
    }

    @Test("the kernel gives it back when the holder is killed")
    func killed() async throws {
        let folder = try TemporaryFolder()
        try folder.write("4711 stickerd nightly\n", to: "lock")
        let command = WorkerCommand.script(
            #"read -r line; exec 9<> "$1/lock"; flock 9; echo "{\"word\":\"$$\"}"; exec cat"#, folder.path)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let holder = WorkerProcess(try await pool.answer())
            #expect(
                throws: DaemonError.outputInUse(path: folder.path, holder: "“stickerd nightly” (process 4711)")
            ) {
                try OutputLock.take(folder: folder.path, command: "stickerd build")
            }
            kill(holder.pid, SIGKILL)
            try await eventually("the holder is gone") { !holder.exists }
            _ = try OutputLock.take(folder: folder.path, command: "stickerd build")
        }
    }

    @Test("a worker does not inherit it")
    func notInherited() async throws {
        let folder = try TemporaryFolder()
        var lock: OutputLock? = try OutputLock.take(folder: folder.path, command: "stickerd watch")
        try await EchoPool.withWorkers(count: 1, command: .echo) { pool in
            _ = try await pool.answer()
            #expect(lock != nil)
            lock = nil
            _ = try OutputLock.take(folder: folder.path, command: "stickerd build")
            _ = try await pool.answer()
        }
    }

    @Test("a folder that cannot be made is an error of the environment")
    func noFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let error = #expect(throws: DaemonError.self) {
            try OutputLock.take(folder: folder.file("file"), command: "stickerd build")
        }
        #expect(error?.description.contains(folder.file("file")) == true)
    }
}
