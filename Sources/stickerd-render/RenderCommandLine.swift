import ArgumentParser
import Foundation
import Glibc
import ImageHeaders
import Sandbox
import WorkerProtocol

/// `stickerd-render`: decodes and draws, and nothing else.
///
/// stickerd starts it, sends requests to its standard input and reads the answers from its standard output, a line of
/// JSON each (`WorkerRequest`, `WorkerResponse`). It confines itself before it reads the first one to the files that the
/// options name, and ends when its input does. Exit status: 0 at the end of the input; 75 when it must be replaced, for
/// a folder that it was granted is another one now; 78 when it cannot begin, with the reason on standard error.
@main
struct RenderCommandLine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stickerd-render", abstract: "Renders stickers for stickerd.",
        discussion: """
            stickerd starts this program, sends it jobs on standard input and reads the answers from standard output. It \
            is not meant to be started by hand. Both programs must be from the same release.
            """,
        version: RendererVersion.current.description)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Files and folders that it may read beside its libraries and fonts.", valueName: "path"))
    var read: [String] = []

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Folders that it may write files in.", valueName: "folder"))
    var write: [String] = []

    @Option(help: "A format that it may decode beside the usual ones.")
    var format: [ExtraFormat] = []

    @Flag(help: "Start without the sandbox.")
    var unconfined = false

    @Flag(help: "Test the sandbox, print the result as JSON, and end.")
    var examine = false

    func run() throws {
        RenderCommandLine.nameProcess()
        let policy = unconfined ? nil : SandboxPolicy(reading: read, writing: write)
        try examine ? SandboxSelfTest.run(in: policy) : WorkerLoop.run(in: policy, extraFormats: format)
    }

    /// Gives the process its program's name: one that was started through a descriptor has the descriptor's number.
    private static func nameProcess() {
        let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let name = "stickerd-render"
        _ = Glibc.write(file, name, name.utf8.count)
        close(file)
    }
}

extension ExtraFormat: ExpressibleByArgument {}
