import Glibc
import InotifyProtocol

// This is the only program of stickerd that is linked with libinotifytools, whose licence is GPL-2-only
// (docs/reference/licensing.md). It reads and writes no files. StickerdVersion.swift is a symbolic link to the file of
// JobModel, because this program does not link Foundation, which JobModel needs.

private let usage = """
    usage: stickerd-inotify

    Watches folders for stickerd. stickerd starts this program and communicates with
    it on standard input and output (protocol \(InotifyProtocol.version)). It is not meant to be started by
    hand, and exits when its standard input is closed.

    """

if CommandLine.arguments.dropFirst() == ["--version"] {
    print("\(StickerdVersion.number) (protocol \(InotifyProtocol.version))")
    exit(0)
}
if CommandLine.arguments.count > 1 || isatty(STDIN_FILENO) == 1 {
    _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(CommandLine.arguments.dropFirst() == ["--help"] ? 0 : 2)
}
// If no process reads the pipe any more, the write fails instead of ending this process.
signal(SIGPIPE, SIG_IGN)
exit(InotifyServer(input: STDIN_FILENO, output: STDOUT_FILENO).run())
