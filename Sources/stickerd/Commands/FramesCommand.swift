import ArgumentParser
import BuildEngine
import Foundation
import JobModel
import Service
import WorkerPool

/// `stickerd frames`: writes the frames of an animation as pictures.
struct FramesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames", abstract: "Write the frames of an animation as pictures.",
        discussion: """
            Writes each frame as a player shows it: 0001.png, 0002.png and so on, and frames.json with the size of the \
            canvas, the number of loops, and the duration of each frame. If the folder's name ends in .frames, its \
            sidecar with the frame rate and the number of loops is written beside it, so that both can be put into the \
            drop folder.
            """)

    @OptionGroup var folders: PublishedFolderOptions
    @OptionGroup var output: OutputOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "An empty or new folder to write to; by default the animation's name with .frames.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Argument(help: "The animation.", completion: .file())
    var file: String

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let target = folder ?? URL(filePath: file).deletingPathExtension().lastPathComponent + ".frames"
            let export = FrameExport(configuration: try folders.configuration(), command: try WorkerCommand.installed())
            switch try await SignalCancellation.run({ [file, target] in try await export.run(file, to: target) }) {
            case .frames(let listing):
                for finding in listing.findings { Output.note(finding.resolvingPath(file).message) }
                if !listing.hasEqualDelays {
                    Output.note("The frames have different durations. The sidecar contains the average frame rate.")
                }
                let milliseconds = listing.frames.reduce(0) { $0 + $1.milliseconds }
                report(
                    listing, target,
                    "\(SummaryText.oneLine(target)): \(NumberFormat.count(listing.frames.count, "frame")) of "
                        + "\(listing.width) × \(listing.height) px, "
                        + "\(NumberFormat.number(milliseconds / 1000, digits: 2)) s")
                return 0
            case .rejected(let findings):
                for finding in findings {
                    Output.warn(SummaryText.oneLine("\(finding.resolvingPath(file).message) \(finding.fix)"))
                }
                return 1
            }
        }
    }

    private func report(_ listing: FrameListing, _ target: String, _ text: String) {
        guard output.json else { return Output.confirm(text) }
        JSONLines.write([
            "event": .text("frames"), "output": .text(FolderOptions.absolute(target)),
            "frames": .number(listing.frames.count), "width": .number(listing.width), "height": .number(listing.height),
        ])
    }
}
