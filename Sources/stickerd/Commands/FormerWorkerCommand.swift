import ArgumentParser
import WorkerProtocol

/// `stickerd worker`: the command with which versions without a render program start their workers. Such a version may
/// still run when its file is replaced, and then starts this program as its worker. It takes every exit status other
/// than `unready` for a fault of the art.
///
/// To be removed in the release after the first with `stickerd-render`.
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
