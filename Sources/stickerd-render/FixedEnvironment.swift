import Foundation
import Glibc
import WorkerProtocol

/// Libraries read the environment when they are loaded, and its values affect bytes. A program that was started with
/// another environment therefore restarts itself with a fixed one.
enum FixedEnvironment {
    /// Whether the environment of this process is exactly this one.
    static var isAdopted: Bool { ProcessInfo.processInfo.environment == RenderEnvironment.variables }

    /// Returns if this process has the environment. Otherwise it executes the program again with it.
    static func adopt() {
        guard !isAdopted else { return }
        var arguments = (CommandLine.arguments + ["--has-environment"]).map { strdup($0) } + [nil]
        var environment = RenderEnvironment.lines.map { strdup($0) } + [nil]
        execve("/proc/self/exe", &arguments, &environment)
        RenderLoop.end("stickerd-render cannot start itself again (\(String(cString: strerror(errno)))). Mount /proc.")
    }
}
