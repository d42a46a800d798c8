import ArgumentParser
import BuildEngine
import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import Reports
import Service
import SheetModel
import StickerConfiguration
import Synchronization
import WorkerPool

/// `stickerd sheet`: writes printable sheets of the published stickers.
struct SheetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Write preview sheets of the published stickers: PDF, PNG or HTML.",
        discussion: """
            The contact sheet has many stickers per page. It shows each sticker on all backgrounds, its bytes and \
            their limit, findings, decisions, and frames of animations. The detail sheet has one sticker per page: all \
            sizes at actual pixels, the edge magnified, and the findings. The wall sheet has 80 stickers per page: the \
            art, its number and its name. The preview sheet is the sheet of out/sheets as PNG pages, for packs of any \
            size. Its pages are kept in the state folder. Nothing is rendered again, and the same output folder and \
            decisions give the same bytes.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Option(help: ArgumentHelp("Only this pack, by its id. May be repeated.", valueName: "id"))
    var pack: [String] = []

    @Option(
        help: ArgumentHelp(
            "contact for many stickers per page, detail for one, wall for art only, preview for the pages of "
                + "out/sheets as PNG."))
    var mode = Mode.contact

    @Option(help: "The format: png, pdf or html; by default the extension of --output.")
    var format: SheetOptions.Format?

    @Option(help: "The paper size: a4 or letter.")
    var paper = Paper.a4

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write. PNG pages have their numbers before the extension.", valueName: "file"),
        completion: .file(extensions: ["pdf", "png", "html"]))
    var target = "sheet.pdf"

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let configuration = try folders.configuration()
            let format = try chosenFormat()
            let write = try writing(configuration, format)
            let target = FolderOptions.absolute(target)
            let stop = Stop()
            let progress = Mutex(ProgressEstimate())
            let outcome = try await SignalCancellation.run { [pack] in
                try await withTaskCancellationHandler {
                    try await write(target, pack) { done, total in
                        if stop.isAsked { throw CancellationError() }
                        let console = Console.standardError
                        let state = progress.withLock { $0.note(done: done, of: total, slots: 1) }
                        if !Output.isQuiet {
                            console.progress(ProgressLine.text(state, name: "", width: console.width))
                        }
                    }
                } onCancel: {
                    stop.ask()
                }
            }
            Console.standardError.finishProgress()
            report(outcome, format: format)
            return 0
        }
    }

    /// The kinds of sheets.
    enum Mode: String, CaseIterable, ExpressibleByArgument {
        case contact, detail, wall, preview
    }

    private typealias Writing =
        @Sendable (
            _ path: String, _ packs: [String], _ progress: @escaping @Sendable (Int, Int) throws -> Void
        ) async throws -> SheetFile.Outcome

    /// The function that writes the requested sheet.
    ///
    /// - Throws: `EngineError` if the options contradict each other, or if the render program is not installed.
    private func writing(_ configuration: Configuration, _ format: SheetOptions.Format) throws -> Writing {
        let command = try WorkerCommand.installed()
        guard let mode = SheetOptions.Mode(rawValue: mode.rawValue) else {
            guard format == .png else {
                throw EngineError.configuration(
                    "--mode preview writes PNG pages. Give their name with -o, such as -o cats.png.")
            }
            let export = PreviewSheetExport(configuration: configuration, command: command)
            return { try await export.write(to: $0, packs: $1, progress: $2) }
        }
        let options = SheetOptions(mode: mode, format: format, paper: paper)
        let export = SheetExport(configuration: configuration, command: command, options: options)
        return { try await export.write(to: $0, packs: $1, progress: $2) }
    }

    /// The format given by `--format`, or else by the file extension of the output.
    ///
    /// - Throws: `EngineError.configuration` if neither gives a format.
    private func chosenFormat() throws -> SheetOptions.Format {
        if let format { return format }
        let ending = URL(filePath: target).pathExtension.lowercased()
        if let known = SheetOptions.Format(rawValue: ending == "htm" ? "html" : ending) { return known }
        throw EngineError.configuration(
            "--output \(SummaryText.oneLine(target)): the name must end in .pdf, .png or .html, or give --format.")
    }

    private func report(_ outcome: SheetFile.Outcome, format: SheetOptions.Format) {
        let first = outcome.files.first ?? target
        let place = outcome.files.count > 1 ? "\(first) … \(outcome.files.last ?? first)" : first
        let pages = format == .html ? "" : "\(outcome.pages) \(outcome.pages == 1 ? "page" : "pages"), "
        guard !output.json else {
            return JSONLines.write([
                "event": .text("sheet"), "files": .list(outcome.files), "pages": .number(outcome.pages),
                "stickers": .number(outcome.stickers), "bytes": .number(outcome.bytes),
            ])
        }
        Output.confirm(
            "\(SummaryText.oneLine(place)): \(pages)\(NumberFormat.count(outcome.stickers, "sticker")), "
                + NumberFormat.size(outcome.bytes))
    }

    /// A flag by which another thread requests cancellation.
    private final class Stop: Sendable {
        private let flag = Mutex(false)
        var isAsked: Bool { flag.withLock { $0 } }
        func ask() { flag.withLock { $0 = true } }
    }
}

extension SheetOptions.Format: ExpressibleByArgument {}
extension Paper: ExpressibleByArgument {}
