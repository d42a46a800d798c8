import ControlSocket
import FileAccess
import JobModel
import Publishing
import Snapshots
import StickerManifest

/// The output that a watch publishes in, and the commands that wait for it.
package struct OutputState {
    /// The identity of the watch's folders.
    var identity: OutputIdentity
    /// The time of the next comparison of the folders.
    var nextComparison: ContinuousClock.Instant
    /// The open requests of commands for the output.
    package var requests: [OutputRequest] = []
    /// Whether the output must be read again, because another process may have changed it.
    package var isOutdated = false
}

/// Yields the output to other commands, such as rebuilds and rollbacks. Saves published states that have not changed
/// for a while as snapshots.
extension WatchEngine {
    /// Yields the output to a waiting process if the watch is idle, on hold or failing. Afterwards, reads the output
    /// and the state database again.
    mutating func yieldOutputLock(isIdle: Bool) async throws {
        output.requests.removeAll { $0.isEnded }
        guard !output.requests.isEmpty || context.lock.isWanted else { return }
        // If the environment is failing, the waiting command may be able to fix the problem.
        guard isIdle || published.hold != nil || health.isFailing else { return }
        await sheets.stop()
        await icons.stop()
        // A new generation discards the results of sheets and icons that are still in the queue.
        generation += 1
        // Commands that save or compare the published state need the current report.
        await finishReport()
        output.isOutdated = true
        try await context.lock.yield(to: output.requests) { [context] in context.notify(.turned) }
        try await reloadIfOutdated()
    }

    /// Reads the output and the state database again if another process may have changed them. If reading fails, the
    /// next cycle tries again.
    mutating func reloadIfOutdated() async throws {
        guard output.isOutdated else { return }
        // The known state is discarded first, because the following steps may fail.
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
        output.isOutdated = false
        schedule[.publish] = clock.now
        if let failure { throw failure }
    }

    /// Yields the output while publishing fails, so that a person can run a rollback.
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

    /// Saves a snapshot if the published state has not changed for the time `WatchTiming.snapshot`.
    mutating func saveSnapshot(isIdle: Bool) async {
        guard isIdle, !sheets.areStale, sheets.task == nil, published.hold == nil, let last = published.timing.last,
            let publication = published.publication, publication.catalog != published.savedManifest
        else { return }
        let due = last.end.advanced(by: timing.snapshot)
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
        // If pruning fails, the watch tries it again after the next change.
        _ = try? await context.ledger.pruneIfGrown { [catalog = published.catalog, context] in
            try await SnapshotStore(context.configuration).fingerprints(with: catalog)
        }
    }
}
