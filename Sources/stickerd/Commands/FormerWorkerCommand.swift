import ArgumentParser
import WorkerProtocol

/// `stickerd worker`: how a stickerd without a render program starts its workers. One that still runs when its file is
/// replaced starts this one, and takes any other ending for the fault of the art that it wants rendered.
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
