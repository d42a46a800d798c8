import ArgumentParser
import BuildEngine
import DropWatcher
import Foundation

/// `stickerd accept-removals`: confirms the removal of stickers whose files disappeared together.
struct AcceptRemovalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept-removals",
        abstract: "Confirm the removal of stickers whose files disappeared together.",
        discussion: """
            When many sources vanish at once, or the drop folder is not the one it was, `stickerd watch` retires \
            nothing: a share may not be mounted. This tells it that they were removed on purpose. It counts once, and \
            for no more sources than are gone now.
            """)

    @OptionGroup var folders: FolderOptions

    func run() async throws {
        try await CommandRunner.run {
            let state = try folders.configuration().stateFolder
            guard let hold = DeletionGuard.hold(inState: state) else {
                Console.standardError.write("There is nothing to confirm: no removals are on hold.\n")
                return 0
            }
            try DeletionGuard.accept(hold, inState: state)
            Console.standardError.write(
                "Accepted: the stickers of \(hold.vanished) sources that are gone will be retired. A running "
                    + "`stickerd watch` does it within seconds.\n")
            return 0
        }
    }
}
