import ArgumentParser
import WorkerProtocol

/// `stickerd worker`: the command with which older versions started their workers, before there was a render program.
/// If such a version is still running when its file is replaced, it starts this program as a worker. It treats every
/// exit status except `unready` as an error of the art.
///
/// Remove this command one release after the first release with `stickerd-render`.
struct FormerWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Tell a stickerd that was upgraded while it ran to be started again.",
        shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run() throws {
        Console.standardError.write("stickerd was upgraded while it ran; start it again.\n")
        throw ExitCode(WorkerExitStatus.unready)
    }
}
