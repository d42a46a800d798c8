import CLinux
import Foundation
import Glibc
import Sandbox

/// A helper process that starts resvg, the program of the second renderer, because a confined worker cannot start
/// programs.
///
/// The helper is itself confined, reads only the sizes of requests, and ends with its worker. It runs the program in a
/// new process each time, with the same filter for system calls as the worker.
struct ProgramServer {
    /// The descriptors of the program's file, of the requests, and of the answers.
    let program: Int32
    let requests: Int32
    let answers: Int32
    let isConfined: Bool

    private static let mostRequest = 1 << 20

    /// Serves requests until the worker ends. This process must be a fork of the worker, with only one thread.
    func serve() -> Never {
        _ = end_with_parent()
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { _exit(1) }
        // If the worker's descriptors stayed open here, its pipes would stay open after its end.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(nothing, descriptor) }
        closeOthers(than: [program, requests, answers, nothing])
        do {
            if isConfined { try Sandbox.enter(starting: program) }
        } catch {
            _exit(1)
        }
        while let (run, input) = next() {
            let output = perform(run, input)
            guard ProgramRun.writeSize(output.count, to: answers),
                output.withUnsafeBytes({ ProgramRun.write($0, to: answers) })
            else { break }
        }
        _exit(0)
    }

    private func closeOthers(than kept: [Int32]) {
        var first: UInt32 = 3
        for descriptor in kept.filter({ $0 >= 3 }).map(UInt32.init).sorted() {
            if first < descriptor { _ = close_range(first, descriptor - 1, 0) }
            first = descriptor + 1
        }
        _ = close_range(first, .max, 0)
    }

    private func next() -> (run: ProgramRun, input: [UInt8])? {
        guard let size = ProgramRun.readSize(from: requests), size <= ProgramServer.mostRequest,
            let json = ProgramRun.read(size, from: requests),
            let run = try? JSONDecoder().decode(ProgramRun.self, from: Data(json)),
            (0...ProgramRun.mostInput).contains(run.inputSize),
            let input = ProgramRun.read(run.inputSize, from: requests)
        else { return nil }
        return (run, input)
    }

    /// - Returns: the standard output and standard error of the program. Empty if it failed.
    private func perform(_ run: ProgramRun, _ input: [UInt8]) -> [UInt8] {
        var (reading, writing): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe2(&reading, O_CLOEXEC) == 0 else { return [] }
        guard pipe2(&writing, O_CLOEXEC) == 0 else {
            for end in reading { close(end) }
            return []
        }
        var words = (["resvg"] + run.arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let process = fork()
        if process == 0 { become(run, &words, input: reading[0], output: writing[1]) }
        close(reading[0])
        close(writing[1])
        var output: [UInt8]?
        if process > 0 {
            output = ProgramExchange(input: reading[1], output: writing[0]).run(
                input, most: run.mostOutput, until: .now + .seconds(min(max(1, run.seconds), 3600)))
        } else {
            close(reading[1])
            close(writing[0])
        }
        guard process > 0 else { return [] }
        if output == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? output ?? [] : []
    }

    /// Replaces this process with the program.
    private func become(
        _ run: ProgramRun, _ words: inout [UnsafeMutablePointer<CChar>?], input: Int32, output: Int32
    ) -> Never {
        _ = end_with_parent()
        dup2(input, STDIN_FILENO)
        dup2(output, STDOUT_FILENO)
        dup2(output, STDERR_FILENO)
        limit(__rlimit_resource_t(RLIMIT_CPU.rawValue), run.seconds)
        limit(__rlimit_resource_t(RLIMIT_DATA.rawValue), max(64, min(run.memoryMegabytes, 1 << 20)) << 20)
        do {
            if isConfined { try Sandbox.filter(becoming: program) }
        } catch {
            _exit(126)
        }
        fexecve(program, &words, environ)
        _exit(127)
    }

    private func limit(_ resource: __rlimit_resource_t, _ value: Int) {
        var current = rlimit()
        guard getrlimit(resource, &current) == 0 else { return }
        current.rlim_max = min(rlim_t(max(1, value)), current.rlim_max)
        current.rlim_cur = current.rlim_max
        setrlimit(resource, &current)
    }
}
