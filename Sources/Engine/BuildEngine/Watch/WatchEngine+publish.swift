import DropWatcher
import FileAccess
import Intake
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

extension WatchEngine {
    /// The part of the library that a publication changes.
    private struct Scope {
        var changed: ChangedFolders
        var packs: PackScope
        var plan: [PlannedSource]
        /// The published catalog of these packs and stickers.
        var previous: Catalog?
        /// Results that are published for the first time, by fingerprint.
        var finished: [String: StickerResult]
    }

    /// Publishes finished results. Postpones the publication if the last one was recent and more results are expected,
    /// if there are no results yet, or if publishing is on hold.
    ///
    /// - Parameters:
    ///   - start: the start of the cycle.
    ///   - isBusy: whether renderings are pending.
    /// - Returns: false if the publication was postponed.
    mutating func publish(since start: ContinuousClock.Instant, isBusy: Bool) async throws -> Bool {
        if isBusy, let later = published.timing.mayPublish(at: clock.now) ?? mayRecordRenderings() {
            schedule[.publish] = later
            return false
        }
        try await compareOutput()
        let hold = PublishHold.read(context.configuration)
        if let hold, hold != published.hold { context.notify(.notice(hold.reason)) }
        published.hold = hold
        guard hold == nil else {
            schedule[.publish] = clock.now.advanced(by: timing.holdCheck)
            return false
        }
        startIcons()
        let isComplete = published.publication == nil
        if isComplete { library.publishEverything() }
        publishReplacedSources()
        let removals = try await decideRemovals(
            of: isComplete ? PackScope(published.catalog?.packIDs ?? []) : possiblyMissing)
        publish(retired: removals.retired)
        try await planForgottenFolders()
        let scope = scope(isComplete: isComplete)
        guard isComplete || !scope.changed.isEmpty || !scope.packs.isEmpty else {
            renders.clearFinished()
            return true
        }
        do {
            try await publish(scope, removals: removals)
        } catch let missing as PublishSession.MissingFiles {
            // The results with missing files are rendered again. The next cycle publishes the other results.
            renders.discard(missing.fingerprints)
            schedule[.publish] = clock.now
            return false
        }
        renders.clearFinished()
        published.timing.published(at: clock.now, took: start.duration(to: clock.now))
        schedule[.report] = clock.now.advanced(by: timing.report)
        if !library.unsettled.isEmpty { schedule[.unsettled] = clock.now.advanced(by: timing.unsettled) }
        return true
    }

    /// The time of the next publication if there are no results to publish yet. Nil if the publication may start now.
    private mutating func mayRecordRenderings() -> ContinuousClock.Instant? {
        guard published.publication != nil, library.onlyRenders(besides: { renders.finished[$0] != nil }) else {
            return nil
        }
        return published.timing.mayRecordRenderings(at: clock.now, after: timing.rendering)
    }

    /// Plans folders that must be published although their files did not change, and whose plan was discarded.
    private mutating func planForgottenFolders() async throws {
        _ = try await plan(ChangedFolders(library.forgotten))
        let isNew = library.tasks.contains {
            renders.finished[$0.fingerprint] == nil && !renders.awaited.contains($0.fingerprint)
        }
        if isNew { schedule[.publish] = clock.now }
    }

    /// Schedules the stickers of removed sources for removal.
    private mutating func publish(retired: Set<String>) {
        library.publish(sources: retired)
        // If the folder now belongs to another pack, the pack that contains the sticker must be published too.
        let others = retired.filter { path in
            sources[path].entry?.pack != library.publishedID(of: DropIndex.folder(ofFileAt: path))
        }
        guard !others.isEmpty else { return }
        let packs = published.catalog?.finishedPacks.filter { pack in
            pack.stickers.contains { others.contains($0.source.path) }
        }
        library.publish(packs: Set(packs?.map(\.id) ?? []))
    }

    /// Determines the scope of the next publication.
    ///
    /// - Parameter isComplete: whether the whole library is published.
    private mutating func scope(isComplete: Bool) -> Scope {
        var (changed, ids) = library.publishing
        if isComplete {
            changed.insert(sources.entryFolders)
            changed.insert(changed.names)
            ids.formUnion(published.catalog?.packIDs ?? [])
        }
        var parts = PackScope()
        for folder in changed.names {
            guard let paths = changed.sources(in: folder) else { continue }
            guard let related = related(to: paths, in: folder), let pack = library[folder]?.pack else {
                changed.insert([folder])
                continue
            }
            changed.insert(sources: related.paths)
            parts.add(PackScope.Part(ids: related.ids, paths: related.paths, order: pack.settings.order), of: pack.id)
            ids.remove(pack.id)
        }
        for id in ids { parts.add(nil, of: id) }
        if !isComplete { published.expand(parts.wholePacks) }
        let plan = library.plannedSources(of: changed)
        let current = Set(plan.compactMap(\.fingerprint))
        return Scope(
            changed: changed, packs: parts, plan: plan,
            previous: isComplete ? published.catalog : published.catalog?.part(of: parts),
            finished: renders.finished.filter { current.contains($0.key) })
    }

    /// Finds the sources that must be published together: the given sources, the missing sources of the folder, and all
    /// related sources. Also returns the ids of their stickers. Nil if the whole folder must be published.
    private mutating func related(to paths: Set<String>, in folder: String) -> (paths: Set<String>, ids: Set<String>)? {
        guard let pack = library[folder]?.pack?.id else { return nil }
        let missing = sources.missing.filter { DropIndex.folder(ofFileAt: $0) == folder }
        let published = published.sources
        return library.related(
            to: paths.union(missing), in: folder, published: { published.identity(of: $0, in: pack) },
            made: renders.finished)
    }

    private mutating func publish(_ scope: Scope, removals: Removals) async throws {
        let listing = library.listing(of: scope.changed)
        let restoring = restoredAssets(in: scope)
        var assembly = ManifestStep(
            configuration: context.configuration, previous: scope.previous,
            assets: presentAssets(of: scope, restoring: restoring), reviews: reviews.state.reviews
        )
        .run(
            listing, plan: scope.plan, renderOutcomes: renderOutcomes(of: scope.plan), icons: icons.made.renditions,
            removals: removals)
        let earlier =
            published.catalog ?? Catalog(generator: StickerdVersion.generator, packs: [], rejected: [])
        let catalog = earlier.replacing(scope.packs, by: assembly.catalog)
        // If the part has not changed, this is the previous value, which shares its memory.
        assembly.catalog = catalog.part(of: scope.packs)
        work.packsAssembled += scope.packs.packs.count
        work.sourcesAssembled += scope.plan.count
        let entries = entries(of: scope, assembly, listing: listing, removals: removals)
        var batch = sources.changes(to: entries.stored, in: scope.changed)
        batch.results = scope.finished
        batch.artifacts = icons.made.artifacts
        batch.removedArtifacts = icons.removedArtifacts
        try await publish(catalog, assembly: assembly, scope: scope, batch: batch, restoring: restoring)
        notify(
            assembly, plan: scope.plan, removals: removals, changed: scope.changed, listing: listing,
            entries: entries.found, stored: entries.stored)
        reportUnapproved(of: scope.packs.packs)
    }

    /// Creates the new rows of the state database for the published part.
    ///
    /// - Returns: the rows of existing files (`found`), and the rows to store (`stored`). The rows to store also
    ///   include missing sources whose stickers are not removed yet, and omit postponed sources.
    private func entries(
        of scope: Scope, _ assembly: ManifestStep.Assembly, listing: DropListing, removals: Removals
    ) -> (found: [LedgerSource], stored: [LedgerSource]) {
        let postponed = Set(scope.plan.filter { $0.deferral == .postponed }.map(\.path))
        let found = LedgerEntries.of(scope.plan, outcomes: assembly.outcomes, ignored: listing.ignored)
        let kept = removals.kept.filter(scope.changed.containsSource)
        let stored = LedgerEntries.of(
            scope.plan, outcomes: assembly.outcomes, ignored: listing.ignored,
            kept: kept.sorted().compactMap { sources[$0].entry }
        ).filter { !postponed.contains($0.path) }
        return (found, stored)
    }

    /// The assets that stickers of the published part can use, including those that are being rendered again.
    private func presentAssets(of scope: Scope, restoring: Set<String>) -> AssetNames {
        let made = Set(scope.finished.values.flatMap(\.files).map(OutputNames.asset))
        let candidates = scope.previous?.finishedStickers.flatMap(\.files) ?? []
        return AssetNames(
            candidates.filter { published.assets.contains($0) || made.contains($0) || restoring.contains($0) })
    }

    /// The missing assets of the manifest that are being rendered again, or that will be rendered when their source is
    /// no longer deferred. Their stickers stay in the manifest. Otherwise, a sticker that the current rules reject
    /// could not be published again.
    private func restoredAssets(in scope: Scope) -> Set<String> {
        let awaited = Set(scope.plan.compactMap(\.task?.fingerprint).filter { scope.finished[$0] == nil })
        let waiting = Set(scope.plan.filter { $0.deferral != nil }.map(\.path))
        var files = published.publication?.missing ?? []
        if !waiting.isEmpty || !awaited.isDisjoint(with: published.sources.fingerprints) {
            let stickers = (scope.previous?.finishedStickers ?? [])
                .filter { awaited.contains($0.fingerprint) || waiting.contains($0.source.path) }
            files.formUnion(stickers.flatMap(\.files))
        }
        guard !files.isEmpty else { return [] }
        return files.filter { !published.assets.contains($0) }
    }

    private func renderOutcomes(of plan: [PlannedSource]) -> [String: SourceRenderer.Outcome] {
        var renderOutcomes: [String: SourceRenderer.Outcome] = [:]
        for task in plan.compactMap(\.task) {
            renderOutcomes[task.path] = renders.finished[task.fingerprint].map { .result($0) } ?? .wait(.rendering)
        }
        return renderOutcomes
    }

    /// Publishes a manifest with unchanged sheets.
    private mutating func publish(
        _ catalog: Catalog, assembly: ManifestStep.Assembly, scope: Scope, batch: LedgerBatch, restoring: Set<String>
    ) async throws {
        if published.timing.startsBurst(at: clock.now, after: timing.burst) { published.baseline = published.catalog }
        var names = published.publication?.names ?? PublishedNames(catalog)
        if published.publication != nil { names.replace(scope.packs, by: catalog) }
        let isSame = published.publication != nil && catalog == published.catalog
        var session = context.publishSession(
            .changes(catalog, names: names, sheets: sheets.current(in: context.publisher), isSame: isSame),
            after: published.publication)
        session.adoption = .finished(scope.finished, context.staging)
        session.missing = restoring.subtracting(scope.finished.values.flatMap(\.files).map(OutputNames.asset))
        session.record = { _ in .add(batch) }
        let changesNothing = isSame && scope.finished.isEmpty && published.publication?.missing.isEmpty == true
        session.progress = changesNothing ? .none : progress(of: scope.packs.packs)
        let result: PublishSession.Published
        do {
            result = try await session.run()
        } catch let missing as PublishSession.MissingFiles {
            throw missing
        } catch {
            // The manifest may have been replaced before the failure, so it is read again.
            if resting == nil, let now = PublishedCatalog.read(context.publisher, notice: { _ in }) {
                published.reread(now)
            }
            throw error
        }
        completion.note(session.progress)
        take(result, catalog: catalog, assembly: assembly, scope: scope)
    }

    /// Records a publication.
    private mutating func take(
        _ result: PublishSession.Published, catalog: Catalog, assembly: ManifestStep.Assembly, scope: Scope
    ) {
        if result.replacedManifest { context.notify(.manifestReplaced) }
        work.rowsWritten += result.rows
        work.filesTouched += result.files.files
        work.bytesWritten += result.files.bytes
        work.manifestBytes += result.files.manifestBytes
        context.notify(.publication(work))
        work = PublishWork()
        let before = published.publication
        published.publication = result.publication
        let made = scope.finished.values.flatMap(\.files).map(OutputNames.asset)
        for asset in (scope.previous?.assets ?? []).union(made) where !result.publication.names.isNamed(asset: asset) {
            published.assets.remove(asset)
        }
        published.assets.formUnion(made.filter(result.publication.names.isNamed))
        let changed = scope.packs.packs.filter { id in
            assembly.catalog.part(of: [id]) != scope.previous?.part(of: [id])
        }
        sheets.note(changed, isComplete: before == nil)
        report.isStale = true
        // The publication marked the recorded state as incomplete, even if it did not change the manifest.
        completion.manifest = nil
        published.replace(scope.packs, by: assembly.catalog, earlier: scope.previous, in: catalog)
        library.published(
            scope.changed, packs: scope.packs.packs, outcomes: assembly.outcomes, finished: scope.finished,
            hasNews: !changed.isEmpty)
        icons.removedArtifacts = []
    }
}
