import ArgumentParser
import CLinux
import Foundation
import Terminal
import WorkerProtocol

/// The `stickerd` command.
@main
struct Stickerd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stickerd",
        abstract: "Turns art dropped in a folder into finished iMessage stickers.",
        discussion: """
            Begin with `stickerd init`, put art into drop/, and run `stickerd build`. Results are in out/: open \
            out/report.html first.

            Results are printed on standard output; progress, notes and errors on standard error. --config, --drop, \
            --out, --quiet, --verbose and --json may also be given before the command.

            Exit status: 0 everything was published; 1 some art was rejected, the rest is published; 2 wrong usage or \
            configuration; 3 the environment failed, or nothing is published yet. `stickerd status` has its own exit \
            statuses.
            """,
        version: RendererVersion.current.description,
        subcommands: [FormerWorkerCommand.self],
        groupedSubcommands: [
            CommandGroup(name: "Start", subcommands: [InitCommand.self, CheckCommand.self, DoctorCommand.self]),
            CommandGroup(
                name: "Build",
                subcommands: [
                    BuildCommand.self, WatchCommand.self, RebuildCommand.self, StatusCommand.self, AuditCommand.self,
                    AcceptRemovalsCommand.self,
                ]),
            CommandGroup(
                name: "Review", subcommands: [ServeCommand.self, ReviewCommand.self, SheetCommand.self]),
            CommandGroup(name: "Undo", subcommands: [HistoryCommand.self, RollbackCommand.self]),
            CommandGroup(
                name: "Ship",
                subcommands: [ExportCommand.self, VerifyCommand.self, ManifestCommand.self, KeygenCommand.self]),
            CommandGroup(
                name: "Other",
                subcommands: [
                    FramesCommand.self, SchemaCommand.self, CompletionCommand.self,
                    VersionCommand.self,
                ]),
        ])

    /// The option names of earlier versions, which are still accepted.
    private static let formerSpellings: [TypedArguments.FormerSpelling] = [
        .init("export app", "--to", "--output"), .init("export xcode", "--to", "--output"),
        .init("frames", "--to", "--output"), .init("review file", "--to", "--output"),
        .init("rebuild", "--report", "--output"), .init("serve", "--address", "--listen"),
        .init("watch", "--address", "--health"), .init("watch", "--serve", "--listen"),
    ]

    private static let formerCommands: [TypedArguments.FormerCommand] = [
        .init("review import", "review decisions import"), .init("review export", "review decisions export"),
    ]

    static func main() async {
        // All users must be able to read published files, regardless of the user who starts the program.
        umask(0o022)
        // One memory arena for all threads. With one arena per thread, a watch over 10,000 stickers keeps 50 % more
        // memory than it uses.
        _ = mallopt(Int32(LINUX_M_ARENA_MAX), 1)
        let typed = TypedArguments(Array(CommandLine.arguments.dropFirst())).renamed(formerCommands)
        let tree = CommandTree(of: Stickerd.self)
        if let text = CommandHint.message(about: typed.withoutLeadingOptions, in: tree, shown: SummaryText.oneLine) {
            refuse(text)
        }
        let arguments = typed.normalized(for: tree, former: formerSpellings).words
        do {
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            guard exitCode(for: error) == .validationFailure else { Self.exit(withError: error) }
            let command = tree.follow(arguments).path.joined(separator: " ")
            refuse(UsageMessage.text(message(for: error), command: command))
        }
    }

    /// Prints a usage error and exits with status 2. The argument parser would exit with status 64.
    private static func refuse(_ text: String) -> Never {
        Output.warn(text)
        Self.exit(withError: ExitCode(2))
    }
}

extension CommandTree {
    /// The name of a command, and the tree of its subcommands.
    fileprivate init(of command: any ParsableCommand.Type) {
        let configuration = command.configuration
        self.init(
            command._commandName, isListed: configuration.shouldDisplay,
            configuration.subcommands.map(CommandTree.init(of:)))
    }
}
