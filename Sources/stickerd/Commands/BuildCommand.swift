import ArgumentParser
import BuildEngine
import Foundation
import Service
import StickerConfiguration
import WorkerPool

/// `stickerd build`: renders and publishes the drop folder once.
struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Process the drop folder once, publish, and exit.")

    @OptionGroup var folders: FolderOptions
    @OptionGroup var workers: JobsOption

    @Flag(help: "Change nothing; list the sources that a build would render and the stickers that it would remove.")
    var dryRun = false

    @Flag(help: "Publish an empty manifest if the drop folder is empty, instead of stopping with an error.")
    var allowEmpty = false

    @Flag(help: "Retry files that could not be rendered because the decoder failed or took too long.")
    var retryFailed = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if dryRun, allowEmpty { throw ValidationError("--dry-run and --allow-empty: choose one of them.") }
        if dryRun, retryFailed { throw ValidationError("--dry-run and --retry-failed: choose one of them.") }
    }

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            var configuration = try folders.startingConfiguration()
            if let jobs = workers.jobs { configuration.jobs = jobs }
            if dryRun { return try await preview(configuration) }
            let console = BuildConsole(drop: configuration.drop)
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

    private func preview(_ configuration: Configuration) async throws -> Int32 {
        let preview = BuildPreview(
            configuration: configuration, command: try WorkerCommand.installed(), notice: { Output.note($0) })
        let result = try await SignalCancellation.run { try await preview.run() }
        if output.json {
            JSONLines.write(BuildPreviewText.event(result))
        } else {
            for line in BuildPreviewText.lines(result, all: output.verbose) { Output.result(line) }
        }
        return 0
    }
}
