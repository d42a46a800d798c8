import ImageHeaders
import WorkerProtocol

/// How a worker is started: the same program, with the same arguments and the same environment each time, so that
/// nothing around the daemon can change the bytes that a worker makes.
package struct WorkerCommand: Sendable, Hashable {
    /// The absolute path of the executable.
    package var executable: String
    package var arguments: [String]
    /// The whole environment of the child.
    package var environment: [String: String]
    /// What a process must say in its hello before it gets a job; nil for one of which no version is expected.
    package var version: RendererVersion?
    /// The program as it was opened; nil for one that is looked up by its path each time.
    package var program: OpenProgram?
    /// How long a process may take to start and to say hello.
    package var startLimit = Duration.seconds(60)
    /// How long a process may take nothing of what it is being sent.
    package var transferLimit = Duration.seconds(10)
    /// Whether it runs on another machine, whose answers may have to be confirmed here, and which has more time: it may be
    /// slower, and the way of the files counts.
    package var isRemote = false
    /// How long a job may take where it runs on another machine.
    package var remoteTime = RemoteTime()

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

/// How long a job may take on another machine, which may be slower, and whose way to here counts.
package struct RemoteTime: Sendable, Hashable {
    /// So many times the time that it has here.
    package var factor = 4
    /// What is added to that.
    package var allowance = Duration.seconds(60)

    package init() {}

    /// - Parameter time: that the job has here.
    func limit(_ time: Duration) -> Duration { time * factor + allowance }
}
