import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Determines the effects of a build without changing anything.
package struct BuildPreview: Sendable {
    /// The sources, grouped by the effect of a build. Paths are relative to the drop folder.
    package struct Result: Sendable {
        package var toRender: [String] = []
        /// Sources that are rejected because of the sidecar, the pack's settings, or a known result.
        package var toReject: [String] = []
        /// The missing sources of published stickers.
        package var toRemove: [String] = []
        /// Sources that would be deferred.
        package var waiting: [String] = []
        package var unchanged = 0
        /// The reason why a build would publish nothing. Nil without a publish hold.
        package var hold: String?
    }

    private let configuration: Configuration
    private let command: WorkerCommand
    private let notice: @Sendable (String) -> Void

    package init(
        configuration: Configuration, command: WorkerCommand, notice: @escaping @Sendable (String) -> Void
    ) {
        (self.configuration, self.command, self.notice) = (configuration, command, notice)
    }

    /// Determines the effects. If a state database exists, it first waits for exclusive use of the output, because only
    /// one process may rename a damaged state database.
    ///
    /// - Throws: `IntakeError` if the drop folder cannot be read; `EngineError`; `CancellationError`.
    package func run() async throws -> Result {
        guard FileManager.default.fileExists(atPath: "\(configuration.stateFolder)/\(Ledger.fileName)") else {
            return try await run(ledger: nil)
        }
        let lease = try await OutputLease.take(configuration, command: "stickerd build --dry-run", notice: notice)
        defer { withExtendedLifetime(lease) {} }
        let (ledger, warning) = try await Ledger.open(folder: configuration.stateFolder)
        if let warning { notice(warning) }
        return try await run(ledger: ledger)
    }

    private func run(ledger: Ledger?) async throws -> Result {
        let publisher = Publisher(out: configuration.out)
        let previous = PublishedCatalog.read(publisher, notice: notice)
        let published = PublishedSources(previous)
        let listing = try await BlockingExecutor.run { [configuration] in
            try DropScanner.list(configuration.drop, published: published)
        }
        let plan = try await plan(
            listing, published: published, assets: try publisher.listAssets(), previous: previous, ledger: ledger)
        var result = Result()
        let rejected = Set(plan.packs.flatMap(rejectedPaths))
        result.toReject = rejected.sorted()
        for source in plan.sources {
            switch source.step {
            case .render: result.toRender.append(source.path)
            case .reuse where rejected.contains(source.path): break
            case .reuse, .superseded, .duplicate: result.unchanged += 1
            case .wait: result.waiting.append(source.path)
            }
        }
        let sources = (previous?.finishedStickers ?? []).map(\.source.path)
        result.toRemove = Removals.preview(DropView(ofEverything: listing), sources: sources).retired.sorted()
        result.hold = PublishHold.read(configuration)?.reason
        return result
    }

    private func rejectedPaths(of plan: LibraryPlan.PackPlan) -> [String] {
        let entries = plan.sources.compactMap { source -> StickerEntry? in
            if case .reuse(let result) = source.step { source.entry(with: result) } else { nil }
        }
        let assembler = CatalogAssembler(configuration: configuration, previous: nil, assets: [])
        let rules = RuleSet(levels: configuration.rules.levels)
        let unrendered = plan.sources.filter { source in
            source.needsRendering
                && (plan.pack.findings + source.art.findings).contains { rules.judge($0)?.level == .error }
        }
        return assembler.rejectedPaths(of: entries, in: plan.pack) + unrendered.map(\.path)
    }

    private func plan(
        _ listing: DropListing, published: PublishedSources, assets: AssetNames, previous: Catalog?, ledger: Ledger?
    ) async throws -> LibraryPlan {
        let identification = ConfiguredWorkers(configuration: configuration, command: command).identification
        // `identity` stores the renderer's answer in the state folder. A preview must not create that folder.
        let identity =
            if ledger == nil { try await identification.description().identity } else {
                try await identification.identity()
            }
        let digests = try await ledger?.digests() ?? [:]
        let recipes = Recipes(
            configuration: configuration, backgrounds: try configuration.resolvedBackgrounds(), identity: identity)
        return try await Baseline(recipes, previous: previous, published: published, ledger: ledger, notice: notice)
            .planner(reading: SourceReader(known: { digests[$0] }, check: .writers), assets: assets)
            .plan(listing)
    }
}
