import FileAccess
import Intake
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Loads packs at rest when they change.
extension WatchEngine {
    /// Loads the packs at rest in some folders. If these packs cannot be loaded separately, all packs are loaded.
    ///
    /// - Throws: `EngineError` if the state database cannot be read; the errors of `readEverything`.
    mutating func takeUp(_ folders: Set<String>) async throws {
        guard var others = resting, let publication = published.publication else { return }
        let folders = folders.filter(others.contains)
        guard !folders.isEmpty else { return }
        let entries = others.entries(of: folders)
        let packs = try await WatchStart.PublishedPacks.read(
            entries, folders: folders, rulesOff: published.catalog?.rulesOff ?? [], publisher: context.publisher,
            ledger: context.ledger)
        let store = SnapshotStore(context.configuration)
        let (isTaken, rest) = try await BlockingExecutor.run { [others] in
            var rest = others
            return (rest.remove(folders, store), rest)
        }
        others = rest
        guard let packs, isTaken, publication.manifest != nil else { return try await readEverything() }
        resting = others
        published.include(packs, besides: others)
        report.catalog = report.catalog?.replacing(packs.catalog.packIDs, by: packs.catalog)
        sources.include(digests: packs.digests, entries: packs.entries, catalog: packs.catalog)
        icons.include(packs.catalog)
        if !packs.catalog.reviewedStickers.isEmpty { reviews.readAgain() }
        feedback = try await BlockingExecutor.run { [feedback] in
            var feedback = feedback
            feedback.include(folders)
            return feedback
        }
        reported.needsFeedback = true
        library.plan(folders)
        library.publish(packs: Set(entries.map(\.id)))
        schedule.list(folders)
        schedule.needsPublishing = true
    }

    /// Loads one of the large packs while the watch is idle, so that a later change of this pack is published without
    /// delay.
    mutating func takeUpLargePack(isIdle: Bool) async throws {
        guard isIdle, reported.isReady, resting != nil, let folder = largePacks.folders.popLast() else { return }
        try await takeUp([folder])
        schedule[.publish] = clock.now
    }

    /// Loads the packs whose folders have changed.
    mutating func takeUpChanged() async throws {
        guard let resting else { return }
        let drop = context.configuration.drop
        guard let now = try await BlockingExecutor.run({ DirectoryFingerprint.folders(of: drop) }) else {
            return try await readEverything()
        }
        let before = resting.fingerprintsByFolder
        try await takeUp(Set(before.keys.filter { before[$0] != now[$0] }))
    }

    /// Loads all packs, so that no pack is at rest.
    mutating func readEverything() async throws {
        output.isOutdated = true
        try await reloadIfOutdated()
    }

    /// Examines the files of packs at rest in the output folder. If a file has changed, all packs are loaded, so that
    /// the next publication repairs the file.
    ///
    /// - Returns: whether the files are unchanged.
    mutating func examineResting() async throws -> Bool {
        guard let resting else { return true }
        let folder = context.publisher.folder
        guard try await BlockingExecutor.run({ resting.areIntact(in: folder) }) else {
            try await readEverything()
            return false
        }
        return true
    }

    /// Records the numbers of sources and stickers, the deferrals and the unused files for `stickerd status`.
    func recordStatus() {
        context.status.record(
            sources: library.index.map { $0.artCount + (resting?.stickerCount ?? 0) }, catalog: published.catalog,
            atRest: resting.map {
                StatusRecorder.AtRest(
                    stickers: $0.publishedCount, awaitingApproval: $0.awaitingCount, unapproved: $0.unapprovedCount)
            }, deferred: sources.deferrals.mapValues(\.description), unused: reported.unused ?? [])
    }
}

/// The large packs, which are loaded while the watch is idle.
package struct LargePacks {
    /// The folders of the large packs that are not loaded yet.
    package var folders: [String]
    /// The number of stickers in all large packs.
    package let stickerCount: Int

    package init(_ resting: RestingPacks?) {
        folders = resting?.largest ?? []
        stickerCount = resting?.stickerCount(of: folders) ?? 0
    }
}

/// The record of the last complete state, from which the next start finds packs at rest.
package struct CompletionState {
    /// The inputs at the time when all sources were published. They are recorded after the drop folder has been listed
    /// again. Nil if there is nothing to record.
    var candidate: UpToDateCheck.Origin?
    /// The bytes of the manifest of the recorded state. Nil if no current state is recorded.
    var manifest: [UInt8]?
    /// The ids of packs that are marked in the state database as changed since the recorded state.
    private var touched: Set<String> = []

    package init() {}

    /// The packs that must be marked as changed in the state database before they are published.
    package func progress(of packs: Set<String>) -> PublishSession.Progress {
        let news = packs.subtracting(touched)
        return news.isEmpty ? .none : .packs(news)
    }

    /// Notes that packs were marked as changed in the state database.
    package mutating func note(_ progress: PublishSession.Progress) {
        switch progress {
        case .none: break
        case .packs(let packs): touched.formUnion(packs)
        case .everything: touched = []
        }
    }

    /// Notes that a complete state was recorded in the state database.
    package mutating func noted(_ manifest: [UInt8]) {
        self.manifest = manifest
        touched = []
    }
}

/// Records complete states, so that the next start and the next `build` do not have to examine all packs.
extension WatchEngine {
    private var check: UpToDateCheck { UpToDateCheck(recipes: context.recipes) }

    /// The packs that must be marked as changed in the state database before they are published.
    ///
    /// - Parameter packs: the ids of the packs to publish.
    func progress(of packs: Set<String>) -> PublishSession.Progress {
        published.publication == nil ? .everything : completion.progress(of: packs)
    }

    /// The packs that must be marked as changed in the state database before their sheets are published.
    ///
    /// - Parameter names: the names of the sheets in the output folder.
    func progress(ofSheets names: Set<String>) -> PublishSession.Progress {
        // Ids contain no dots.
        progress(of: Set(names.map { String($0.dropFirst(OutputNames.sheets.count + 1).prefix { $0 != "." }) }))
    }

    /// Removes the unused files of an interrupted run after all sources are published.
    mutating func removeLeftovers(isIdle: Bool) async throws {
        guard isIdle, !published.leftovers.isEmpty, icons.task == nil, published.hold == nil,
            let publication = published.publication
        else { return }
        var session = context.publishSession(.publication(publication), after: publication)
        session.progress = .none
        session.unused = published.leftovers
        _ = try await session.run()
        for asset in published.leftovers where !publication.names.isNamed(asset: asset) {
            published.assets.remove(asset)
        }
        published.leftovers = []
    }

    /// Whether the published state is consistent and no work is left.
    private var isComplete: Bool {
        isConsistent && !schedule.needsPublishing && !sheets.areStale && sheets.task == nil && icons.task == nil
            && unfinished?.isEmpty == true
    }

    /// Whether the published state is reliable and matches the state database, even if there is unfinished work.
    private var isConsistent: Bool {
        guard let publication = published.publication else { return false }
        return publication.missing.isEmpty && published.leftovers.isEmpty && published.hold == nil
            && removal.hold == nil && !health.isFailing
            && !output.isOutdated && !report.isStale && reviews.state.loss == nil
            && library.index?.unreadable.isEmpty == true
    }

    /// The folders with unfinished work. Nil if any folder may have unfinished work.
    private var unfinished: Set<String>? {
        guard let packs = sheets.unfinished else { return nil }
        let folders = library.unfinished.union(library.folders(of: packs)).union(foldersWithUnfinishedIcons)
            .union(waiting.names)
            .union(sources.missing.map(DropIndex.folder))
        // The folder of messages in a pack belongs to the folder of the pack.
        return Set(folders.map { String($0.prefix { $0 != "/" }) })
    }

    /// Records a complete state after its snapshot was saved. The method needs two cycles: the drop folder is listed
    /// again between them, so that no change is missed.
    mutating func noteCompletion(isIdle: Bool) async throws {
        guard isIdle, isComplete, let publication = published.publication,
            publication.catalog == published.savedManifest, context.configuration.snapshots > 0,
            publication.catalog != completion.manifest
        else {
            completion.candidate = nil
            return
        }
        if let candidate = completion.candidate {
            guard case .nothing = schedule.listing else { return }
            completion.candidate = nil
            try await note(candidate)
            try await comeToRest(candidate)
        } else {
            completion.candidate = try await candidate()
            schedule.list(library.folders)
            schedule[.completion] = clock.now
        }
    }

    /// The current inputs. Nil if a comparison of timestamps cannot detect all changes. The fingerprints of packs at
    /// rest are from the time when the packs came to rest.
    private func candidate() async throws -> UpToDateCheck.Origin? {
        let (check, others) = (check, resting?.fingerprintsByFolder ?? [:])
        guard var origin = try await BlockingExecutor.run({ check.origin(besides: Set(others.keys)) }) else {
            return nil
        }
        // If the folder of a pack at rest has changed since then, an event or the next start detects the change.
        origin.folders.merge(others) { $1 }
        return origin
    }

    private mutating func note(_ origin: UpToDateCheck.Origin) async throws {
        guard let publication = published.publication, let catalog = published.catalog else { return }
        completion.manifest = publication.catalog
        var batch = LedgerBatch()
        batch.completion = try await check.completion(catalog: catalog, since: origin)
        guard batch.completion != nil else { return }
        try await context.ledger.record(batch)
        completion.noted(publication.catalog)
    }

    /// Puts unchanged packs to rest if many stickers are loaded.
    private mutating func comeToRest(_ origin: UpToDateCheck.Origin) async throws {
        let count = (published.catalog?.stickerCount ?? 0) - largePacks.stickerCount
        guard count > context.mostLoaded, renders.awaited.isEmpty, library.tasks.isEmpty else { return }
        var grounds = RestingPacks.Grounds(
            configuration: context.configuration, before: origin.folders, now: origin.folders)
        grounds.sentBack = Set(feedback.content?.sentBack.map(\.pack) ?? [])
        guard
            let start = try await WatchStart.resting(grounds, publisher: context.publisher, ledger: context.ledger)
        else { return }
        try await begin(start)
    }

    /// Saves and records the final state of the watch, so that the next start examines only the folders with unfinished
    /// work.
    mutating func finish() async {
        await finishReport()
        guard isConsistent, published.publication?.catalog != completion.manifest else { return }
        do {
            try await BlockingExecutor.run { [store = SnapshotStore(context.configuration)] in
                try store.saveIfChanged()
            }
            let candidate = try await candidate()
            schedule.list(library.folders)
            try await listDropFolder()
            guard var candidate, isConsistent, let unfinished else { return }
            candidate.leave(unfinished)
            try await note(candidate)
        } catch {
            // Without a recorded state, the next start examines all packs.
        }
    }
}
