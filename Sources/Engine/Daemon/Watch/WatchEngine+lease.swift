import FileAccess
import JobModel
import Publishing
import StickerCatalog

/// The output is not the watch's alone: rebuilds and rollbacks have their turn at it, and states that stand are kept.
extension WatchEngine {
    /// Gives the output to a guest who waits for it, when no drop does, and looks at everything anew afterwards.
    mutating func yieldOutputLock(isIdle: Bool) async throws {
        guard context.lock.isWanted else { return }
        // Where something fails, whoever waits may come to mend it.
        guard isIdle || hold != nil || backoff.isFailing else { return }
        await sheets.stop()
        await icons.stop()
        try await context.lock.lend { [context] in context.notify(.turned) }
        let publisher = context.publisher
        publisher.clearLeftovers(sparing: Staging.isInUse)
        var failure: (any Error)?
        do {
            // Of a rollback that was killed.
            try await RollbackRun(
                configuration: context.configuration, notice: { [context] in context.notify(.notice($0)) }
            ).completeInterrupted(ledger: context.ledger)
        } catch {
            failure = error
        }
        var notices: [String] = []
        catalog = PublishedCatalog.read(publisher) { notices.append($0) }
        for notice in notices { context.notify(.notice(notice)) }
        baseline = catalog
        assets = try await BlockingExecutor.run { publisher.assets }
        ledgerEntries = Dictionary(try await context.ledger.sources().map { ($0.path, $0) }) { first, _ in first }
        reported.takeOver(ReportedOutcomes(ledgerEntries, catalog: catalog))
        artifacts = try await context.ledger.artifacts()
        sheets = SheetState()
        sheets.artifacts = artifacts.filter { $0.key.hasPrefix(OutputNames.sheets + "/") }
        icons = IconState()
        plan = LibraryPlan()
        publication = nil
        needsListing = true
        hasNews = true
        deadlines[.publish] = clock.now
        if let failure { throw failure }
    }

    /// A rollback is wanted just when nothing can be published.
    ///
    /// - Throws: `CancellationError`.
    mutating func yieldOutputLockWhileFailing() async throws {
        context.lock.set(busy: false)
        do {
            try await yieldOutputLock(isIdle: false)
        } catch let error as CancellationError {
            throw error
        } catch {
            fail(error)
        }
    }

    /// Keeps a state that has stood for a while. It never stands in the way of a drop.
    mutating func keepState(isIdle: Bool) async {
        guard isIdle, !sheets.areStale, sheets.task == nil, hold == nil, let last = timing.last, let publication,
            publication.catalog != kept
        else { return }
        let due = last.end.advanced(by: Timing.burst)
        guard due <= clock.now else {
            deadlines[.keep] = due
            return
        }
        kept = publication.catalog
        do {
            try await BlockingExecutor.run { [store = SnapshotStore(context.configuration)] in
                try store.saveIfChanged()
            }
        } catch {
            context.notify(.notice("The published state could not be saved for `stickerd rollback`: \(error)"))
        }
        // What is not removed now is removed after the next change.
        _ = try? await context.ledger.pruneIfGrown { [catalog, context] in
            try await SnapshotStore(context.configuration).fingerprints(with: catalog)
        }
    }
}
