import WorkerProtocol

/// How a worker is started: the same program, with the same arguments and the same environment each time, so that
/// nothing around the daemon can change the bytes that a worker makes.
package struct WorkerCommand: Sendable, Hashable {
    /// The absolute path of the executable.
    package var executable: String
    package var arguments: [String]
    /// What the child sees beside, or instead of, `fixedEnvironment`.
    package var environment: [String: String]
    /// What a process must name in its greeting before it gets a request; nil for one that is not greeted.
    package var version: RendererVersion?
    /// The program as it was opened; nil for one that is looked up by its path each time.
    package var program: OpenProgram?
    /// How long a process may take to start and to answer the greeting.
    package var startLimit = Duration.seconds(60)

    package init(
        executable: String, arguments: [String] = [], environment: [String: String] = [:],
        version: RendererVersion? = nil, program: OpenProgram? = nil
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.version = version
        self.program = program
    }

    /// What every worker sees. HOME and the locale of whoever started the daemon are not in it; one thread a library,
    /// since the pool runs a worker a core; and one malloc arena, which keeps a worker's address space small.
    package static let fixedEnvironment = [
        "LC_ALL": "C.UTF-8",
        "MALLOC_ARENA_MAX": "1",
        "OMP_NUM_THREADS": "1",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        // A crash is reported by the daemon; the runtime's own backtracer can outlive the worker by minutes.
        "SWIFT_BACKTRACE": "enable=no",
        "TZ": "UTC",
        "VIPS_CONCURRENCY": "1",
    ]

    /// The whole environment of the child.
    var fullEnvironment: [String: String] {
        Self.fixedEnvironment.merging(environment) { _, added in added }
    }
}
