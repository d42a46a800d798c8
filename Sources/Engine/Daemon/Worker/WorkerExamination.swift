import Foundation
import Sandbox
import Vips

/// What a worker finds that it is kept from, having tried.
package struct WorkerExamination: Codable, Hashable, Sendable {
    /// What the kernel says it gives.
    package var protections: Protections
    /// Whether files that no job names could be read.
    package var readsOtherFiles: Bool
    /// Whether files could be written where no job writes.
    package var writesOtherFiles: Bool
    /// Whether it could reach a network.
    package var reachesNetwork: Bool
    /// Whether it could start a process.
    package var startsProcesses: Bool

    /// Confines this process as a worker, tries what it should not be able to do, and prints what came of it.
    ///
    /// - Throws: `VipsError.cannotStart`, `SandboxError`.
    package static func run(in territory: Territory?) throws {
        try VipsLibrary.start()
        let sandbox = try territory.map { try Sandbox.enter($0) }
        let examination = WorkerExamination(
            protections: sandbox?.protections ?? Protections(landlock: 0, filtersSystemCalls: false),
            readsOtherFiles: opens("/etc/passwd", O_RDONLY), writesOtherFiles: opens("/dev/null", O_WRONLY),
            reachesNetwork: canCall { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }, startsProcesses: canStart())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        FileHandle.standardOutput.write(try encoder.encode(examination) + Data("\n".utf8))
    }

    private static func opens(_ path: String, _ mode: Int32) -> Bool {
        canCall { open(path, mode | O_CLOEXEC) }
    }

    private static func canCall(_ call: () -> Int32) -> Bool {
        let descriptor = call()
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    private static func canStart() -> Bool {
        var pid: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        guard posix_spawn(&pid, "/usr/bin/true", nil, nil, &arguments, nil) == 0 else { return false }
        waitpid(pid, nil, 0)
        return true
    }
}
