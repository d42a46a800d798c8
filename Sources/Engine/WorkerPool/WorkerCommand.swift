import ImageHeaders
import WorkerProtocol

/// The command that starts a worker: always the same program, arguments and environment, so that the daemon's
/// surroundings cannot change the rendered bytes.
package struct WorkerCommand: Sendable {
    /// The absolute path of the executable.
    package var executable: String
    package var arguments: [String]
    /// The whole environment of the child.
    package var environment: [String: String]
    /// The required version in a process's hello. Nil if any version is accepted.
    package var version: RendererVersion?
    /// The opened program. Nil if the program is opened by its path each time.
    package var program: OpenProgram?
    /// The time limit for a process to start and send its hello.
    package var startLimit = Duration.seconds(60)
    /// The longest time that a process may accept no bytes.
    package var transferLimit = Duration.seconds(10)
    /// Does the jobs in place of processes. Nil outside of tests.
    package var performer: (any JobPerformer)?

    package init(
        executable: String, arguments: [String] = [], environment: [String: String] = RenderEnvironment.variables,
        version: RendererVersion? = nil, program: OpenProgram? = nil
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.version = version
        self.program = program
    }

    /// The command of a worker that also decodes these formats.
    package func decoding(_ formats: [ExtraFormat]) -> WorkerCommand {
        var command = self
        command.arguments += formats.flatMap { ["--format", $0.rawValue] }
        return command
    }
}
