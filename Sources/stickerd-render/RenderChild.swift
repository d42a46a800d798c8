import CLinux
import Glibc
import RenderProtocol
import WorkerProtocol

/// A render process of an agent, in a separate process group.
final class RenderChild {
    let stream: FrameStream
    /// The descriptor for reading its stderr.
    let errors: Int32
    private(set) var errorsAreOpen = true
    /// The job that it does.
    var job: AgentJob?
    /// Whether it has sent hello.
    var isReady = false
    /// Whether it has ended and has been waited for.
    private(set) var isGone = false

    let process: pid_t
    private var tail: [UInt8] = []

    /// Bytes of its stderr that are kept.
    private static let tailSize = 2 << 10

    /// Starts a process of this program.
    ///
    /// - Throws: `PipeError`.
    init(arguments: [String]) throws {
        var ends: [Int32] = []
        do {
            for _ in 0..<3 {
                var pair: [Int32] = [0, 0]
                guard pipe2(&pair, O_CLOEXEC) == 0 else { throw PipeError(code: errno) }
                ends += pair
            }
            process = try RenderChild.start(arguments, input: ends[0], output: ends[3], errors: ends[5])
        } catch {
            for end in ends { close(end) }
            throw error
        }
        for end in [ends[0], ends[3], ends[5]] { close(end) }
        PipeCapacity.raise(of: ends[1])
        PipeCapacity.raise(of: ends[2])
        stream = FrameStream(input: ends[2], output: ends[1])
        errors = ends[4]
        _ = fcntl(errors, F_SETFL, O_NONBLOCK)
    }

    private static func start(
        _ arguments: [String], input: Int32, output: Int32, errors: Int32
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (from, to) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            posix_spawn_file_actions_adddup2(&actions, from, to)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // So that killing it also kills its children.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        let words = (["stickerd-render"] + arguments).map { strdup($0) } + [nil]
        let environment = RenderEnvironment.lines.map { strdup($0) } + [nil]
        defer { for word in words + environment { free(word) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, words, environment)
        guard code == 0 else { throw PipeError(code: code) }
        return process
    }

    deinit {
        close(stream.input)
        close(stream.output)
        close(errors)
    }

    /// Reads its output on stderr.
    func readErrors() {
        var bytes = [UInt8](repeating: 0, count: 4 << 10)
        while true {
            let count = Glibc.read(errors, &bytes, bytes.count)
            guard count > 0 else {
                if count == 0 { errorsAreOpen = false }
                return
            }
            tail += bytes[..<count]
            if tail.count > RenderChild.tailSize { tail.removeFirst(tail.count - RenderChild.tailSize) }
        }
    }

    func kill() { _ = end(isEnding: false) }

    /// Ends the process if it is still running.
    ///
    /// - Parameter isEnding: whether it has closed its pipe and is about to end.
    /// - Returns: the way in which it ended.
    func end(isEnding: Bool = true) -> JobLoss {
        guard !isGone else { return JobLoss(.ended) }
        isGone = true
        // Its own status is more informative than the kill.
        var status: Int32 = 0
        var waited: pid_t = 0
        for _ in 0..<(isEnding ? 50 : 0) {
            waited = waitpid(process, &status, WNOHANG)
            if waited != 0 { break }
            usleep(1000)
        }
        _ = Glibc.kill(-process, SIGKILL)
        while waited <= 0 {
            waited = waitpid(process, &status, 0)
            if waited < 0, errno != EINTR { break }
        }
        readErrors()
        let detail = String(decoding: tail, as: UTF8.self)
        let signal = status & 0x7F
        return signal == 0
            ? JobLoss(.ended, status: (status >> 8) & 0xFF, detail: detail)
            : JobLoss(.ended, signal: signal, detail: detail)
    }
}
