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
        // Without Orc's vector code the same pixels come out on every processor.
        return WorkerCommand(executable: path, arguments: ["worker"], environment: ["VIPS_NOVECTOR": "1"])
    }
}
