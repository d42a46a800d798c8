import ArgumentParser
import BuildEngine
import Decisions
import Foundation
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest

extension ReviewCommand {
    /// `stickerd review decisions`: exports and imports decisions.
    struct DecisionsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "decisions", abstract: "Export and import review decisions as a file.",
            discussion: "`stickerd schema decisions` prints the schema of the file.",
            subcommands: [Export.self, Import.self])
    }
}

extension ReviewCommand.DecisionsCommand {
    /// `stickerd review decisions export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print all decisions as JSON or CSV, oldest first.",
            discussion:
                "Exit status: 0 all decisions were exported; 3 decisions that the manifest contains are missing.")

        @OptionGroup var folders: PublishedFolderOptions
        @Flag(help: "Write CSV, for spreadsheets. Only JSON can be imported.")
        var csv = false
        @Option(
            name: [.customShort("o"), .customLong("output")],
            help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
            completion: .file(extensions: ["json", "csv"]))
        var target: String?
        /// Ignored, because the output is JSON unless `--csv` is given.
        @Flag(help: .hidden)
        var json = false
        @OptionGroup var output: PlainOutputOptions

        func validate() throws {
            if csv, json { throw ValidationError("--csv and --json: choose one of them.") }
        }

        func run() async throws {
            try await CommandRunner.run(output.settings) {
                let configuration = try folders.configuration()
                let decisions = try await DecisionStore.decisions(
                    folder: configuration.stateFolder, notice: ReviewCommand.note)
                let file = DecisionFile(decisions)
                let text = csv ? Data(file.csv.utf8) : try file.json()
                if let target {
                    try text.write(to: URL(fileURLWithPath: target), options: .atomic)
                    Output.confirm(
                        "\(SummaryText.oneLine(target)): \(NumberFormat.count(decisions.count, "decision")), "
                            + NumberFormat.size(text.count))
                } else {
                    try Output.document(text)
                }
                let state = try await DecisionState.check(
                    decisions, folder: configuration.stateFolder,
                    published: try? OutputFolder(configuration.out).compactCatalog())
                guard let loss = state.loss else { return 0 }
                Output.warn("\(loss)")
                return 3
            }
        }
    }

    /// `stickerd review decisions import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import decisions from an export or a saved review file.",
            discussion: """
                The whole file is checked first: if one decision is invalid, nothing is imported. Decisions that are \
                already known are skipped, so a file can be imported twice. If a decision contradicts a stored \
                decision, both are reported, and the later one applies.
                """)

        @OptionGroup var folders: PublishedFolderOptions
        @Argument(help: "The file with the decisions.", completion: .file(extensions: ["json"]))
        var file: String
        @Flag(help: "Check the file and show the effect of the import without importing anything.")
        var dryRun = false
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await CommandRunner.run(output.settings) {
                let configuration = try folders.configuration()
                let imported = try DecisionFile(at: file)
                let effect =
                    dryRun
                    ? try await DecisionStore.preview(of: imported.decisions, folder: configuration.stateFolder)
                    : try await store(imported.decisions, configuration)
                let text = ImportText(isPreview: dryRun)
                let conflicts = effect.conflicts.map(text.line(of:))
                let lines =
                    [text.line(added: effect.added, of: imported.decisions.count)]
                    + text.shown(conflicts)
                    + text.lines(future: imported.future())
                    + text.lines(absent: try absent(imported.decisions, out: configuration.out))
                let (count, message) = (imported.decisions.count, lines.joined(separator: " "))
                guard !dryRun else {
                    ReviewCommand.report(
                        [
                            "event": .text("importPreview"), "decisions": .number(count), "new": .number(effect.added),
                            "conflicts": .list(conflicts), "message": .text(message),
                        ], lines)
                    return 0
                }
                ReviewCommand.report(
                    [
                        "event": .text("imported"), "decisions": .number(count), "new": .number(effect.added),
                        "conflicts": .list(conflicts), "message": .text(message),
                    ], lines)
                return try await ReviewCommand.publish(configuration, command: "stickerd review decisions import")
            }
        }

        private func store(_ decisions: [Decision], _ configuration: Configuration) async throws -> DecisionImport {
            let store = try await DecisionStore.open(folder: configuration.stateFolder, notice: ReviewCommand.note)
            let pictures = ReviewedPictures(stateFolder: configuration.stateFolder)
            let keep: @Sendable (Decision) -> Void = { decision in
                // A missing picture is not an error. It only prevents comparisons with this version.
                guard decision.outcome != .reopened, let picture = decision.picture else { return }
                try? pictures.keep(picture, from: OutputFolder(configuration.out))
            }
            // Most pictures are copied now, before the store is locked for other processes.
            decisions.forEach(keep)
            let effect = try await store.add(decisions, keeping: keep)
            try await store.prune(pictures)
            return effect
        }

        /// The number of images that have decisions, but that no sticker has at present.
        private func absent(_ decisions: [Decision], out: String) throws -> Int {
            var absent = Set(decisions.map(\.key))
            let manifest = OutputFolder(out).manifest
            _ = try manifest.read { _, document in
                try manifest.eachPack(of: document) { part in
                    for pack in part.catalog.finishedPacks {
                        for sticker in pack.stickers {
                            absent.remove(Reviews.Key(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels))
                        }
                    }
                }
            }
            return absent.count
        }
    }
}
