import ImageHeaders
import WorkerProtocol

/// The command that starts a worker. All workers get the same program, arguments and environment, so that the
/// environment of the daemon cannot change the rendered bytes.
package struct WorkerCommand: Sendable {
    /// The absolute path of the executable.
    package var executable: String
    package var arguments: [String]
    /// All environment variables of the worker.
    package var environment: [String: String]
    /// The version that a worker must have. Nil if any version is accepted.
    package var version: RendererVersion?
    /// The opened program. Nil if the program at the path is started each time.
    package var program: OpenProgram?
    /// The time limit for a worker to start and to send its hello.
    package var startLimit = Duration.seconds(60)
    /// The maximum time for which a worker may stop reading a file that is sent to it.
    package var transferLimit = Duration.seconds(10)
    /// Performs the jobs in tests, instead of worker processes. Nil outside of tests.
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
