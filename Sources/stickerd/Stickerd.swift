import ArgumentParser
import CLinux
import Foundation
import JobModel
import StickerConfiguration
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

            Exit status: 0 everything was published; 1 some art was rejected, the rest is published; 2 wrong usage or \
            configuration; 3 the environment failed: something cannot be read or written. `stickerd status` has \
            others.
            """,
        version: RendererVersion.current.description,
        subcommands: [
            BuildCommand.self, WatchCommand.self, StatusCommand.self, ServeCommand.self, CheckCommand.self,
            InitCommand.self, DoctorCommand.self, AuditCommand.self, ReviewCommand.self, SheetCommand.self,
            AcceptRemovalsCommand.self, RebuildCommand.self, HistoryCommand.self, RollbackCommand.self,
            FramesCommand.self, ManifestCommand.self, ExportCommand.self, VerifyCommand.self, KeygenCommand.self,
            AttachCommand.self,
            FormerWorkerCommand.self,
        ])

    /// Wrong usage ends with status 2, as everything about usage does; the parser's own is 64.
    static func main() async {
        // Published files are readable for everybody, independent of the user who started the program.
        umask(0o022)
        // One arena: with one for each thread, a watch over 10,000 stickers keeps half as much again as it uses.
        _ = mallopt(Int32(LINUX_M_ARENA_MAX), 1)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            if code == .validationFailure {
                let text = unknownCommand(in: Array(CommandLine.arguments.dropFirst())) ?? fullMessage(for: error)
                Console.standardError.write(text + "\n")
                Self.exit(withError: ExitCode(2))
            }
            Self.exit(withError: error)
        }
    }

    /// A message about an unknown command. Nil if there is none.
    private static func unknownCommand(in arguments: [String]) -> String? {
        var path = ["stickerd"]
        var command: any ParsableCommand.Type = Stickerd.self
        for word in arguments {
            let known = command.configuration.subcommands
            guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            if let next = known.first(where: { $0._commandName == word }) {
                command = next
                path.append(word)
                continue
            }
            let names = known.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
            let line = path.joined(separator: " ")
            let hint = NearestName.of(word, among: names).map { "Did you mean `\(line) \($0)`?" }
            return "stickerd: “\(SummaryText.oneLine(word))” is not a command. "
                + (hint ?? "`\(line) --help` lists the commands.")
        }
        return nil
    }
}
