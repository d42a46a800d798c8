import ArgumentParser
import Daemon
import Foundation

/// `stickerd worker`: the hidden subcommand that worker processes run.
struct WorkerCommandLine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Answer jobs on standard input.", shouldDisplay: false)

    func run() throws {
        try WorkerLoop.run()
    }
}

extension WorkerCommand {
    /// This very program as a worker.
    ///
    /// - Throws: `DaemonError` when the program cannot find itself.
    static func ownWorker() throws -> WorkerCommand {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw DaemonError.worker("/proc/self/exe cannot be read, so workers cannot be started. Mount /proc.")
        }
        let environment = [
            // Without Orc's vector code the same pixels come out on every processor.
            "VIPS_NOVECTOR": "1",
            // Pictures come and go by the megabyte; giving their memory back each time costs a sixth of the time.
            "MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "134217728",
            "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
        ]
        return WorkerCommand(executable: path, arguments: ["worker"], environment: environment)
    }
}
