import AppExport
import ArgumentParser
import BuildEngine
import FileAccess
import JobModel
import SheetModel
import StickerConfiguration

/// `stickerd export app`: writes a folder for building an iMessage app, or for a web server.
struct ExportAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Write the files for an iMessage app with its own sticker browser.",
        discussion: """
            Writes StickerAssets/ for the app, StickerNames.swift with a name for each sticker, message and game \
            piece, and StickerCatalog/, the Swift package that shows the stickers and downloads newer ones. With \
            --static it writes v1/ and v2/, which any web server or CDN can serve to the app. Unchanged files are not \
            written again. See docs/guides/app.md.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The folder to write to.", valueName: "folder"),
        completion: .directory)
    var target: String

    @Flag(name: .customLong("static"), help: "Write the files that a web server serves to apps.")
    var isStatic = false

    @Flag(help: "Do not write StickerCatalog/, for an app that gets the package from another source.")
    var noPackage = false

    @Option(
        help: ArgumentHelp(
            "With --static: the number of days for which unused files are kept for apps and caches with an older "
                + "manifest; 30 if not given.", valueName: "days"))
    var keepDays: Int?

    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if keepDays != nil, !isStatic { throw ValidationError("--keep-days needs --static.") }
        if noPackage, isStatic { throw ValidationError("--no-package and --static: choose one of them.") }
    }

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let export = AppExport(
                out: try folders.configuration().out, form: isStatic ? .tree : .bundle, keys: try signing.keys(),
                writesClient: !noPackage, keepDays: keepDays ?? 30)
            let target = FolderOptions.absolute(target)
            let summary = try await BlockingExecutor.run { try export.run(to: target) }
            if output.json {
                JSONLines.write([
                    "event": .text("exported"), "to": .text(target), "stickers": .number(summary.stickers),
                    "messages": .number(summary.messages), "pieces": .number(summary.pieces),
                    "bytes": .number(summary.bytes), "written": .number(summary.written),
                    "removed": .number(summary.removed),
                ])
            } else {
                let others = [(summary.messages, "message"), (summary.pieces, "piece")].filter { $0.0 > 0 }
                    .map { NumberFormat.count($0, $1) + ", " }.joined()
                Output.confirm(
                    "\(SummaryText.oneLine(target)): \(NumberFormat.count(summary.stickers, "sticker")), \(others)"
                        + "\(NumberFormat.size(summary.bytes)); \(NumberFormat.count(summary.written, "file")) written, "
                        + "\(NumberFormat.number(summary.removed)) removed")
            }
            return 0
        }
    }
}
