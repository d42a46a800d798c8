import Foundation
import Glibc
import WorkerProtocol

/// Libraries read the environment when they are loaded, and its values affect bytes. A program that was started with
/// another environment therefore restarts itself with a fixed one.
enum FixedEnvironment {
    /// The variable with the folders of libraries that came with a job.
    private static let libraryPath = "LD_LIBRARY_PATH"

    /// Whether the environment of this process is exactly this one.
    ///
    /// - Parameter allowsLibraryPath: whether libraries may be in other folders, because their versions are compared.
    static func isAdopted(allowsLibraryPath: Bool) -> Bool {
        let own = ProcessInfo.processInfo.environment
        return own.filter { !allowsLibraryPath || $0.key != libraryPath } == RenderEnvironment.variables
    }

    /// Returns if this process has the environment. Otherwise it executes the program again with it.
    ///
    /// - Parameter allowsLibraryPath: whether libraries may be in other folders.
    static func adopt(allowsLibraryPath: Bool) {
        guard !isAdopted(allowsLibraryPath: allowsLibraryPath) else { return }
        var arguments = (CommandLine.arguments + ["--has-environment"]).map { strdup($0) } + [nil]
        let path = allowsLibraryPath ? ProcessInfo.processInfo.environment[libraryPath] : nil
        let lines = RenderEnvironment.lines + (path.map { ["\(libraryPath)=\($0)"] } ?? [])
        var environment = lines.map { strdup($0) } + [nil]
        execve("/proc/self/exe", &arguments, &environment)
        RenderLoop.end("stickerd-render cannot start itself again (\(String(cString: strerror(errno)))). Mount /proc.")
    }
}
