import ArgumentParser
import BuildEngine
import Decisions
import EngineSupport
import Foundation
import JobModel
import Publishing
import Reports
import SheetModel
import StickerConfiguration
import StickerManifest
import Web
import WorkerPool

/// `stickerd review`: imports and exports review decisions, and writes review files.
struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Import and export review decisions, and approve stickers.",
        subcommands: [File.self, Import.self, Export.self, Approve.self, Restore.self])

    /// `stickerd review file`.
    struct File: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "file", abstract: "Write a review as one HTML file that can be sent by e-mail.",
            discussion: """
                The reviewer opens it, decides, and saves the decisions as a small file, which `stickerd review \
                import` reads.
                """)

        @OptionGroup var folders: PublishedFolderOptions
        @Option(help: "Which stickers: all; changed, those not reviewed yet; or failing.")
        var mode = OfflineReview.Mode.changed
        @Option(help: ArgumentHelp("A pack by its id, several times for several; all if not given.", valueName: "id"))
        var pack: [String] = []
        @Option(
            name: [.customShort("o"), .customLong("output")],
            help: ArgumentHelp("Where to write it.", valueName: "file"),
            completion: .file(extensions: ["html"]))
        var target = "review.html"
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await CommandRunner.run(output.settings) {
                let configuration = try folders.configuration()
                let manifest = OutputFolder(configuration.out).manifest
                let found = try pack.isEmpty ? manifest.catalog() : manifest.catalog(ofPacks: pack)
                guard let catalog = found else { throw WebError.nothingPublished(out: configuration.out) }
                try ReviewCommand.check(pack, areIn: catalog)
                let backgrounds = try configuration.resolvedBackgrounds()
                let decisions = try await DecisionStore.decisions(folder: configuration.stateFolder)
                let kept = ReviewedPictures(stateFolder: configuration.stateFolder)
                let review = OfflineReview(
                    catalog, backgrounds: backgrounds, pictures: configuration.jobFolders(backgrounds).backgrounds,
                    out: configuration.out, earlier: catalog.earlierVersions(decisions, kept: kept))
                let (text, count) = try review.html(mode: mode, packs: pack)
                try Data(text.utf8).write(to: URL(fileURLWithPath: target), options: .atomic)
                guard !output.json else {
                    JSONLines.write([
                        "event": .text("reviewFile"), "file": .text(FolderOptions.absolute(target)),
                        "stickers": .number(count), "bytes": .number(text.utf8.count),
                    ])
                    return 0
                }
                Output.confirm(
                    "\(SummaryText.oneLine(target)): \(NumberFormat.count(count, "sticker")), "
                        + NumberFormat.size(text.utf8.count))
                return 0
            }
        }
    }

    /// `stickerd review import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import the decisions saved from a review file.",
            discussion: "Decisions that are already known are skipped, so a file can be imported twice.")

        @OptionGroup var folders: PublishedFolderOptions
        @Argument(help: "The file with the decisions.", completion: .file(extensions: ["json"]))
        var file: String
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await CommandRunner.run(output.settings) {
                let configuration = try folders.configuration()
                guard let data = FileManager.default.contents(atPath: file) else {
                    throw DecisionError.unreadable(
                        path: file,
                        detail: FileManager.default.fileExists(atPath: file)
                            ? "it cannot be read" : "there is no such file")
                }
                let imported = try DecisionFile(json: data, path: file)
                let decisions = imported.decisions
                let store = try await DecisionStore.open(folder: configuration.stateFolder, notice: ReviewCommand.note)
                let pictures = ReviewedPictures(stateFolder: configuration.stateFolder)
                let keep: @Sendable (Decision) -> Void = { decision in
                    // A picture that is gone is missed in comparisons only.
                    guard decision.outcome != .reopened, let picture = decision.picture else { return }
                    try? pictures.keep(picture, from: OutputFolder(configuration.out))
                }
                // Most of the work is done before others have to wait for it.
                decisions.forEach(keep)
                let added = try await store.add(decisions, keeping: keep)
                try await store.prune(pictures)
                let lines =
                    [ReviewCommand.line(added: added, of: decisions.count)]
                    + ReviewCommand.lines(future: imported.future())
                    + (try ReviewCommand.lines(absent: decisions, out: configuration.out))
                ReviewCommand.report(
                    [
                        "event": .text("imported"), "decisions": .number(decisions.count), "new": .number(added),
                        "message": .text(lines.joined(separator: " ")),
                    ], lines)
                return try await ReviewCommand.publish(configuration, command: "stickerd review import")
            }
        }
    }

    /// `stickerd review export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print all decisions as JSON or CSV, the oldest first.",
            discussion: "Exit status: 0 all decisions were printed; 3 decisions that the manifest names are gone.")

        @OptionGroup var folders: PublishedFolderOptions
        @Flag(help: "Print CSV.")
        var csv = false
        /// Ignored: the output is JSON unless it is CSV.
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
                try Output.document(text)
                let state = try await DecisionState.check(
                    decisions, folder: configuration.stateFolder,
                    published: try? OutputFolder(configuration.out).compactCatalog())
                guard let loss = state.loss else { return 0 }
                Output.warn("\(loss)")
                return 3
            }
        }
    }
}

extension ReviewCommand {
    /// Prints notices about repairs and waiting.
    static let note: @Sendable (String) -> Void = { Output.note($0) }

    /// Publishes the manifest with the decisions.
    ///
    /// - Returns: the exit status: 3 when decisions are gone that were there before.
    static func publish(_ configuration: Configuration, command: String) async throws -> Int32 {
        let pass = ApprovalUpdate(configuration: configuration, command: command)
        guard let loss = try await pass.runInTurn(notice: note) else { return 0 }
        Output.warn("\(loss)")
        return 3
    }

    /// The result of a command, as an event or as lines.
    static func report(_ event: EventFields, _ lines: [String]) {
        guard Output.isJSON else { return lines.forEach(Output.confirm) }
        JSONLines.write(event)
    }

    /// - Throws: `EngineError.configuration` if a pack does not exist.
    static func check(_ packs: [String], areIn catalog: Catalog) throws {
        for pack in packs where !catalog.finishedPacks.contains(where: { $0.id == pack }) {
            throw EngineError.configuration("--pack: there is no pack with the id \"\(SummaryText.oneLine(pack))\".")
        }
    }

    private static func line(added: Int, of count: Int) -> String {
        func were(_ number: Int) -> String { number == 1 ? "was" : "were" }
        let known = count - added
        return "\(added) \(added == 1 ? "decision" : "decisions") \(were(added)) imported"
            + (known == 0 ? "." : "; \(known) \(were(known)) known already.")
    }

    /// The decisions that were made with a wrong clock.
    private static func lines(future: [Decision]) -> [String] {
        guard let first = future.first else { return [] }
        return [
            "\(future.count) \(future.count == 1 ? "is" : "are") dated in the future (\(first.decided)) and "
                + "\(future.count == 1 ? "counts" : "count") as made now. Set the clock of the machine on which "
                + "\(future.count == 1 ? "it was" : "they were") made."
        ]
    }

    /// The number of decisions about images that no sticker has now.
    private static func lines(absent decisions: [Decision], out: String) throws -> [String] {
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
        let count = absent.count
        guard count > 0 else { return [] }
        return [
            "\(count) \(count == 1 ? "waits until its image is" : "wait until their image is") back: no sticker looks "
                + "like that now."
        ]
    }
}

extension OfflineReview.Mode: ExpressibleByArgument {}
