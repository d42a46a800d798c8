import ArgumentParser
import Daemon
import EngineSupport
import Foundation
import ImageHeaders
import Sandbox

/// `stickerd worker`: the hidden subcommand that worker processes run.
struct WorkerCommandLine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Answer jobs on standard input.", shouldDisplay: false)

    @Option(parsing: .upToNextOption, help: "Files and folders it may read.")
    var read: [String] = []

    @Option(parsing: .upToNextOption, help: "Folders it may write files in.")
    var write: [String] = []

    @Option(help: "A format it may decode beside the usual ones.")
    var format: [ExtraFormat] = []

    @Flag(help: "Start without protection.")
    var unconfined = false

    @Flag(help: "Print what it is kept from, and end.")
    var examine = false

    func run() throws {
        let policy = unconfined ? nil : SandboxPolicy(reading: read, writing: write)
        try examine ? SandboxSelfTest.run(in: policy) : WorkerLoop.run(in: policy, extraFormats: format)
    }
}

extension ExtraFormat: ExpressibleByArgument {}

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
            // Somewhere that is not there, so that no library asks who the user is to find it.
            "HOME": "/nonexistent",
        ]
        let isConfined = ProcessInfo.processInfo.environment["STICKERD_SANDBOX"] != "off"
        return WorkerCommand(
            executable: path, arguments: ["worker"] + (isConfined ? [] : ["--unconfined"]), environment: environment)
    }
}
