import FileAccess
import JobModel
import Publishing
import Snapshots
import StickerManifest

/// The output is not the watch's alone: rebuilds and rollbacks get it in between, and states that last are saved.
extension WatchEngine {
    /// Gives the output to another process that waits for it, when no drop does, and examines everything afterwards.
    mutating func yieldOutputLock(isIdle: Bool) async throws {
        outputRequests.removeAll { $0.isEnded }
        guard !outputRequests.isEmpty || context.lock.isWanted else { return }
        // If something fails, a waiting command may be there to fix it.
        guard isIdle || published.hold != nil || health.isFailing else { return }
        await sheets.stop()
        await icons.stop()
        // Their results, if they are on their way, belong to the state before.
        generation += 1
        // A command that saves or compares the published state needs it complete.
        await finishReport()
        isOutdated = true
        try await context.lock.yield(to: outputRequests) { [context] in context.notify(.turned) }
        try await reloadIfOutdated()
    }

    /// Reads the output and the state database again, which another process may have changed. After a failure, it tries
    /// again in the next cycle.
    mutating func reloadIfOutdated() async throws {
        guard isOutdated else { return }
        // Before the following steps, because they may fail.
        library.forgetPlans()
        published.publication = nil
        completion = CompletionState()
        schedule.examineAll()
        let publisher = context.publisher
        publisher.clearLeftovers(sparing: Staging.isInUse)
        var failure: (any Error)?
        do {
            // Completes a rollback whose process was killed.
            try await RollbackRun(
                configuration: context.configuration, notice: { [context] in context.notify(.notice($0)) }
            ).completeInterrupted(ledger: context.ledger)
        } catch {
            failure = error
        }
        var notices: [String] = []
        let catalog = PublishedCatalog.read(publisher) { notices.append($0) }
        for notice in notices { context.notify(.notice(notice)) }
        let assets = try await BlockingExecutor.run { try publisher.listAssets() }
        let entries = try await context.ledger.sources()
        let artifacts = try await context.ledger.artifacts()
        let start = WatchStart(catalog: catalog, entries: [], digests: [:], assets: assets, artifacts: artifacts)
        if resting != nil {
            sources.include(digests: try await context.ledger.digests(), entries: entries, catalog: catalog)
            let settings = context.configuration
            feedback = try await BlockingExecutor.run {
                FeedbackFiles(drop: settings.drop, isOn: settings.watch.notes, settings.texts)
            }
            resting = nil
        }
        published.begin(start)
        sources.setEntries(entries)
        sources.takeOverReports(entries, catalog: catalog)
        sheets = SheetState(start, timing: context.timing)
        icons = IconState(start)
        report.catalog = catalog
        isOutdated = false
        schedule[.publish] = clock.now
        if let failure { throw failure }
    }

    /// A rollback is most needed when publishing fails.
    ///
    /// - Throws: `CancellationError`.
    mutating func yieldOutputLockWhileFailing() async throws {
        context.lock.set(busy: false)
        do {
            try await yieldOutputLock(isIdle: false)
        } catch let error as CancellationError {
            throw error
        } catch {
            fail([error])
        }
    }

    /// Saves a state that has not changed for a while. New drops never wait for this.
    mutating func saveSnapshot(isIdle: Bool) async {
        guard isIdle, !sheets.areStale, sheets.task == nil, published.hold == nil, let last = published.timing.last,
            let publication = published.publication, publication.catalog != published.savedManifest
        else { return }
        let due = last.end.advanced(by: context.rest.quiet)
        guard due <= clock.now else {
            schedule[.snapshot] = due
            return
        }
        published.savedManifest = publication.catalog
        do {
            try await BlockingExecutor.run { [store = SnapshotStore(context.configuration)] in
                try store.saveIfChanged()
            }
        } catch {
            context.notify(.notice("The published state could not be saved for `stickerd rollback`: \(error)"))
        }
        // Files that cannot be removed now are removed after the next change.
        _ = try? await context.ledger.pruneIfGrown { [catalog = published.catalog, context] in
            try await SnapshotStore(context.configuration).fingerprints(with: catalog)
        }
    }
}
