import ArgumentParser
import BuildEngine
import Foundation
import JobModel
import SheetModel
import Snapshots
import Web

/// `stickerd history`: lists the snapshots that can be published again.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the saved snapshots of published states.",
        discussion: """
            Each line contains the time at which a state was last published. * marks the state that is published now. \
            `stickerd rollback ID` publishes a saved state again.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let configuration = try folders.configuration()
            let history = History(configuration)
            guard !history.states.isEmpty || history.isAnythingPublished else {
                throw WebError.nothingPublished(out: configuration.out)
            }
            for state in history.states {
                if output.json {
                    JSONLines.write([
                        "event": .text("state"), "id": .text(state.snapshot.id),
                        "saved": .text(state.snapshot.saved.formatted(.iso8601)),
                        "stickers": .number(state.snapshot.stickers), "bytes": .number(state.snapshot.bytes),
                        "added": .number(state.added), "changed": .number(state.changed),
                        "removed": .number(state.removed), "isPublished": .flag(state.isPublished),
                    ])
                } else {
                    Output.result(text(state))
                }
            }
            guard !output.json else { return 0 }
            if history.states.isEmpty { Output.result("There are no snapshots yet: the next build saves the first.") }
            if let hold = history.hold { Output.result(hold.reason) }
            return 0
        }
    }

    private func text(_ state: History.State) -> String {
        let snapshot = state.snapshot
        let changes = [(state.added, "added"), (state.changed, "changed"), (state.removed, "removed")]
            .filter { $0.0 > 0 }.map { "\(NumberFormat.number($0.0)) \($0.1)" }
        return "\(state.isPublished ? "*" : " ") \(snapshot.id)  \(snapshot.saved.formatted(.iso8601))  "
            + "\(NumberFormat.count(snapshot.stickers, "sticker")), \(NumberFormat.size(snapshot.bytes)) at @3x"
            + (changes.isEmpty ? "" : "; " + changes.joined(separator: ", "))
    }
}
