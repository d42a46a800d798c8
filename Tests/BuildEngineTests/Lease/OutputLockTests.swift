import EngineSupport
import Foundation
import Glibc
import StateDatabase
import TestSupport
import Testing
import WorkerPool

@Suite("The lock on an output")
struct OutputLockTests {
    @Test("a second one is refused, with the name of the holder")
    func second() throws {
        let folder = try TemporaryFolder()
        let first = try OutputLock.take(folder: folder.path, command: "stickerd watch")
        #expect(throws: EngineError.outputInUse(path: folder.path, holder: "“stickerd watch” (process \(getpid()))")) {
            try OutputLock.take(folder: folder.path, command: "stickerd build")
        }
        withExtendedLifetime(first) {}
    }

    @Test("it is released when it is no longer used, and the file stays")
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

    @Test("it is released although a process that is being started still has copies of its descriptors")
    func copies() throws {
        let folder = try TemporaryFolder()
        let first = try OutputLock.take(folder: folder.path, command: "stickerd watch")
        let copies = try OutputLockTests.descriptors(below: folder.path).map { dup($0) }
        defer { copies.forEach { close($0) } }
        #expect(!copies.isEmpty)
        _ = consume first
        _ = try OutputLock.take(folder: folder.path, command: "stickerd build")
    }

    /// The open descriptors of this process for a folder and its files.
    private static func descriptors(below folder: String) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            return target?.hasPrefix(folder) == true ? Int32(name) : nil
        }
    }

    @Test("the kernel releases it when its owner is killed")
    func killed() async throws {
        let folder = try TemporaryFolder()
        try folder.write("4711 stickerd nightly\n", to: "lock")
        let holder = Process()
        holder.executableURL = URL(filePath: "/bin/sh")
        holder.arguments = ["-c", #"exec 9<> "$1/lock"; flock 9; touch "$1/held"; exec sleep 1000"#, "sh", folder.path]
        try holder.run()
        try await eventually("the other process does not take the lock") { folder.has("held") }
        #expect(throws: EngineError.outputInUse(path: folder.path, holder: "“stickerd nightly” (process 4711)")) {
            try OutputLock.take(folder: folder.path, command: "stickerd build")
        }
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        _ = try OutputLock.take(folder: folder.path, command: "stickerd build")
    }

    @Test("a worker does not inherit it")
    func notInherited() async throws {
        let folder = try TemporaryFolder()
        var lock: OutputLock? = try OutputLock.take(folder: folder.path, command: "stickerd watch")
        let command = WorkerCommand(
            executable: "/usr/bin/env", arguments: ["python3", "-c", FakeRenderer.library + "\nhello(); receive()"])
        try await WorkerPool.withWorkers(count: 1, command: command) { pool in
            try await pool.start()
            #expect(lock != nil)
            lock = nil
            _ = try OutputLock.take(folder: folder.path, command: "stickerd build")
            try await pool.start()
        }
    }

    @Test("a folder that cannot be made is an error of the environment")
    func noFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let error = #expect(throws: EngineError.self) {
            try OutputLock.take(folder: folder.file("file"), command: "stickerd build")
        }
        #expect(error?.description.contains(folder.file("file")) == true)
    }
}
