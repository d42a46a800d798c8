import ArgumentParser
import BuildEngine
import Foundation
import Service
import StickerConfiguration
import WorkerPool

/// `stickerd build`: renders and publishes the drop folder once.
struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Process what is in the drop folder once, publish, and exit.")

    @OptionGroup var folders: FolderOptions

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "The number of sources rendered at once; 0 for one per core.")
    var jobs: Int?

    @Flag(help: "Print one JSON object per event on standard output.")
    var json = false

    @Flag(help: "Publish an empty catalog when the drop folder is empty, instead of refusing.")
    var allowEmpty = false

    @Flag(help: "Retry files that could not be rendered: they made the decoder fail, or took too long.")
    var retryFailed = false

    func validate() throws {
        if let jobs, !(0...256).contains(jobs) {
            throw ValidationError("--jobs: expected a number from 0 to 256, found \(jobs).")
        }
    }

    func run() async throws {
        try await CommandRunner.run(json: json) {
            var configuration = try folders.configuration()
            if let jobs { configuration.jobs = jobs }
            let console = BuildConsole(json: json, drop: configuration.drop)
            let run = BuildRun(
                configuration: configuration, command: try WorkerCommand.installed(), allowsEmpty: allowEmpty,
                retriesFailures: retryFailed, observer: { console.handle($0) })
            let summary = try await SignalCancellation.run(within: .seconds(configuration.service.stopSeconds)) {
                [run] in
                try await run.run()
            }
            console.finish(summary, out: configuration.out)
            return summary.exitStatus
        }
    }
}
