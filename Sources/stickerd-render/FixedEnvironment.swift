import Foundation
import Glibc
import WorkerProtocol

/// Libraries read the environment when they are loaded, and its values affect the bytes of files. A process that was
/// started with another environment therefore starts itself again with the fixed environment.
enum FixedEnvironment {
    /// The variable that names the folders of libraries. A job for a farm can bring its own libraries.
    private static let libraryPath = "LD_LIBRARY_PATH"

    /// Whether this process has exactly the fixed environment.
    ///
    /// - Parameter allowsLibraryPath: whether `LD_LIBRARY_PATH` may be set, because the versions of libraries are
    ///   compared.
    static func isAdopted(allowsLibraryPath: Bool) -> Bool {
        let own = ProcessInfo.processInfo.environment
        return own.filter { !allowsLibraryPath || $0.key != libraryPath } == RenderEnvironment.variables
    }

    /// Returns if this process has the fixed environment. Otherwise, executes the program again with that environment.
    ///
    /// - Parameter allowsLibraryPath: whether `LD_LIBRARY_PATH` may be set.
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
