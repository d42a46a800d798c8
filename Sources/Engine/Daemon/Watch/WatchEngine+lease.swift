import FileAccess
import Publishing
import StickerCatalog

/// The output is not the watch's alone: rebuilds and rollbacks have their turn at it, and states that stand are kept.
extension DaemonLoop {
    /// Gives the output to a guest who waits for it, when no drop does, and looks at everything anew afterwards.
    mutating func lendOutput(isIdle: Bool) async throws {
        guard workshop.lock.isWanted else { return }
        // Where something fails, whoever waits may come to mend it.
        guard isIdle || hold != nil || backoff.isFailing else { return }
        await sheets.stop()
        await icons.stop()
        try await workshop.lock.lend { [workshop] in workshop.tell(.turned) }
        // Of a rollback that was killed.
        try await RollbackRun(
            configuration: workshop.configuration, notice: { [workshop] in workshop.tell(.notice($0)) }
        ).completeInterrupted(ledger: workshop.ledger)
        let publisher = workshop.publisher
        var notices: [String] = []
        catalog = PublishedCatalog.read(publisher) { notices.append($0) }
        for notice in notices { workshop.tell(.notice(notice)) }
        baseline = catalog
        assets = try await BlockingExecutor.run { publisher.assets }
        books = Dictionary(try await workshop.ledger.sources().map { ($0.path, $0) }) { first, _ in first }
        reported.takeOver(ReportedOutcomes(books, catalog: catalog))
        artifacts = try await workshop.ledger.artifacts()
        sheets = SheetState()
        sheets.artifacts = artifacts.filter { $0.key.hasPrefix(OutputNames.sheets + "/") }
        icons = IconState()
        publication = nil
        needsListing = true
        hasNews = true
        wakes[.publish] = clock.now
    }

    /// A rollback is wanted just when nothing can be published.
    ///
    /// - Throws: `CancellationError`.
    mutating func lendWhileFailing() async throws {
        workshop.lock.set(busy: false)
        do {
            try await lendOutput(isIdle: false)
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
            wakes[.keep] = due
            return
        }
        kept = publication.catalog
        do {
            try await BlockingExecutor.run { [store = SnapshotStore(workshop.configuration)] in
                try store.saveIfChanged()
            }
        } catch {
            workshop.tell(.notice("The published state could not be saved for `stickerd rollback`: \(error)"))
        }
        // What is not removed now is removed after the next change.
        _ = try? await workshop.ledger.pruneIfGrown(catalog, SnapshotStore(workshop.configuration))
    }
}
