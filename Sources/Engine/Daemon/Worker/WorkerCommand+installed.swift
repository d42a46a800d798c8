import EngineSupport
import Foundation
import Glibc
import WorkerProtocol

extension WorkerCommand {
    /// The environment variable that names the render program.
    package static let programVariable = "STICKERD_RENDER"

    /// The installed render program, as it was when this process first asked for it.
    ///
    /// - Throws: `DaemonError.worker` when it is not there.
    package static func installed() throws(DaemonError) -> WorkerCommand { try found.get() }

    private static let found = Result<WorkerCommand, DaemonError> { () throws(DaemonError) in
        let path = try programPath()
        let isConfined = ProcessInfo.processInfo.environment["STICKERD_SANDBOX"] != "off"
        return WorkerCommand(
            executable: path, arguments: isConfined ? [] : ["--unconfined"], environment: renderingEnvironment,
            version: .current, program: try? OpenProgram(path))
    }

    private static let renderingEnvironment = [
        // Without Orc's vector code the same pixels come out on every processor.
        "VIPS_NOVECTOR": "1",
        // Pictures come and go by the megabyte; giving their memory back each time costs a sixth of the time.
        "MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "134217728",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
        // Somewhere that is not there, so that no library asks who the user is to find it.
        "HOME": "/nonexistent",
    ]

    private static func programPath() throws(DaemonError) -> String {
        guard let path = ProcessInfo.processInfo.environment[programVariable], !path.isEmpty else {
            return try installedPath()
        }
        guard path.hasPrefix("/"), access(path, X_OK) == 0 else {
            throw .worker(
                "\(programVariable) is \(path): that is not the absolute path of a program. Set it to that of "
                    + "\(InstalledProgram.renderer), or unset it.")
        }
        return path
    }

    private static func installedPath() throws(DaemonError) -> String {
        if let path = InstalledProgram.path(of: InstalledProgram.renderer) { return path }
        throw missing(from: InstalledProgram.places(of: InstalledProgram.renderer))
    }

    /// The error for a render program that was not found.
    ///
    /// - Parameter places: absolute paths where it was looked for; none where /proc is not mounted.
    package static func missing(from places: [String]) -> DaemonError {
        let remedy = "name its absolute path in \(programVariable)."
        guard !places.isEmpty else {
            return .worker(
                "\(InstalledProgram.renderer) was not found: without /proc stickerd does not know where it is installed "
                    + "itself. Mount /proc, or \(remedy)")
        }
        return .worker(
            "\(InstalledProgram.renderer) was not found: \(places.joined(separator: " and ")) are not programs. Install it "
                + "from the same release as stickerd, or \(remedy)")
    }
}
