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

/// `stickerd sheet`: a printable contact sheet of published stickers.
struct SheetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Write preview sheets of what is published: PDF, PNG or HTML.",
        discussion: """
            The contact sheet has many stickers per page: each background, bytes against the limit, findings, and frames of \
            animations. The detail sheet has one sticker per page: each scale pixel for pixel, the edge magnified, \
            findings in plain language. Nothing is re-rendered, and the same output folder gives the same bytes.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Option(help: ArgumentHelp("A pack by its id, several times for several; all if not given.", valueName: "id"))
    var pack: [String] = []

    @Option(help: "contact for many stickers on a page, detail for one.")
    var mode = SheetOptions.Mode.contact

    @Option(help: "png, pdf or html; the extension of --output if not given.")
    var format: SheetOptions.Format?

    @Option(help: "a4 or letter.")
    var paper = Paper.a4

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where to write it. PNG pages get their numbers before the extension.", valueName: "file"),
        completion: .file(extensions: ["pdf", "png", "html"]))
    var output = "sheet.pdf"

    func run() async throws {
        try await CommandRunner.run {
            let configuration = try folders.configuration()
            let options = SheetOptions(mode: mode, format: try chosenFormat(), paper: paper)
            let target = FolderOptions.absolute(output)
            let stop = Stop()
            let progress = Mutex(ProgressEstimate())
            let export = SheetExport(configuration: configuration, command: try .installed(), options: options)
            let outcome = try await SignalCancellation.run { [pack] in
                try await withTaskCancellationHandler {
                    try await export.write(to: target, packs: pack) { done, total in
                        if stop.isAsked { throw CancellationError() }
                        let console = Console.standardError
                        let state = progress.withLock { $0.note(done: done, of: total, slots: 1) }
                        console.progress(ProgressLine.text(state, name: "", width: console.width))
                    }
                } onCancel: {
                    stop.ask()
                }
            }
            Console.standardError.finishProgress()
            report(outcome, format: options.format)
            return 0
        }
    }

    /// - Throws: `EngineError.configuration` when neither is said.
    private func chosenFormat() throws -> SheetOptions.Format {
        if let format { return format }
        let ending = URL(filePath: output).pathExtension.lowercased()
        if let known = SheetOptions.Format(rawValue: ending == "htm" ? "html" : ending) { return known }
        throw EngineError.configuration(
            "--output \(SummaryText.oneLine(output)): the name must end in .pdf, .png or .html, or say --format.")
    }

    private func report(_ outcome: SheetFile.Outcome, format: SheetOptions.Format) {
        let first = outcome.files.first ?? output
        let place = outcome.files.count > 1 ? "\(first) … \(outcome.files.last ?? first)" : first
        let pages = format == .html ? "" : "\(outcome.pages) \(outcome.pages == 1 ? "page" : "pages"), "
        print(
            "\(SummaryText.oneLine(place)): \(pages)\(outcome.stickers) "
                + "\(outcome.stickers == 1 ? "sticker" : "stickers"), \(NumberFormat.size(outcome.bytes))")
    }

    /// A cancellation flag that another thread sets.
    private final class Stop: Sendable {
        private let flag = Mutex(false)
        var isAsked: Bool { flag.withLock { $0 } }
        func ask() { flag.withLock { $0 = true } }
    }
}

extension SheetOptions.Mode: ExpressibleByArgument {}
extension SheetOptions.Format: ExpressibleByArgument {}
extension Paper: ExpressibleByArgument {}
