import ArgumentParser
import BuildEngine
import Foundation
import JobModel
import Logging
import Service
import StickerConfiguration
import Terminal
import WorkerPool

/// `stickerd rebuild`: renders every source again in a staging folder, and publishes the results in one step.
struct RebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Render all sources again, compare and repair the published files, and publish better results.",
        discussion: """
            The published files change in one step at the end. A rebuild that was stopped continues from that point. A \
            running `stickerd watch` continues, and new art has priority. See docs/guides/nightly.md.

            Exit status: 0 nothing needs attention; 1 something does, or --verify found a difference; 2 wrong usage or \
            configuration; 3 the environment failed.
            """)

    @OptionGroup var folders: FolderOptions

    @OptionGroup var workers: JobsOption

    @Option(help: "The compression effort: fast, balanced or max; never less than the configured effort.")
    var effort: EncodeSettings.Effort?

    @Option(
        help: ArgumentHelp(
            "Start no more sources after this time, such as 90s, 45m or 4h. The next rebuild continues with the "
                + "others.",
            valueName: "duration"),
        transform: TypedDuration.parsed)
    var timeLimit: TypedDuration?

    @Flag(help: "Change nothing; fail if the results of a rebuild would differ from the published files.")
    var verify = false

    @Flag(help: "Change nothing; report what a rebuild would change, in numbers and pictures.")
    var dryRun = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The folder for morning.html, morning.json and morning.xml (JUnit), instead of a folder in the state "
                + "folder. --verify and --dry-run write them only if this option is given.",
            valueName: "folder"), completion: .directory)
    var report: String?

    @Flag(
        help: ArgumentHelp(
            "Render into the cache of engine.url and change nothing else, so that a later rebuild finds all results "
                + "there.",
            discussion: "Several machines may do this at the same time, each with a different --shard."))
    var renderOnly = false

    @Option(
        help: ArgumentHelp(
            "With --render-only: the part that this machine renders, such as 3/8 for the third of eight parts.",
            valueName: "k/n"))
    var shard: RebuildShard?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if verify, dryRun { throw ValidationError("--verify and --dry-run: choose one of them.") }
        if renderOnly, verify || dryRun {
            throw ValidationError("--render-only cannot be combined with --verify or --dry-run.")
        }
        if shard != nil, !renderOnly { throw ValidationError("--shard needs --render-only.") }
        if verify, effort != nil {
            throw ValidationError(
                "--effort cannot be combined with --verify, which uses the effort of the published files.")
        }
    }

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            var configuration = try folders.startingConfiguration()
            if let jobs = workers.jobs { configuration.jobs = jobs }
            let console = BuildConsole(drop: configuration.drop)
            let run = RebuildRun(
                configuration: configuration, command: try WorkerCommand.installed(),
                mode: verify ? .verify : dryRun ? .preview : .publish, effort: effort, timeLimit: timeLimit?.duration,
                observer: { console.handle($0) })
            if renderOnly { return try await renderForCache(run) }
            let summary = try await SignalCancellation.run(within: .seconds(configuration.service.stopSeconds)) {
                [run] in
                try await run.run()
            }
            // A run that changes nothing does not replace the last report.
            let folder =
                report.map { FolderOptions.absolute($0) }
                ?? (run.mode == .publish ? configuration.stateFolder + "/morning" : nil)
            let paper = try folder.map { try RebuildReportWriter.write(summary, to: $0, configuration) }
            console.finish(summary, report: paper)
            if run.mode == .publish {
                try await SignalCancellation.run { [configuration] in
                    try await report(configuration, summary: summary, report: paper ?? "")
                }
            }
            return summary.exitStatus
        }
    }
}

extension RebuildCommand {
    /// Notifies the hooks. If a hook fails, the rebuild is still successful.
    private func report(_ configuration: Configuration, summary: RebuildSummary, report: String) async throws {
        guard !configuration.hooks.onRebuilt.isEmpty else { return }
        let metrics = Metrics()
        let logger = Logger.service(configuration.service, metrics: metrics)
        let text = summary.report.summaryLines(width: 10_000).joined(separator: "\n")
        try await Hooks.withHooks(
            configuration.hooks, drainLimit: .seconds(60), logger: logger, metrics: metrics
        ) { hooks in
            hooks.notify(.rebuilt(text, needsPerson: summary.report.needsPerson, report: report))
        }
    }
}

extension RebuildCommand {
    /// Renders sources only for the cache.
    ///
    /// - Returns: the exit status.
    private func renderForCache(_ run: RebuildRun) async throws -> Int32 {
        guard let shard = shard ?? RebuildShard(number: 1, count: 1) else { return 2 }
        let stopSeconds = run.configuration.service.stopSeconds
        let summary = try await SignalCancellation.run(within: .seconds(stopSeconds)) {
            try await run.renderForCache(shard)
        }
        let rejected = summary.notFinished > 0 ? ", \(summary.notFinished) of them rejected" : ""
        let text =
            "Shard \(shard.number) of \(shard.count): \(NumberFormat.count(summary.sources, "source")), "
            + "\(summary.cached) already in the cache, \(summary.rendered) rendered\(rejected), "
            + "\(summary.stored) stored."
        if output.json {
            JSONLines.write([
                "event": .text("stored"), "shard": .number(shard.number), "of": .number(shard.count),
                "sources": .number(summary.sources), "cached": .number(summary.cached),
                "rendered": .number(summary.rendered), "stored": .number(summary.stored), "message": .text(text),
            ])
        } else {
            Output.confirm(text)
        }
        return summary.isComplete ? 0 : 3
    }
}

extension RebuildShard: ExpressibleByArgument {
    /// Parses a shard, such as `3/8`.
    package init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
        self.init(number: number, count: count)
    }
}

extension EncodeSettings.Effort: ExpressibleByArgument {}

extension TypedDuration {
    /// - Throws: `ValidationError`.
    fileprivate static func parsed(_ text: String) throws -> TypedDuration {
        guard let duration = TypedDuration(text) else {
            throw ValidationError("expected \(expectation), found \"\(text)\"")
        }
        return duration
    }
}
