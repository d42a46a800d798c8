import Decisions
import FileAccess
import Foundation
import Intake
import JobModel
import Logging
import Publishing
import Review
import StateDatabase
import StickerCatalog
import StickerConfiguration

/// The part of a rebuild that has its turn at the output: it repairs, and publishes when all is there.
struct RebuildPublication: Sendable {
    let configuration: Configuration
    let command: WorkerCommand
    let choice: RebuildChoice
    let stage: RebuildWorkspace
    let logger: Logger
    let observer: @Sendable (BuildEvent) -> Void

    /// - Throws: `DaemonError`, `PublishError`, `IntakeError`, `CancellationError`.
    func run(_ night: inout RebuildSession) async throws {
        let lease = try await OutputLease.take(
            configuration, command: "stickerd rebuild", notice: { [observer] in observer(.notice($0)) })
        defer { withExtendedLifetime(lease) {} }
        let (ledger, notice) = try await Ledger.open(folder: configuration.stateFolder)
        if let notice { observer(.notice(notice)) }
        let publisher = Publisher(out: configuration.out)
        if let hold = PublishHold.read(configuration) {
            night.hold = .publishHold(hold)
        } else if night.remaining > 0 {
            night.hold = .incomplete(remaining: night.remaining)
        } else {
            try await publish(&night, publisher: publisher, ledger: ledger)
        }
        try await repair(&night, publisher: publisher)
        if night.after == nil { night.after = night.survey.catalog }
        night.seconds = max(0, Date().timeIntervalSince(night.time))
        let data = try JSONEncoder.dated.encode(night.report(configuration).night)
        try await ledger.record(night: data, at: night.time.formatted(.iso8601))
    }

    private func publish(_ night: inout RebuildSession, publisher: Publisher, ledger: Ledger) async throws {
        let survey = night.survey
        let previous = PublishedCatalog.read(publisher) { observer(.notice($0)) }
        let digests = try await ledger.digests()
        let look: RebuildIntake.Look
        switch try await self.look(survey, digests: digests, previous: previous, ledger: ledger) {
        case .take(let found): look = found
        case .frozen(let freeze):
            night.hold = .removals(freeze)
            return
        }
        // What was decided while everything was rendered counts as well.
        let decisions = try await DecisionState.read(
            folder: configuration.stateFolder, published: previous, notice: { [observer] in observer(.notice($0)) })
        if let loss = decisions.loss {
            night.hold = .decisionLoss(loss)
            return
        }
        let intact = publisher.assets.subtracting(survey.damagedOutputs)
        let known = KnownResults(
            ledger: ledger, previous: previous, notice: { [observer] in observer(.notice($0)) })
        let planner = BuildPlanner(
            recipes: choice.recipes, reader: SourceReader(known: { digests[$0] }, deferral: { look.deferred[$0] }),
            published: PublishedSources(previous), assets: intact, results: { try await known.of($0) })
        var choice = choice
        choice.decided = previous?.decidedPixels(decisions.reviews) ?? [:]
        let plan = choice.applied(to: try await planner.plan(look.listing))
        let sources = plan.sources
        let results = sources.compactMap { planned -> (String, StickerResult)? in
            guard case .reuse(let result) = planned.step, let fingerprint = planned.fingerprint else { return nil }
            return (fingerprint, result)
        }
        let staged = sources.flatMap(\.filesToPublish).filter { !intact.contains(OutputNames.asset($0)) }
        try await adopt(Set(staged), publisher: publisher)
        try await ledger.record(
            LedgerBatch(results: Dictionary(results) { first, _ in first }))
        let summary = try await pass(
            look.listing, plan: plan, planner: planner, assets: intact.union(staged.map(OutputNames.asset)),
            previous: previous, decisions: decisions, publisher: publisher, ledger: ledger,
            distrusted: night.survey.damagedOutputs.union(night.drifts.map(\.key)))
        night.after = summary.catalog
        night.before = previous
        let waiting = summary.outcomes.filter { $0.state == .waiting }
        night.stillWaiting = Dictionary(waiting.map { ($0.path, $0.reason) }) { first, _ in first }
        night.collectPictures(out: publisher.folder, store: SnapshotStore(configuration), stage: stage)
    }

    private func pass(
        _ listing: DropListing, plan: LibraryPlan, planner: BuildPlanner, assets: Set<String>,
        previous: Catalog?, decisions: DecisionState, publisher: Publisher, ledger: Ledger, distrusted: Set<String>
    ) async throws -> BuildSummary {
        let staging = Staging(publisher: publisher)
        defer { staging.close() }
        let icons = (previous?.packs ?? []).filter { pack in
            pack.icon.contains { distrusted.contains($0.path) || distrusted.contains($0.name) }
        }.map { "icon/\($0.id)" }
        return try await StickerPool.withWorkers(
            count: BuildRun.workers(configuration.jobs),
            command: command.confined(for: configuration, staging: publisher.workFolder), logger: logger
        ) { pool in
            try await BuildPass(
                configuration: configuration, backgrounds: choice.recipes.backgrounds, pool: pool, staging: staging,
                files: FinishedFiles(publisher: publisher, staging: staging, ledger: ledger), previous: previous,
                decisions: decisions,
                observer: { [observer] event in if case .notice = event { observer(event) } }, planner: planner,
                distrusted: distrusted.union(icons),
                approvals: InheritedApprovals(
                    decisions.reviews, catalog: previous, requiresApproval: configuration.requireApproval,
                    command: command.confined(for: configuration, staging: publisher.workFolder), logger: logger,
                    notice: { [observer] in observer(.notice($0)) })
            ).run(listing, plan: plan, assets: assets)
        }
    }

    /// Gives finished files their names by content, over damaged ones.
    private func adopt(_ files: Set<RenderedSticker.File>, publisher: Publisher) async throws {
        try await BlockingExecutor.run { [stage] in
            try stage.folder.sync()
            let links = files.map { (OutputNames.asset($0), stage.path(of: $0)) }
            try publisher.adopt(linking: Dictionary(links) { first, _ in first })
        }
    }

    /// The drop folder as it may be published now.
    private func look(
        _ survey: RebuildInputs, digests: [String: KnownDigest], previous: Catalog?, ledger: Ledger
    ) async throws -> RebuildIntake.Answer {
        let books = Dictionary(try await ledger.sources().map { ($0.path, $0) }) { first, _ in first }
        var known: [String: FileStat] = [:]
        for path in previous?.finishedStickers.map(\.source.path) ?? [] {
            known[path] = books[path]?.stamp ?? FileStat(size: 0, modified: 0, changed: 0, inode: 0, device: 0)
        }
        return try await BlockingExecutor.run { [known] in
            var intake = survey.intake
            return try intake.publishable(known: digests, published: known, damaged: survey.damagedSources)
        }
    }

    /// Puts sound files in the place of damaged ones, where publishing has not, and looks what is well again.
    private func repair(_ night: inout RebuildSession, publisher: Publisher) async throws {
        let damages = night.survey.damages
        let made = night.made.results.values.flatMap(\.result.files)
        let files = Dictionary(made.map { (OutputNames.asset($0), $0) }) { first, _ in first }
        let published = night.after ?? night.survey.catalog
        let store = SnapshotStore(configuration)
        let isPublished = night.hold == nil
        night.survey.damages = try await BlockingExecutor.run { [stage] in
            let folder = publisher.folder
            for damage in damages where damage.place == .output && damage.kind != .unknown {
                guard let file = files[damage.path] else { continue }
                if folder.read(damage.path).map(Digest.sha256) != file.sha256,
                    published?.assets.contains(damage.path) == true
                {
                    try folder.adopt(stage.path(of: file), as: damage.path)
                }
                try store.repair(file.sha256, from: stage.path(of: file))
            }
            let names = published?.names ?? [:]
            let bad = Set(damages.map(\.path))
            for (name, asset) in names where bad.contains(name) || bad.contains(asset) {
                if folder.exists(asset), !folder.isSame(name, asset) { try folder.link(asset, as: name) }
            }
            return damages.map { damage in
                var damage = damage
                if damage.place == .output {
                    damage.isRepaired = RebuildPublication.isWell(
                        damage, folder, names: names, isPublished: isPublished)
                }
                return damage
            }
        }
    }

    private static func isWell(
        _ damage: Damage, _ folder: OutputFolder, names: [String: String], isPublished: Bool
    ) -> Bool {
        if damage.kind == .unknown { return !folder.exists(damage.path) }
        let isAsset = damage.path.hasPrefix(OutputNames.assets + "/")
        guard let asset = isAsset ? damage.path : names[damage.path] else {
            // Publishing writes sheets and the manifest anew, and removes names that nobody wants any more.
            return isPublished
        }
        guard let bytes = folder.read(damage.path) else { return isAsset && !names.values.contains(asset) }
        return Digest.sha256(bytes) == OutputNames.digest(ofAsset: asset)
    }
}
