import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import WorkerPool

/// One of the equal parts of a rebuild that several machines share.
package struct RebuildShard: Hashable, Sendable {
    /// From 1.
    package var number: Int
    package var count: Int

    /// - Returns: nil unless the number is from 1 to the count.
    package init?(number: Int, count: Int) {
        guard count >= 1, (1...count).contains(number) else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// Whether a source belongs to the shard, by its fingerprint, so that every machine decides the same.
    package func contains(_ fingerprint: String) -> Bool {
        let hash = Digest.sha256([UInt8](fingerprint.utf8)).prefix(8)
        return (UInt64(hash, radix: 16) ?? 0) % UInt64(count) == UInt64(number - 1)
    }
}

/// The result of rendering a part of a library for the cache.
package struct ShardSummary: Sendable {
    package var sources = 0
    package var rendered = 0
    /// In the cache already.
    package var cached = 0
    /// The number of sources that were rejected or are unreadable. Each is reported at its publication.
    package var notFinished = 0
    package var stored = 0

    package init() {}

    /// Whether everything that can be in the cache is.
    package var isComplete: Bool { stored == rendered - notFinished }
}

extension RebuildRun {
    /// Renders a part of the library for the cache, and changes nothing else: it needs neither the state folder nor its locks,
    /// so that it runs on many machines at the same time.
    ///
    /// - Throws: as `run()`; `EngineError.configuration` if no cache is written.
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
        // The shard renders itself. Whoever takes its results from the cache compares a share of them.
        (own.engine.write, own.engine.jobs, own.engine.verifyShare) = (true, 0, 0)
        let run = RebuildRun(
            configuration: own, command: command, mode: .publish, effort: effort, timeLimit: timeLimit, logger: logger,
            observer: observer)
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
            observer: observer,
            pace: RebuildPace(
                stateFolder: configuration.stateFolder,
                deadline: timeLimit.map { ContinuousClock.now.advanced(by: $0) }))
        let made = try await rendering.run(work, earlier: earlier)
        var summary = ShardSummary()
        summary.sources = work.count
        (summary.cached, summary.stored) = (made.farm?.cached ?? 0, made.farm?.stored ?? 0)
        summary.rendered = made.rendered - summary.cached
        summary.notFinished = made.results.values.count { $0.result.output == nil }
        return summary
    }
}
