import FarmProtocol
import Glibc
import JobModel
import RemoteExecution
import RenderProtocol

// This is the only program of stickerd that is linked with gRPC. It decodes no art. See
// docs/decisions/remote-execution.md for the reason for a separate program.

private let usage = """
    usage: stickerd-farm

    Sends the jobs of stickerd to a Remote Execution farm. stickerd starts this program
    and communicates with it on standard input and output (protocol \(FarmProtocol.version)). It is not meant
    to be started by hand, and exits when its standard input is closed.

    """

if CommandLine.arguments.dropFirst() == ["--version"] {
    print("\(StickerdVersion.number) (protocol \(FarmProtocol.version))")
    exit(0)
}
if CommandLine.arguments.count > 1 || isatty(STDIN_FILENO) == 1 {
    _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(CommandLine.arguments.dropFirst() == ["--help"] ? 0 : 2)
}
// If no process reads the pipe any more, the write fails instead of ending this process.
signal(SIGPIPE, SIG_IGN)
FarmCommandLoop(input: STDIN_FILENO, output: STDOUT_FILENO).run()
