import ArgumentParser
import BuildEngine
import EngineSupport
import Foundation
import JobModel
import Service
import Snapshots
import StickerConfiguration
import Web

/// `stickerd rollback`: publishes an earlier snapshot.
struct RollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Publish an earlier snapshot again, and put publishing on hold.",
        discussion: """
            Until `stickerd rollback --release`, no build, rebuild or watch publishes anything, so that you can fix \
            the drop folder first. The current state is also saved, so that you can return to it. `stickerd history` \
            lists the snapshots.
            """)

    @Argument(help: "The id of a snapshot, or the first characters of the id.")
    var id: String?

    @Flag(help: "Publish the snapshot before the one that is published now.")
    var previous = false

    @Flag(help: "End the hold, so that builds publish again.")
    var release = false

    @OptionGroup var folders: PublishedFolderOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let chosen = [id != nil, previous, release].count { $0 }
        guard chosen != 1 else { return }
        throw ValidationError(
            "Give the id of a snapshot, --previous or --release" + (chosen == 0 ? ". " : ", and only one of these. ")
                + "`stickerd history` lists the snapshots.")
    }

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let configuration = try folders.configuration()
            let run = RollbackRun(configuration: configuration) { Output.note($0) }
            guard !release else {
                report(released: try run.release())
                return 0
            }
            let id = try id ?? previousID(configuration)
            let (now, before) = try await SignalCancellation.run { try await run.run(to: id) }
            report(now, before: before.flatMap { $0.id == now.id ? nil : $0 })
            return 0
        }
    }

    private func previousID(_ configuration: Configuration) throws -> String {
        let history = History(configuration)
        guard let snapshot = history.previous else {
            guard history.isAnythingPublished else { throw WebError.nothingPublished(out: configuration.out) }
            throw EngineError.configuration(
                "There is no earlier snapshot to go back to. `stickerd history` lists the snapshots.")
        }
        return snapshot.id
    }

    private func report(_ now: Snapshot, before: Snapshot?) {
        var lines = [
            "The snapshot \(now.id) of \(now.saved.formatted(.iso8601)) with "
                + "\(NumberFormat.count(now.stickers, "sticker")) is published. Publishing is on hold until "
                + "`stickerd rollback --release`."
        ]
        if let before {
            lines.append("`stickerd rollback \(before.id)` publishes the previous state again.")
        }
        lines.append(
            "Fix the drop folder before you end the hold, because the next build publishes the stickers in it.")
        guard output.json else { return lines.forEach(Output.confirm) }
        JSONLines.write([
            "event": .text("rolledBack"), "id": .text(now.id), "saved": .text(now.saved.formatted(.iso8601)),
            "stickers": .number(now.stickers), "before": .text(before?.id ?? ""),
            "message": .text(lines.joined(separator: " ")),
        ])
    }

    private func report(released hold: PublishHold?) {
        let text =
            hold.map { "Released: publishing is no longer on hold at \($0.id). The next build publishes." }
            ?? "Publishing is not on hold."
        guard output.json else { return Output.confirm(text) }
        JSONLines.write(["event": .text("released"), "id": .text(hold?.id ?? ""), "message": .text(text)])
    }
}
