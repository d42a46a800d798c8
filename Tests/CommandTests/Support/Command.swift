import Foundation
import Glibc
import Synchronization
import TestSupport

/// A started program whose output goes to files, so that no pipe can be full.
final class Command: Sendable {
    /// An error of the program itself.
    enum Failure: Error {
        case notStarted(String, code: Int32)
        /// It did not end in time and was killed. The values are its output until then.
        case overdue([String], output: String, complaint: String)
    }

    /// The end of the program.
    struct Ending: Sendable {
        /// Its exit status; like in a shell, 128 plus the number of the signal that killed it.
        var status: Int32
        var output: String
        var complaint: String
    }

    let arguments: [String]
    let pid: pid_t
    private let folder: TemporaryFolder
    /// Whether the kernel still knows the process by its number.
    private let isWaitedFor = Mutex(true)

    /// - Parameters:
    ///   - arguments: the program, which is searched in PATH if it has no slash, and its arguments.
    ///   - environment: additions to the environment of the tests.
    init(_ arguments: [String], in workingFolder: String, environment: [String: String] = [:]) throws {
        self.arguments = arguments
        folder = try TemporaryFolder()
        pid = try Self.spawn(
            arguments, in: workingFolder, output: folder.file("output"), complaint: folder.file("complaint"),
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    }

    deinit {
        guard isWaitedFor.withLock({ $0 }) else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// Its standard output so far.
    var output: String { text("output") }
    /// Its standard error so far.
    var complaint: String { text("complaint") }

    func send(_ signal: Int32) {
        kill(pid, signal)
    }

    /// Waits until it has ended.
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

    /// Ends it by a signal, and waits for its end.
    @discardableResult
    func end(by signal: Int32) async throws -> Ending {
        send(signal)
        return try await ending()
    }

    /// Runs a program to its end.
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
        // The tests' own blocked and ignored signals are no business of the program.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // The variant of posix_spawn that changes the folder is hidden from Swift; env turns into the program itself.
        var argv = (["env", "-C", workingFolder] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, "env", &actions, &attributes, &argv, &envp)
        guard code == 0 else { throw Failure.notStarted(arguments[0], code: code) }
        return pid
    }
}
