import Foundation
import Glibc
import TestSupport
import WorkerPool

/// The kernel's information about a worker's process.
struct WorkerProcess {
    let pid: Int32

    init(_ pid: String) {
        self.pid = Int32(pid) ?? -1
    }

    /// True while it runs or waits to be reaped.
    var exists: Bool { kill(pid, 0) == 0 }

    /// True if it no longer runs. A zombie may be left.
    var isGoneOrZombie: Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return true }
        return stat.contains(") Z ")
    }

    /// The number of its descriptors.
    var openDescriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count }
    }

    /// Its descriptors, and the file of each.
    var descriptors: [String: String] {
        get throws {
            let folder = "/proc/\(pid)/fd"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return names.reduce(into: [:]) { descriptors, name in
                // A descriptor that was closed in the meantime is skipped.
                descriptors[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
            }
        }
    }

    /// The environment it was started with.
    var environment: Set<String> {
        get throws {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/environ"))
            return Set(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
        }
    }

    /// Every process on the machine that can be looked into.
    static var all: [WorkerProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int32($0) != nil }.map(WorkerProcess.init)
    }
}

/// A worker with a unique name, so that its processes can be distinguished from those of the other tests, even as zombies.
struct UniqueWorker {
    let name = "w" + UUID().uuidString.prefix(12)
    let folder: TemporaryFolder

    init(executable: String = "/bin/cat") throws {
        folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: executable)
    }

    var command: WorkerCommand { WorkerCommand(executable: folder.file(name)) }

    /// Its processes, zombies among them.
    var running: [WorkerProcess] {
        get throws {
            WorkerProcess.all.filter {
                let comm = try? String(contentsOfFile: "/proc/\($0.pid)/comm", encoding: .utf8)
                return comm == name + "\n"
            }
        }
    }
}
