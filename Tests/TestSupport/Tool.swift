import Foundation

/// Runs programs until they end.
package enum Tool {
    package struct Ending: Sendable {
        package var status: Int32
        package var bytes: Data

        package var output: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - arguments: the program and its arguments. A program without a slash is searched for in PATH.
    ///   - environment: the whole environment. Nil for the environment of the tests.
    ///   - withErrors: whether the output includes standard error.
    package static func run(
        _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil, withErrors: Bool = true
    ) throws -> Ending {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        if let environment { process.environment = environment }
        process.standardOutput = output
        if withErrors { process.standardError = output }
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Ending(status: process.terminationStatus, bytes: bytes)
    }
}
