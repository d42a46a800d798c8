import ArgumentParser
import BuildEngine
import FileAccess
import Foundation
import JobModel
import Service
import SheetModel
import StickerConfiguration
import WorkerPool
import XcodeExport

/// `stickerd export xcode`: writes sticker catalogs for Xcode.
struct ExportXcodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcode", abstract: "Write packs as sticker catalogs for Xcode.",
        discussion: """
            Each pack becomes one catalog, <folder>/<pack>/Stickers.xcstickers, because Xcode accepts one pack per \
            extension. Labels in other languages are written beside the catalog. A pack of game pieces becomes image \
            sets in <folder>/<pack>/Assets.xcassets. To write one pack into an existing catalog, give the path of the \
            catalog. Items that stickerd did not make are kept, and unchanged files are not written again.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("A folder, or a catalog whose name ends in .xcstickers or .xcassets.", valueName: "folder"),
        completion: .directory)
    var target: String

    @Option(help: ArgumentHelp("Only this pack, by its id. May be repeated.", valueName: "id"))
    var pack: [String] = []

    @Option(help: "xcstickers for a sticker pack app, xcassets for an extension inside a host app.")
    var form: CatalogForm?

    @Flag(help: "Write animations whose source is a folder of frames as .stickersequence.")
    var sequences = false

    @Flag(help: "Replace files of the same names that stickerd did not write or that were changed.")
    var replace = false

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let configuration = try folders.configuration()
            let settings = project.settings(language: configuration.language)
            let export = export(settings, language: configuration.language)
            let inputs = ExportInputs(
                configuration: configuration, command: try WorkerCommand.installed(), makesSequences: sequences)
            let package = project.catalogPackage
            let (outcome, count, notices) = try await SignalCancellation.run { [pack] in
                try await ScratchFolder.with { scratch in
                    var gathered = try await inputs.gather(pack, scratch: scratch)
                    if package != nil, gathered.count == 0 { gathered.notices.append(Self.noIcon) }
                    let outcome = try await BlockingExecutor.run { [gathered] in
                        guard let settings, let package else {
                            return try export.run(
                                count: gathered.count, pieces: gathered.pieces, packs: gathered.eachPack)
                        }
                        return try export.runApp(
                            settings, package: package, icon: gathered.firstPack, pieces: gathered.pieces)
                    }
                    let count = (
                        stickers: gathered.stickers,
                        pieces: gathered.pieces.reduce(0) { $0 + $1.pack.pieces.count }
                    )
                    return (outcome, count, gathered.notices + outcome.notices)
                }
            }
            report(outcome, count, notices)
            return 0
        }
    }

    private static let noIcon =
        "The app has no icon, because no exported pack contains stickers. Put pictures into Assets.xcassets → "
        + "iMessage App Icon."

    private func export(_ settings: ProjectSettings?, language: String) -> XcodeExport {
        let url = URL(filePath: target).standardizedFileURL
        var path = url.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard let kind = CatalogForm(rawValue: url.pathExtension) else {
            return XcodeExport(
                folder: path, form: form ?? .xcstickers, replacesOthers: replace, removesStale: pack.isEmpty,
                project: settings, language: language)
        }
        var parent = url.deletingLastPathComponent().path(percentEncoded: false)
        while parent.count > 1, parent.hasSuffix("/") { parent.removeLast() }
        return XcodeExport(
            folder: parent, form: form ?? kind, catalogName: url.lastPathComponent, replacesOthers: replace,
            removesStale: false, project: settings, language: language)
    }

    private func report(_ outcome: ExportOutcome, _ number: (stickers: Int, pieces: Int), _ notices: [String]) {
        let place = SummaryText.oneLine(FolderOptions.absolute(target))
        let count =
            NumberFormat.count(number.stickers, "sticker")
            + (number.pieces == 0 ? "" : ", " + NumberFormat.count(number.pieces, "piece"))
        for notice in notices { Output.warn(SummaryText.oneLine(notice)) }
        if output.json {
            JSONLines.write([
                "event": .text("exported"), "stickers": .number(number.stickers), "pieces": .number(number.pieces),
                "written": .list(outcome.written),
                "removed": .list(outcome.removed),
                "unchanged": .number(outcome.unchanged), "notices": .list(notices),
            ])
        } else if outcome.written.isEmpty, outcome.removed.isEmpty {
            Output.confirm("\(place): \(count); nothing changed (\(NumberFormat.count(outcome.unchanged, "file")))")
        } else {
            Output.confirm(
                "\(place): \(count); \(NumberFormat.count(outcome.written.count, "file")) written, "
                    + "\(NumberFormat.number(outcome.removed.count)) removed, \(NumberFormat.number(outcome.unchanged)) unchanged"
            )
        }
    }
}

extension CatalogForm: ExpressibleByArgument {}
