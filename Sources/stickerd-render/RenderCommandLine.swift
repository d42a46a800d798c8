import ArgumentParser
import Glibc
import ImageHeaders
import WorkerProtocol

/// `stickerd-render`: decodes and draws, and nothing else.
///
/// stickerd starts it, sends jobs to its standard input and reads the answers from its standard output, as frames
/// (`RenderProtocol`, `WorkerRequest`, `WorkerResponse`). It confines itself before it reads the first one, and ends
/// with its input. Exit status: 0 at the end of the input; 65 for invalid input; 78 if it cannot start. For the last
/// two, the reason is on standard error.
@main
struct RenderCommandLine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stickerd-render", abstract: "Renders stickers for stickerd.",
        discussion: """
            stickerd starts this program, sends it jobs on standard input and reads the answers from standard output. It \
            is not meant to be started by hand. Both programs must be from the same release.
            """,
        version: RendererVersion.current.description)

    @Option(help: "A format that it may decode beside the usual ones.")
    var format: [ExtraFormat] = []

    @Flag(help: "Start without the sandbox.")
    var unconfined = false

    @Flag(
        help: ArgumentHelp(
            "Do one job and end: with status 0 when it is done, 1 when it cannot be.",
            discussion: """
                Standard input is the job's frame and then all of its files in their order; standard output is what stickerd \
                would be sent, but without questions for files.
                """))
    var once = false

    @Option(
        help: ArgumentHelp(
            "The number of jobs that are served at the same time over one connection, each in a separate process.",
            discussion: """
                For rendering on other machines: pools in pipeline.json start it on each of them. SIGTERM has it finish \
                what it has begun and give back the rest.
                """))
    var slots: Int?

    @Option(
        parsing: .remaining,
        help: ArgumentHelp(
            "A command that leads to a control plane, which it starts and connects to; the last option.",
            discussion:
                "With --slots: --attach ssh stickers@control stickerd attach. It connects again when the command ends.")
    )
    var attach: [String] = []

    @Option(
        name: .customLong("idle-seconds"),
        help: ArgumentHelp(
            "With --attach: exit with status 0 after this many seconds without a job.",
            discussion: "A batch system then gets its machine back."))
    var idleSeconds: Double?

    @Option(help: ArgumentHelp("Seconds without a sign of life after which an agent ends.", visibility: .hidden))
    var silence = 120.0

    @Option(
        help: ArgumentHelp(
            "The protocol version of the caller. Older programs do not know this option.", visibility: .hidden))
    var protocolVersion: Int?

    @Flag(help: ArgumentHelp("The environment has been set already.", visibility: .hidden))
    var hasEnvironment = false

    func validate() throws {
        if let slots, !(1...1024).contains(slots) { throw ValidationError("--slots is from 1 to 1024.") }
        guard slots != nil || attach.isEmpty else { throw ValidationError("--attach needs --slots.") }
        guard idleSeconds.map({ $0 > 0 }) ?? true else { throw ValidationError("--idle-seconds is more than 0.") }
        guard idleSeconds == nil || !attach.isEmpty else {
            throw ValidationError("--idle-seconds needs --attach: agents of a pool end when they are not needed.")
        }
        guard [silence, idleSeconds ?? 0].allSatisfy({ $0.magnitude <= 1e9 }) else {
            throw ValidationError("--silence and --idle-seconds are at most 1,000,000,000.")
        }
        guard slots == nil || !once else {
            throw ValidationError(
                "--slots cannot be used with --once, which does one "
                    + "job.")
        }
    }

    func run() throws {
        // The commands of an agent need the environment of its user, such as the keys of ssh.
        if let slots { runAgent(slots: slots) }
        if !hasEnvironment {
            FixedEnvironment.adopt()
        } else if !FixedEnvironment.isAdopted {
            RenderLoop.end("stickerd-render cannot set its environment, which decides what it renders.")
        }
        RenderCommandLine.nameProcess()
        let loop = RenderLoop(isConfined: !unconfined, extraFormats: format)
        try once ? loop.runOnce() : loop.run()
    }

    private func runAgent(slots: Int) -> Never {
        signal(SIGPIPE, SIG_IGN)
        let signals = DrainSignal()
        var settings = Agent.Settings(
            slots: slots,
            arguments: format.flatMap { ["--format", $0.rawValue] } + (unconfined ? ["--unconfined"] : []),
            isConfined: !unconfined, silenceLimit: .seconds(silence))
        settings.idleLimit = idleSeconds.map { .seconds($0) }
        guard attach.isEmpty else { AgentConnection.attach(settings, command: attach, signals: signals) }
        AgentConnection.serveStandardStreams(settings, signals: signals)
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
