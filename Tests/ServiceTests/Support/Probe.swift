import Foundation
import Glibc
import TestSupport
import Testing

/// The running program ServiceProbe, which is in the folder of the tests.
final class Probe: Sendable {
    let process: Process
    private let folder: TemporaryFolder

    init(_ arguments: String..., environment: [String: String] = [:]) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        folder = try TemporaryFolder()
        try folder.write("", to: "output")
        try folder.write("", to: "complaint")
        process = Process()
        process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(component: "ServiceProbe")
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        process.standardOutput = FileHandle(forWritingAtPath: folder.file("output"))
        process.standardError = FileHandle(forWritingAtPath: folder.file("complaint"))
        try process.run()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
    }

    var lines: [String] {
        ((try? folder.read("output")) ?? "").split(separator: "\n").map { String($0) }
    }

    var complaint: String { (try? folder.read("complaint")) ?? "" }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until the program has written a line.
    func says(_ line: String) async throws {
        try await eventually("the service does not write \(line)") { lines.contains(line) }
    }

    /// Waits until the program has ended, and returns its exit status. If a signal killed it, this is 128 plus the
    /// number of the signal.
    func ending() async throws -> Int32 {
        try await eventually("the service does not end") { !process.isRunning }
        guard !process.isRunning else { return -1 }
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// A value in `/proc/PID/status`, in kilobytes.
    func kilobytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
        return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
}
