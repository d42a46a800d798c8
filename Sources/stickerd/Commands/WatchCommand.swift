import ArgumentParser
import Daemon
import Foundation
import Pipeline

/// `stickerd watch`: everything that is in the drop folder, and everything that comes.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Process what is in the drop folder, and keep watching it.")

    @OptionGroup var folders: FolderOptions

    @Option(name: .shortAndLong, help: "How many sources are rendered at once; 0 for one a core.")
    var jobs: Int?

    @Flag(help: "Print one JSON object per event on standard output.")
    var json = false

    func validate() throws {
        if let jobs, !(0...256).contains(jobs) {
            throw ValidationError("--jobs: expected a number from 0 to 256, found \(jobs).")
        }
    }

    func run() async throws {
        try await Ending.reporting(json: json) {
            var configuration = try folders.configuration()
            if let jobs { configuration.jobs = jobs }
            let narrator = WatchNarrator(json: json, drop: configuration.drop)
            let run = WatchRun(
                configuration: configuration, command: try WorkerCommand.ownWorker(), observer: { narrator.tell($0) })
            try await Interruption.stopping { try await run.run() }
            return 0
        }
    }
}
