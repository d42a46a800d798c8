import ArgumentParser
import BuildEngine
import DropWatcher
import Foundation
import JobModel

/// `stickerd accept-removals`: confirms the removal of stickers whose files disappeared together.
struct AcceptRemovalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept-removals",
        abstract: "Confirm the removal of stickers whose files disappeared together.",
        discussion: """
            When many sources disappear together, or the drop folder was replaced, `stickerd watch` keeps their \
            stickers, because a share may not be mounted. This command confirms that the sources were removed on \
            purpose. It applies once, to the sources that are missing now.
            """)

    @OptionGroup var folders: FolderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let state = try folders.configuration().stateFolder
            guard let hold = DeletionGuard.hold(inState: state) else {
                report(0, "There is nothing to confirm: no removals are on hold.")
                return 0
            }
            try DeletionGuard.accept(hold, inState: state)
            report(
                hold.vanished,
                "Accepted: the stickers of \(NumberFormat.count(hold.vanished, "missing source")) will be removed. A "
                    + "running `stickerd watch` removes them within seconds.")
            return 0
        }
    }

    private func report(_ accepted: Int, _ text: String) {
        guard output.json else { return Output.confirm(text) }
        JSONLines.write(["event": .text("accepted"), "sources": .number(accepted), "message": .text(text)])
    }
}
