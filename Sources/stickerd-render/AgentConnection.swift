import CLinux
import Foundation
import Glibc
import RenderProtocol
import WorkerProtocol

/// Connects an agent: to its own standard input and output, or to those of a command that leads to a control plane.
enum AgentConnection {
    /// Serves standard input and output until they end.
    static func serveStandardStreams(_ settings: Agent.Settings, signals: DrainSignal) -> Never {
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            RenderLoop.end(
                "the standard output of stickerd-render cannot be used: "
                    + "\(String(cString: strerror(errno))).")
        }
        PipeCapacity.raise(of: output)
        let ending = Agent(settings, signals: signals).serve(FrameStream(input: STDIN_FILENO, output: output))
        if case .failed(let reason) = ending { RenderLoop.end(reason) }
        exit(0)
    }

    /// The first wait before it connects again, and the longest one, in seconds.
    private static let (firstWait, longestWait) = (1.0, 60.0)
    /// The shortest duration of a good connection.
    private static let goodConnection = Duration.seconds(30)

    /// Starts a command and serves what it is connected to, again and again, until a signal ends it or there has been nothing
    /// to do for long.
    static func attach(_ settings: Agent.Settings, command: [String], signals: DrainSignal) -> Never {
        let agent = Agent(settings, signals: signals)
        var wait = firstWait
        while !signals.isRaised {
            let begin = ContinuousClock.now
            do {
                let link = try AttachCommand(command)
                let ending = agent.serve(FrameStream(input: link.output, output: link.input))
                let status = link.end()
                switch ending {
                case .drained: exit(0)
                case .failed(let reason): RenderLoop.end(reason)
                case .closed: say("\(command[0]) ended (\(status)); stickerd-render connects again.")
                }
            } catch {
                say("\(command[0]) cannot be started: \(error).")
            }
            if agent.isIdleForLong {
                say("There has been nothing to do for the time of --idle-seconds.")
                exit(0)
            }
            if begin.duration(to: .now) >= goodConnection { wait = firstWait }
            // A control plane that comes back must not be met by all of its agents at once.
            pause(Double.random(in: 0.5...1.5) * wait, signals)
            wait = min(2 * wait, longestWait)
        }
        exit(0)
    }

    private static func pause(_ seconds: Double, _ signals: DrainSignal) {
        var set = PollSet()
        set.add(signals.descriptor, reading: true)
        set.wait(milliseconds: Int32(seconds * 1000))
    }

    private static func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
}

/// The command that leads an agent to its control plane.
private final class AttachCommand {
    /// Its standard input and output.
    let input: Int32
    let output: Int32
    private let process: pid_t

    /// - Parameter command: a program, looked up in PATH, and its arguments.
    /// - Throws: `PipeError`.
    init(_ command: [String]) throws {
        var pairs: [[Int32]] = []
        for _ in 0..<2 {
            var pair: [Int32] = [0, 0]
            guard pipe2(&pair, O_CLOEXEC) == 0 else { throw PipeError(code: errno) }
            pairs.append(pair)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pairs[0][0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pairs[1][1], STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK))
        let words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, command[0], &actions, &attributes, words, environ)
        close(pairs[0][0])
        close(pairs[1][1])
        (input, output, self.process) = (pairs[0][1], pairs[1][0], process)
        guard code == 0 else {
            close(input)
            close(output)
            throw PipeError(code: code)
        }
    }

    /// Closes the connection and ends the command.
    ///
    /// - Returns: how it ended, for people.
    func end() -> String {
        close(input)
        close(output)
        var status: Int32 = 0
        for _ in 0..<200 {
            if waitpid(process, &status, WNOHANG) != 0 { return AttachCommand.text(status) }
            usleep(10_000)
        }
        kill(-process, SIGKILL)
        waitpid(process, &status, 0)
        return AttachCommand.text(status)
    }

    private static func text(_ status: Int32) -> String {
        let signal = status & 0x7F
        return signal == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(signal)"
    }
}
