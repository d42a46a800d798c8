import ArgumentParser
import BuildEngine
import JobModel
import Service
import WorkerPool

/// `stickerd frames`: extracts an animation's frames.
struct FramesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames", abstract: "Take an animation apart into whole frames.",
        discussion: """
            Writes each frame as a player shows it: 0001.png, 0002.png and so on, and frames.json with the size of the \
            canvas, the number of loops, and how long each frame stays.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Option(
        name: .customLong("to"), help: ArgumentHelp("An empty folder, or a new one.", valueName: "folder"),
        completion: .directory)
    var target: String

    @Argument(help: "The animation.", completion: .file())
    var file: String

    func run() async throws {
        try await CommandRunner.run {
            let export = FrameExport(configuration: try folders.configuration(), command: try WorkerCommand.installed())
            switch try await SignalCancellation.run({ [file, target] in try await export.run(file, to: target) }) {
            case .frames(let listing):
                for finding in listing.findings { say(finding.resolvingPath(file).message) }
                let milliseconds = listing.frames.reduce(0) { $0 + $1.milliseconds }
                print(
                    "\(SummaryText.oneLine(target)): \(listing.frames.count) frames of \(listing.width) × "
                        + "\(listing.height) px, \(NumberFormat.number(milliseconds / 1000, digits: 2)) s")
                return 0
            case .rejected(let findings):
                for finding in findings { say("\(finding.resolvingPath(file).message) \(finding.fix)") }
                return 1
            }
        }
    }

    private func say(_ text: String) {
        Console.standardError.write("stickerd: \(SummaryText.oneLine(text))\n")
    }
}
