import ArgumentParser
import BuildEngine
import ControlSocket
import Foundation

/// `stickerd status`: shows what a running watch is doing, and everything that needs attention.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is running, what it is doing, and what needs attention.",
        discussion: """
            Asks the `stickerd watch` that works on this output folder. If none is running, this command shows the \
            published state and the known sources.

            Exit status: 0 a watch is running without problems; 1 a watch is running and something needs attention: a \
            problem, a stopped part, an unreadable file or folder, publishing or removals on hold, or lost decisions; \
            3 no watch is running; 75 a process that does not answer uses the output folder, try again later; 77 this \
            user may not ask that process.
            """)

    @OptionGroup var folders: FolderOptions

    @Flag(help: "List all sources that are rejected, waiting or not used, instead of only the first ones.")
    var all = false
    @OptionGroup var output: OutputOptions

    /// The number of listed sources of each kind without `--all`.
    private static let listed = 5

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let query = StatusQuery(try folders.projectConfiguration())
            let limit = all ? StatusQuery.mostEntries : StatusCommand.listed
            let (status, code): (EngineStatus, Int32) =
                switch try await query.run(limit: limit) {
                case .running(let status): (status, status.isHealthy ? 0 : 1)
                case .notRunning(let status): (status, 3)
                case .unreachable(let status): (status, 75)
                case .notPermitted(let status): (status, 77)
                }
            if output.json {
                JSONLines.write(value: status)
            } else if !output.quiet || code != 0 {
                let text = StatusText(status, now: Date(), width: Console.standardOutput.width)
                for line in text.lines(showingUnused: all) { Output.result(line) }
            }
            return code
        }
    }
}
