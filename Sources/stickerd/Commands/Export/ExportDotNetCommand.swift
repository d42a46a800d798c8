import ArgumentParser
import BuildEngine
import DotNetExport
import FileAccess
import JobModel
import Service
import SheetModel
import StickerConfiguration
import WorkerPool
import XcodeExport

/// `stickerd export dotnet`: writes a .NET for iOS solution.
struct ExportDotNetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dotnet", abstract: "Write a solution for .NET for iOS: an iMessage app in C#.",
        discussion: """
            Writes an app, its Messages extension with the published stickers, StickerNames.cs with a name for each \
            sticker, message and game piece, and the client in C#. The solution is built on a Mac. .NET cannot build a \
            sticker pack without code. Files that you changed are kept, and unchanged files are not written again. See \
            docs/guides/dotnet.md.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Option(
        name: [.customShort("o"), .customLong("output"), .customLong("to")],
        help: ArgumentHelp("The folder to write to.", valueName: "folder"), completion: .directory)
    var target: String

    @Option(help: ArgumentHelp("The app's name.", valueName: "name"))
    var name: String

    @Option(
        name: [.customLong("bundle-id"), .customLong("id")],
        help: ArgumentHelp("The app's bundle identifier, such as com.example.cats.", valueName: "id"))
    var bundleID: String

    @Option(help: ArgumentHelp("The version that people see; 1.0 if not given.", valueName: "version"))
    var versionNumber: String?

    @Option(
        help: ArgumentHelp(
            "The build number, which must increase with each upload; 1 if not given.", valueName: "number"))
    var buildNumber: String?

    @Option(
        help: ArgumentHelp("The oldest version of iOS that the app supports; 16.0 if not given.", valueName: "version"))
    var ios: String?

    @Option(
        help: ArgumentHelp(
            "messages offers the app only in Messages; media offers its stickers beside the system's stickers in all "
                + "apps, but then the app can insert only stickers.", valueName: "where"))
    var contexts: PresentationContexts?

    @Flag(help: "Replace files of the same names that stickerd did not write or that were changed.")
    var replace = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let configuration = try folders.configuration()
            let settings = ProjectSettings(
                name: name, bundlePrefix: bundleID, version: versionNumber ?? "1.0", build: buildNumber ?? "1",
                minimumSystem: ios ?? "16.0", language: configuration.language, contexts: contexts ?? .messages)
            let inputs = ExportInputs(
                configuration: configuration, command: try WorkerCommand.installed(), makesSequences: false)
            let export = DotNetExport(out: configuration.out, settings: settings, replacesOthers: replace)
            let target = FolderOptions.absolute(target)
            let (summary, notices) = try await SignalCancellation.run {
                try await ScratchFolder.with { scratch in
                    let gathered = try await inputs.gather([], scratch: scratch)
                    let summary = try await BlockingExecutor.run {
                        try export.run(to: target, icon: gathered.firstPack, pieces: gathered.pieces)
                    }
                    return (summary, gathered.notices + summary.project.notices)
                }
            }
            report(summary, notices, target)
            return 0
        }
    }

    private func report(_ summary: DotNetExport.Summary, _ notices: [String], _ target: String) {
        for notice in notices { Output.warn(SummaryText.oneLine(notice)) }
        let written = summary.project.written.count + summary.assets.written
        if output.json {
            JSONLines.write([
                "event": .text("exported"), "to": .text(target), "stickers": .number(summary.assets.stickers),
                "messages": .number(summary.assets.messages), "pieces": .number(summary.assets.pieces),
                "bytes": .number(summary.assets.bytes), "written": .number(written),
                "removed": .number(summary.assets.removed + summary.project.removed.count), "notices": .list(notices),
            ])
        } else {
            Output.confirm(
                "\(SummaryText.oneLine(target)): \(NumberFormat.count(summary.assets.stickers, "sticker")), "
                    + "\(NumberFormat.size(summary.assets.bytes)); \(NumberFormat.count(written, "file")) written")
        }
    }
}
