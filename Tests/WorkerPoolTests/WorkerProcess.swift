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

    /// Whether the process runs or has not been reaped yet.
    var exists: Bool { kill(pid, 0) == 0 }

    /// Whether the process no longer runs. It may still exist as a zombie.
    var isGoneOrZombie: Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return true }
        return stat.contains(") Z ")
    }

    /// The number of its open descriptors.
    var openDescriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count }
    }

    /// The file of each open descriptor, by descriptor.
    var descriptors: [String: String] {
        get throws {
            let folder = "/proc/\(pid)/fd"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return names.reduce(into: [:]) { descriptors, name in
                // A descriptor that has been closed since the listing is skipped.
                descriptors[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
            }
        }
    }

    /// The environment with which the process was started.
    var environment: Set<String> {
        get throws {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/environ"))
            return Set(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
        }
    }

    /// All processes on the machine.
    static var all: [WorkerProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int32($0) != nil }.map(WorkerProcess.init)
    }
}

/// A worker with a unique name. Its processes can be distinguished from the processes of other tests, even if they are
/// zombies.
struct UniqueWorker {
    let name = "w" + UUID().uuidString.prefix(12)
    let folder: TemporaryFolder

    init(executable: String = "/bin/cat") throws {
        folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: executable)
    }

    var command: WorkerCommand { WorkerCommand(executable: folder.file(name)) }

    /// The processes of this worker, including zombies.
    var running: [WorkerProcess] {
        get throws {
            WorkerProcess.all.filter {
                let comm = try? String(contentsOfFile: "/proc/\($0.pid)/comm", encoding: .utf8)
                return comm == name + "\n"
            }
        }
    }
}
