import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import WorkerPool

/// One of the equal parts into which a rebuild is divided between several machines.
package struct RebuildShard: Hashable, Sendable {
    /// The number of this part, from 1 to `count`.
    package var number: Int
    package var count: Int

    /// - Returns: nil unless `number` is from 1 to `count`.
    package init?(number: Int, count: Int) {
        guard count >= 1, (1...count).contains(number) else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// Whether the shard includes the source with this fingerprint. The answer is the same on every machine.
    package func contains(_ fingerprint: String) -> Bool {
        let hash = Digest.sha256([UInt8](fingerprint.utf8)).prefix(8)
        return (UInt64(hash, radix: 16) ?? 0) % UInt64(count) == UInt64(number - 1)
    }
}

/// The result of rendering a part of a library for the cache.
package struct ShardSummary: Sendable {
    package var sources = 0
    package var rendered = 0
    /// The number of sources whose result was in the cache before the run.
    package var cached = 0
    /// The number of sources that were rejected or are unreadable. The build that publishes the library reports them.
    package var notFinished = 0
    /// The number of results that were added to the cache.
    package var stored = 0

    package init() {}

    /// Whether the results of all rendered sources were added to the cache, except those of rejected and unreadable
    /// sources.
    package var isComplete: Bool { stored == rendered - notFinished }
}

extension RebuildRun {
    /// Renders a part of the library, and stores the results in the cache of the engine. Can run on many machines at
    /// the same time, because it uses a temporary state folder and does not lock the real one.
    ///
    /// - Throws: the errors of `run()`; `EngineError.configuration` if `engine.url` is not set.
    package func renderForCache(_ shard: RebuildShard) async throws -> ShardSummary {
        guard configuration.engine.url != nil else {
            throw EngineError.configuration(
                "--render-only renders for the cache of an engine, and engine.url is not set. Set it in pipeline.json.")
        }
        let scratch =
            FileManager.default.temporaryDirectory.path(percentEncoded: false) + "/stickerd-"
            + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: scratch, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        var own = configuration
        own.state = scratch
        // The shard renders all its sources on this machine, and verifies none. The machine that later reads the
        // results from the cache verifies a sample of them.
        (own.engine.write, own.engine.jobs, own.engine.verifyShare) = (true, 0, 0)
        let run = RebuildRun(
            configuration: own, command: workers.command, mode: .publish, effort: effort, timeLimit: timeLimit,
            logger: workers.logger, observer: observer)
        do {
            return try await run.renderShard(shard)
        } catch let error as PublishError {
            throw EngineError(error)
        }
    }

    private func renderShard(_ shard: RebuildShard) async throws -> ShardSummary {
        let inputs = try await RebuildInputs.make(
            configuration, identity: try await workers.identification.identity(), readsState: false, observer: observer)
        let workspace = RebuildWorkspace(state: configuration.stateFolder, name: "shard")
        let earlier = try await BlockingExecutor.run { try workspace.open() }
        let work = self.work(inputs).filter { shard.contains($0.fingerprint) }
        let rendering = RebuildRendering(
            workers: workers, folders: configuration.jobFolders(inputs.recipes.backgrounds), workspace: workspace,
            pace: RebuildPace(
                stateFolder: configuration.stateFolder,
                deadline: timeLimit.map { ContinuousClock.now.advanced(by: $0) }), observer: observer)
        let made = try await rendering.run(work, earlier: earlier)
        var summary = ShardSummary()
        summary.sources = work.count
        (summary.cached, summary.stored) = (made.farm?.cached ?? 0, made.farm?.stored ?? 0)
        summary.rendered = made.rendered - summary.cached
        summary.notFinished = made.results.values.count { $0.result.output == nil }
        return summary
    }
}
