import Decisions
import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import Logging
import Publishing
import Reports
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest
import Synchronization
import WorkerPool

/// Renders all sources again into a separate workspace, and replaces the published files only when all results exist.
///
/// Rendering needs no output lock, and pauses while a watch has sources to render. The rebuild takes the lock only to
/// read the state database and to publish.
package struct RebuildRun: Sendable {
    /// The use of the results.
    package enum Mode: String, Codable, Sendable {
        /// Publishes results that `ReplacementPolicy` prefers to the published ones, and results of changed sources or
        /// settings.
        case publish
        /// Compares the results with the published files, and publishes nothing.
        case verify
        /// Lists the changes that `publish` would make, and publishes nothing.
        case preview
    }

    let workers: ConfiguredWorkers
    package let mode: Mode
    /// The compression effort. The configured effort is used if this value is nil or lower.
    package let effort: EncodeSettings.Effort?
    /// The time after which the rebuild starts no further rendering. Nil without a limit.
    package let timeLimit: Duration?
    package let observer: @Sendable (BuildEvent) -> Void

    package init(
        configuration: Configuration, command: WorkerCommand, mode: Mode, effort: EncodeSettings.Effort? = nil,
        timeLimit: Duration? = nil, logger: Logger = .silent, observer: @escaping @Sendable (BuildEvent) -> Void
    ) {
        workers = ConfiguredWorkers(configuration: configuration, command: command, logger: logger)
        self.mode = mode
        self.effort = effort
        self.timeLimit = timeLimit
        self.observer = observer
    }

    static let lockFile = "rebuild.lock"

    /// Runs the rebuild. If it fails or is stopped, the next rebuild reuses the finished results.
    ///
    /// - Throws: the errors of `BuildRun.run()`.
    package func run() async throws -> RebuildSummary {
        do {
            return try await prepareAndRun()
        } catch let error as PublishError {
            throw EngineError(error)
        }
    }

    private func prepareAndRun() async throws -> RebuildSummary {
        let begin = (time: Date(), clock: ContinuousClock.now)
        let lock = try OutputLock.take(
            folder: configuration.stateFolder, command: "stickerd rebuild", file: RebuildRun.lockFile)
        defer { withExtendedLifetime(lock) {} }
        try OutputFolder(configuration.out).refuseOtherThanFolder()
        let inputs = try await RebuildInputs.make(
            configuration, identity: try await workers.identification.identity(), observer: observer)
        let workspace = RebuildWorkspace(
            state: configuration.stateFolder, name: mode == .verify ? "verify" : "rebuild")
        let earlier = try await BlockingExecutor.run { try workspace.open() }
        let work = self.work(inputs)
        let pace = RebuildPace(
            stateFolder: configuration.stateFolder, deadline: timeLimit.map { begin.clock.advanced(by: $0) })
        let rendering = RebuildRendering(
            workers: workers, folders: configuration.jobFolders(inputs.recipes.backgrounds), workspace: workspace,
            pace: pace, approvals: mode == .verify ? nil : approvals(inputs),
            purpose: mode == .verify ? .verify : .rebuild, observer: observer)
        let made = try await rendering.run(work, earlier: earlier)
        var session = RebuildSession(inputs: inputs, mode: mode, effort: usedEffort, made: made, time: begin.time)
        session.work = work.map { ($0.fingerprint, $0.path) }
        session.remaining = work.filter { made.results[$0.fingerprint] == nil && made.waiting[$0.path] == nil }.count
        if mode != .preview, session.remaining == 0 { session.drifts = try await drifts(inputs, workspace: workspace) }
        switch mode {
        case .verify: verify(&session)
        case .preview: try await preview(&session, workspace: workspace)
        case .publish:
            try await publish(&session, workspace: workspace)
            try await drawLargeSheets(&session, pace: pace)
        }
        if session.remaining == 0, session.hold == nil, mode != .preview {
            try await BlockingExecutor.run { try workspace.clear() }
        }
        session.seconds = begin.clock.duration(to: .now) / .seconds(1)
        return RebuildSummary(
            report: session.report(configuration), pictures: session.pictures,
            catalog: session.after ?? Catalog(generator: StickerdVersion.generator, packs: [], rejected: []))
    }

    package var configuration: Configuration { workers.configuration }

    private func approvals(_ inputs: RebuildInputs) -> InheritedApprovals {
        workers.approvals(inputs.reviews, catalog: inputs.catalog) { [observer] in observer(.notice($0)) }
    }

    /// The effort of the new renderings, which is never lower than the configured effort.
    private var usedEffort: EncodeSettings.Effort {
        guard mode != .verify, let effort, configuration.recipe.encode.effort.harder.contains(effort) else {
            return configuration.recipe.encode.effort
        }
        return effort
    }

    private func choice(_ session: RebuildSession) -> RebuildChoice {
        RebuildChoice(
            recipes: session.inputs.recipes, effort: session.effort,
            made: session.made.results.mapValues(\.result), decided: session.inputs.decided)
    }

    /// The rendering tasks, one per fingerprint, for all sources that are not damaged. In the mode `verify`, only
    /// published sources are rendered. A source with damaged published files is also rendered with the effort of those
    /// files.
    func work(_ inputs: RebuildInputs) -> [RenderTask] {
        let choice = RebuildChoice(
            recipes: inputs.recipes, effort: usedEffort,
            made: [:], decided: inputs.decided)
        let fingerprints = RecipeFingerprints(inputs.recipes.fingerprint, published: [])
        var seen: Set<String> = []
        var work: [RenderTask] = []
        for task in inputs.plan.compactMap(\.task) where !inputs.damagedSources.contains(task.path) {
            if mode == .verify, !inputs.published.contains(task.fingerprint) { continue }
            let item = choice.work(task, fingerprints)
            if seen.insert(item.fingerprint).inserted { work.append(item) }
            if inputs.damagedFingerprints.contains(task.fingerprint), seen.insert(task.fingerprint).inserted {
                work.append(task)
            }
        }
        return work
    }

    // MARK: Outcome

    private func verify(_ session: inout RebuildSession) {
        let inputs = session.inputs
        for task in inputs.plan.compactMap(\.task) {
            guard !inputs.damagedSources.contains(task.path) else { continue }
            guard let sticker = inputs.stickers[task.path] else { continue }
            if sticker.fingerprint != task.fingerprint {
                session.differences.append(
                    .init(
                        path: task.path,
                        sentence: "\(task.path) would be rendered again: its source, its settings or a library "
                            + "changed since it was published."))
            } else if let new = session.made.results[task.fingerprint]?.result {
                let before = Set(StickerResult(of: sticker).files.map(\.sha256))
                let now = Set(new.files.map(\.sha256))
                guard before != now else { continue }
                session.differences.append(
                    .init(
                        path: task.path,
                        sentence:
                            "\(task.path) gives other bytes than the published ones, with the same settings and "
                            + "versions: \(now.subtracting(before).count) of \(now.count) files differ."))
            }
        }
        let names = Set(inputs.plan.map(\.art.path))
        for path in inputs.stickers.keys.sorted() where !names.contains(path) && !inputs.missingSources.contains(path) {
            session.differences.append(
                .init(path: path, sentence: "\(path) is published, but the source does not exist."))
        }
        for planned in inputs.plan
        where planned.needsRendering && inputs.stickers[planned.art.path] == nil
            && !inputs.rejected.contains(planned.art.path)
        {
            session.differences.append(
                .init(path: planned.art.path, sentence: "\(planned.art.path) is new and not published yet."))
        }
        session.differences += session.drifts.map(\.concern)
        session.after = inputs.catalog
    }

    private func preview(_ session: inout RebuildSession, workspace: RebuildWorkspace) async throws {
        let inputs = session.inputs
        let known = Dictionary(
            inputs.stickers.values.map { sticker in
                let result = StickerResult(of: sticker)
                result.compact()
                return (sticker.fingerprint, result)
            }, uniquingKeysWith: { first, _ in first })
        let publisher = Publisher(out: configuration.out)
        let staged = session.made.results.values.lazy.flatMap(\.result.files).map(OutputNames.asset)
        let assets = try publisher.listAssets().union(staged)
        var plan = choice(session).applied(
            to: inputs.plan.map { planned in
                guard let task = planned.task, let result = known[task.fingerprint] else { return planned }
                var planned = planned
                planned.step = .reuse(result)
                return planned
            })
        for index in plan.indices
        where plan[index].needsRendering || inputs.damagedSources.contains(plan[index].art.path) {
            plan[index].step = .wait(.notRendered)
        }
        let icons = Dictionary(inputs.catalog?.packs.map { ($0.id, $0.icon) } ?? []) { first, _ in first }
        session.after =
            ManifestStep(
                configuration: configuration, previous: inputs.catalog, assets: assets, reviews: inputs.reviews,
                areCompact: true
            )
            .run(
                inputs.listing, plan: plan, renderOutcomes: [:], icons: icons,
                removals: Removals.preview(DropView(ofEverything: inputs.listing), sources: inputs.stickers.keys)
            ).catalog
        try await session.collectPictures(configuration, workspace: workspace) { [observer] in observer(.notice($0)) }
    }

    private func publish(_ session: inout RebuildSession, workspace: RebuildWorkspace) async throws {
        // The publication plans the current sources again, so the earlier plan is released.
        session.inputs.plan = []
        session.inputs.stickers = [:]
        let publication = RebuildPublication(
            workers: workers, choice: choice(session), workspace: workspace, observer: observer)
        try await publication.run(&session)
    }
}

/// The result of a rebuild.
package struct RebuildSummary: Sendable {
    package var report: RebuildReport
    package var pictures: RebuildReportImages
    /// The published catalog, or the catalog that a publication would contain.
    package var catalog: Catalog

    /// The exit status of the command: 0 if no problem needs a person's attention, otherwise 1.
    package var exitStatus: Int32 { report.needsPerson == 0 ? 0 : 1 }
}
