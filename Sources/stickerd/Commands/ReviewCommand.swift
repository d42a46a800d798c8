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

/// `stickerd review`: approves stickers, writes offline review files, and exports and imports decisions.
struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Approve stickers, write review files, and export and import decisions.",
        subcommands: [File.self, DecisionsCommand.self, Approve.self, Restore.self])

    /// `stickerd review file`.
    struct File: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "file", abstract: "Write a review as one HTML file that can be sent by e-mail.",
            discussion: """
                The reviewer opens the file, decides, and saves the decisions as a small file, which `stickerd review \
                decisions import` reads.
                """)

        @OptionGroup var folders: PublishedFolderOptions
        @Option(
            help: ArgumentHelp(
                "The stickers to include: all; changed (those without a decision); failing (those with findings or "
                    + "requested changes)."))
        var mode = OfflineReview.Mode.changed
        @Option(help: ArgumentHelp("Only this pack, by its id. May be repeated.", valueName: "id"))
        var pack: [String] = []
        @Option(
            name: [.customShort("o"), .customLong("output")],
            help: ArgumentHelp("The file to write.", valueName: "file"),
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
                    out: configuration.out, earlier: catalog.earlierVersions(decisions, kept: kept),
                    texts: configuration.texts)
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
}

extension ReviewCommand {
    /// Prints notices about repairs and about waiting for another process.
    static let note: @Sendable (String) -> Void = { Output.note($0) }

    /// Publishes the manifest with the current decisions.
    ///
    /// - Returns: the exit status. 3 if decisions to which the manifest refers are missing.
    static func publish(_ configuration: Configuration, command: String) async throws -> Int32 {
        let update = ApprovalUpdate(configuration: configuration, command: command)
        guard let loss = try await update.run(notice: note) else { return 0 }
        Output.warn("\(loss)")
        return 3
    }

    /// Prints the result of a command as a JSON event or as lines of text.
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
}

extension OfflineReview.Mode: ExpressibleByArgument {}
