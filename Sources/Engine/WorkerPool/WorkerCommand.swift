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
    /// The required version in the hello of a process. Nil if any version is accepted.
    package var version: RendererVersion?
    /// The program as it was opened; nil for one that is looked up by its path each time.
    package var program: OpenProgram?
    /// The time limit for a process to start and send its hello.
    package var startLimit = Duration.seconds(60)
    /// The longest time that a process may accept no bytes.
    package var transferLimit = Duration.seconds(10)
    /// Whether it runs on another machine, whose answers may have to be confirmed here, and which has more time: it may be
    /// slower, and the way of the files counts.
    package var isRemote = false
    /// The time limit of a job on another machine.
    package var remoteTime = RemoteTime()
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

    /// The command of a worker that decodes these formats beside the usual ones.
    package func decoding(_ formats: [ExtraFormat]) -> WorkerCommand {
        var command = self
        command.arguments += formats.flatMap { ["--format", $0.rawValue] }
        return command
    }
}

/// The time limit of a job on another machine, which may be slower and includes the transfer.
package struct RemoteTime: Sendable, Hashable {
    /// So many times the time that it has here.
    package var factor = 4
    /// The added time.
    package var allowance = Duration.seconds(60)

    package init() {}

    /// - Parameter time: that the job has here.
    func limit(_ time: Duration) -> Duration { time * factor + allowance }
}
