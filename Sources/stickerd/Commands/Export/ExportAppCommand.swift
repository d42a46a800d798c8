import AppExport
import ArgumentParser
import BuildEngine
import FileAccess
import JobModel
import SheetModel
import StickerConfiguration

/// `stickerd export app`: a folder that an iMessage app is built with, or that a web server serves.
struct ExportAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Write the folder that an iMessage app with its own browser is built with.",
        discussion: """
            Writes StickerAssets/, which the app carries, StickerNames.swift with a name for every sticker, message and game piece, and \
            StickerCatalog/, the Swift package that shows them and downloads newer ones. With --static it writes v1/ and v2/, which any web server or CDN serves to the app. What is there already is not written \
            again. See docs/guides/app.md.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Option(
        name: .customLong("to"), help: ArgumentHelp("The folder to write in.", valueName: "folder"),
        completion: .directory)
    var target: String

    @Flag(name: .customLong("static"), help: "Write the tree that a web server serves to apps.")
    var isStatic = false

    @Flag(help: "Do not write StickerCatalog/, for an app that has the package from elsewhere.")
    var noPackage = false

    @Option(
        help: ArgumentHelp(
            "With --static: the days for which files stay that nothing names any more, for apps and caches that have an "
                + "older manifest.", valueName: "days"))
    var keepDays = 30

    @OptionGroup var signing: SigningOptions

    @Flag(help: "Print one JSON object on standard output.")
    var json = false

    func run() async throws {
        try await CommandRunner.run(json: json) {
            let export = AppExport(
                out: try folders.configuration().out, form: isStatic ? .tree : .bundle, keys: try signing.keys(),
                writesClient: !noPackage, keepDays: keepDays)
            let target = FolderOptions.absolute(target)
            let summary = try await BlockingExecutor.run { try export.run(to: target) }
            if json {
                JSONLines.write([
                    "event": .text("exported"), "to": .text(target), "stickers": .number(summary.stickers),
                    "messages": .number(summary.messages), "pieces": .number(summary.pieces),
                    "bytes": .number(summary.bytes), "written": .number(summary.written),
                    "removed": .number(summary.removed),
                ])
            } else {
                let others = [(summary.messages, "message"), (summary.pieces, "piece")].filter { $0.0 > 0 }
                    .map { NumberFormat.count($0, $1) + ", " }.joined()
                print(
                    "\(SummaryText.oneLine(target)): \(NumberFormat.count(summary.stickers, "sticker")), \(others)"
                        + "\(NumberFormat.size(summary.bytes)); \(NumberFormat.count(summary.written, "file")) written, "
                        + "\(NumberFormat.number(summary.removed)) removed")
            }
            return 0
        }
    }
}
