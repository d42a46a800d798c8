import ArgumentParser
import BuildEngine
import Foundation
import Service

/// `stickerd rollback`: publishes an earlier snapshot.
struct RollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Publish a saved snapshot again, and hold it.",
        discussion: """
            Until `stickerd rollback --release` no build, rebuild or watch publishes anything, so that you can fix the drop \
            folder first. What was published until then is saved too, so you can go forward again. \
            `stickerd history` lists the snapshots.
            """)

    @Argument(help: "A snapshot's id, or the beginning of one.")
    var id: String?

    @Flag(help: "Let builds publish again.")
    var release = false

    @OptionGroup var folders: PublishedFolderOptions

    func validate() throws {
        guard (id != nil) != release else { throw ValidationError("Give the id of a state, or --release.") }
    }

    func run() async throws {
        try await CommandRunner.run {
            let console = Console.standardError
            let run = RollbackRun(configuration: try folders.configuration()) { console.write("note: \($0)\n") }
            guard let id else {
                let hold = try run.release()
                console.write(
                    hold.map {
                        "Released: what is published is no longer held at \($0.id). The next build publishes.\n"
                    }
                        ?? "Nothing was held.\n")
                return 0
            }
            let (now, before) = try await SignalCancellation.run { try await run.run(to: id) }
            console.write(
                "The saved state \(now.id) of \(now.saved.formatted(.iso8601)) is published, "
                    + "\(now.stickers == 1 ? "1 sticker" : "\(now.stickers) stickers"), and held there until "
                    + "`stickerd rollback --release`.\n")
            if let before, before.id != now.id {
                console.write(
                    "The earlier state is \(before.id): `stickerd rollback \(before.id)` restores it.\n")
            }
            return 0
        }
    }
}
