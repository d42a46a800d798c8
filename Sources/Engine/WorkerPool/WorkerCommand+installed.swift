import EngineSupport
import Foundation
import Glibc
import WorkerProtocol

extension WorkerCommand {
    /// The environment variable that contains the path of the render program.
    package static let programVariable = "STICKERD_RENDER"

    /// The command with the installed render program. The first call finds and opens the program.
    ///
    /// - Throws: `EngineError.worker` if it is missing.
    package static func installed() throws(EngineError) -> WorkerCommand { try found.get() }

    private static let found = Result<WorkerCommand, EngineError> { () throws(EngineError) in
        let path = try programPath()
        let isConfined = ProcessInfo.processInfo.environment["STICKERD_SANDBOX"] != "off"
        return WorkerCommand(
            executable: path,
            // An older program without the frame protocol rejects the first option and exits immediately.
            arguments: ["--protocol-version", String(RendererVersion.currentProtocol)]
                + (isConfined ? [] : ["--unconfined"]),
            version: .current, program: try? OpenProgram(path))
    }

    private static func programPath() throws(EngineError) -> String {
        guard let path = ProcessInfo.processInfo.environment[programVariable], !path.isEmpty else {
            return try installedPath()
        }
        guard path.hasPrefix("/"), access(path, X_OK) == 0 else {
            throw .worker(
                "\(programVariable) is \(path), which is not the absolute path of a program. Set it to the path of "
                    + "\(InstalledProgram.renderer), or unset it.")
        }
        return path
    }

    private static func installedPath() throws(EngineError) -> String {
        if let path = InstalledProgram.path(of: InstalledProgram.renderer) { return path }
        throw missing(from: InstalledProgram.places(of: InstalledProgram.renderer))
    }

    /// The error for a render program that was not found.
    ///
    /// - Parameter places: the absolute paths that were searched. Empty if /proc is not mounted.
    package static func missing(from places: [String]) -> EngineError {
        let remedy = "name its absolute path in \(programVariable)."
        guard !places.isEmpty else {
            return .worker(
                "\(InstalledProgram.renderer) was not found: without /proc, stickerd cannot find the folder of its "
                    + "own program. Mount /proc, or \(remedy)")
        }
        return .worker(
            "\(InstalledProgram.renderer) was not found: \(places.joined(separator: " and ")) are not programs. Install it "
                + "from the same release as stickerd, or \(remedy)")
    }
}
