import Foundation
import Glibc
import Synchronization
import TestSupport

/// A started program. Its output is written to files, so that it never blocks on a full pipe.
final class Command: Sendable {
    /// An error when a program is started or awaited.
    enum Failure: Error {
        case notStarted(String, code: Int32)
        /// The program did not end in time and was killed. Contains its output until then.
        case overdue([String], output: String, complaint: String)
    }

    /// The end of the program.
    struct Ending: Sendable {
        /// The exit status. As in a shell, it is 128 plus the number of the signal if a signal killed the program.
        var status: Int32
        var output: String
        var complaint: String
    }

    let arguments: [String]
    let pid: pid_t
    private let folder: TemporaryFolder
    /// Whether the process has not been reaped yet, so that its number is still valid.
    private let isWaitedFor = Mutex(true)

    /// - Parameters:
    ///   - arguments: the program and its arguments. A program without a slash is searched for in PATH.
    ///   - environment: variables that are added to the environment of the tests.
    init(_ arguments: [String], in workingFolder: String, environment: [String: String] = [:]) throws {
        self.arguments = arguments
        folder = try TemporaryFolder()
        // The new process has all open files and locks of the tests until it executes the program. The files of its
        // output are created here, so that it does not wait for the disk before.
        for name in ["output", "complaint"] { try Data().write(to: URL(filePath: folder.file(name))) }
        pid = try Self.spawn(
            arguments, in: workingFolder, output: folder.file("output"), complaint: folder.file("complaint"),
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    }

    deinit {
        guard isWaitedFor.withLock({ $0 }) else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// The text on standard output so far.
    var output: String { text("output") }
    /// The text on standard error so far.
    var complaint: String { text("complaint") }

    func send(_ signal: Int32) {
        kill(pid, signal)
    }

    /// Waits until the program has ended.
    ///
    /// - Throws: `Failure.overdue`.
    func ending(within seconds: Int = 90) async throws -> Ending {
        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        var status: Int32 = 0
        while waitpid(pid, &status, WNOHANG) == 0 {
            if ContinuousClock.now > deadline {
                throw Failure.overdue(arguments, output: output, complaint: complaint)
            }
            try? await Task.sleep(for: .milliseconds(3))
        }
        isWaitedFor.withLock { $0 = false }
        let signal = status & 0x7F
        return Ending(
            status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: output, complaint: complaint)
    }

    /// Sends a signal to the program, and waits until it has ended.
    @discardableResult
    func end(by signal: Int32) async throws -> Ending {
        send(signal)
        return try await ending()
    }

    /// Runs a program, and returns its exit status.
    static func run(_ arguments: [String]) throws -> Int32 {
        let command = try Command(arguments, in: "/")
        var status: Int32 = 0
        waitpid(command.pid, &status, 0)
        command.isWaitedFor.withLock { $0 = false }
        return status
    }

    private func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
    }

    private static func spawn(
        _ arguments: [String], in workingFolder: String, output: String, complaint: String,
        environment: [String: String]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, complaint, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program must not inherit the blocked and ignored signals of the tests.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // The program is started by `env`, which changes the working folder and then executes the program. The function
        // of posix_spawn that changes the folder is not available in Swift.
        var argv = (["env", "-C", workingFolder] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, "env", &actions, &attributes, &argv, &envp)
        guard code == 0 else { throw Failure.notStarted(arguments[0], code: code) }
        return pid
    }
}
