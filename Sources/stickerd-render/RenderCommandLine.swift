import ArgumentParser
import Glibc
import ImageHeaders
import WorkerProtocol

/// `stickerd-render` only decodes art and draws pictures.
///
/// stickerd starts it, sends jobs to its standard input, and reads answers from its standard output, as frames
/// (`RenderProtocol`, `WorkerRequest`, `WorkerResponse`). The process confines itself before it reads the first frame,
/// and ends when its input ends. Exit status: 0 at the end of the input; 65 for invalid input; 78 if it cannot start.
/// For 65 and 78, it prints the reason on standard error.
@main
struct RenderCommandLine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stickerd-render", abstract: "Renders stickers for stickerd.",
        discussion: """
            stickerd starts this program, sends it jobs on standard input and reads the answers from standard output. \
            This program is not meant to be started by hand. Both programs must be from the same release.
            """,
        version: RendererVersion.current.description)

    @Option(help: "A format that the program may decode in addition to the usual ones.")
    var format: [ExtraFormat] = []

    @Flag(help: "Start without the sandbox.")
    var unconfined = false

    @Flag(
        help: ArgumentHelp(
            "Do one job and exit with status 0 if the job succeeds or 1 if it fails.",
            discussion: """
                Without paths, standard input must contain the job's frame, followed by all of its files in order. The \
                frames that stickerd would receive are written to standard output, without requests for files. With \
                paths, the status is also 1 if the sticker is rejected.
                """))
    var once = false

    @Argument(
        help: ArgumentHelp(
            "With --once: the folder of a job and the file for its answer.",
            discussion: "The folder contains the request as `job`, and its files as `0`, `1` and so on.",
            valueName: "path"))
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --once and paths: exit with status 78 unless this renderer has this identity.",
            discussion:
                "The identity is a hash of the versions of the renderer, its libraries, its fonts and the C library."))
    var identity: String?

    @Option(
        help: ArgumentHelp(
            "The protocol version of the caller. Older programs do not know this option.", visibility: .hidden))
    var protocolVersion: Int?

    @Flag(help: ArgumentHelp("The environment has been set already.", visibility: .hidden))
    var hasEnvironment = false

    func validate() throws {
        guard paths.isEmpty || once && paths.count == 2 else {
            throw ValidationError("Give two paths with --once: the folder of a job and the file for its answer.")
        }
        guard identity == nil || !paths.isEmpty else { throw ValidationError("--identity needs --once and paths.") }
    }

    func run() throws {
        if !hasEnvironment {
            FixedEnvironment.adopt(allowsLibraryPath: identity != nil)
        } else if !FixedEnvironment.isAdopted(allowsLibraryPath: identity != nil) {
            RenderLoop.end("stickerd-render cannot set its environment variables, which affect what it renders.")
        }
        RenderCommandLine.nameProcess()
        let loop = RenderLoop(isConfined: !unconfined, extraFormats: format)
        if paths.count == 2 { loop.runOnce(request: paths[0], answer: paths[1], identity: identity) }
        try once ? loop.runOnce() : loop.run()
    }

    /// Sets the name of the process to the name of the program. Otherwise, a process that was started through a
    /// descriptor would be named after the descriptor's number.
    private static func nameProcess() {
        let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let name = "stickerd-render"
        _ = Glibc.write(file, name, name.utf8.count)
        close(file)
    }
}

extension ExtraFormat: ExpressibleByArgument {}
