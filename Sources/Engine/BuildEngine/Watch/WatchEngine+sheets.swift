import FileAccess
import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// The state of preview sheets in a watch.
package struct SheetState {
    /// The paths of the files in `sheets/`. Nil before the folder is listed.
    package var names: Set<String>?
    /// The rows of sheets in the state database, by name.
    var artifacts: [String: LedgerArtifact] = [:]
    /// The ids of packs with outdated sheets. Nil for all packs.
    package private(set) var stale: Set<String>?
    /// The ids of the packs whose sheets were last drawn or are being drawn. Nil for all packs.
    private(set) var drawing: Set<String>? = []
    /// The drawing in progress. Nil if no sheet is being drawn.
    package var task: Task<Void, Never>?
    /// The result of a finished drawing: the sheets to publish, or the error. Nil if no drawing has finished.
    var drawn: Result<SheetStep.Sheets, any Error>?
    /// Determines the time of the next attempt after drawing has failed.
    var backoff: Backoff

    package init(_ start: WatchStart, timing: WatchTiming) {
        backoff = timing.backoff
        artifacts = start.artifacts.filter { $0.key.hasPrefix(OutputNames.sheets + "/") }
        // The sheets of packs at rest are up to date.
        if start.resting != nil { stale = start.catalog?.packIDs ?? [] }
    }

    /// The ids of the packs whose current sheets are not published. Nil for all packs.
    package var unfinished: Set<String>? {
        guard let stale, let drawing else { return nil }
        return task == nil ? stale : stale.union(drawing)
    }

    /// Whether the sheets of at least one pack are outdated.
    package var areStale: Bool { stale?.isEmpty == false || stale == nil }

    /// Marks the sheets of some packs as outdated.
    ///
    /// - Parameter isComplete: whether the sheets of all packs are outdated.
    package mutating func note(_ packs: Set<String>, isComplete: Bool) {
        if isComplete { stale = nil } else { stale?.formUnion(packs) }
    }

    /// Checks which pages exist, and marks the sheets of packs with missing pages as outdated.
    ///
    /// - Returns: the names of the existing pages.
    package mutating func examine(in publisher: Publisher) -> Set<String> {
        let names = publisher.folder.listing(OutputNames.sheets).files
        let gone = artifacts.keys.filter { !names.contains($0) }
        // Ids contain no dots.
        note(
            Set(gone.map { String($0.dropFirst(OutputNames.sheets.count + 1).prefix { $0 != "." }) }), isComplete: false
        )
        self.names = names
        return names
    }

    /// Marks all outdated sheets as being drawn.
    ///
    /// - Returns: the ids of the packs whose sheets must be drawn. Nil for all packs.
    package mutating func startDrawing() -> Set<String>? {
        drawing = stale
        stale = []
        return drawing
    }

    /// Marks the sheets that could not be drawn as outdated again.
    package mutating func drawingFailed() {
        if let drawing { stale?.formUnion(drawing) } else { stale = nil }
    }

    /// The current sheets, for a publication that does not change them.
    mutating func current(in publisher: Publisher) -> SheetStep.Sheets {
        let names = self.names ?? publisher.folder.listing(OutputNames.sheets).files
        self.names = names
        return SheetStep.Sheets(kept: names)
    }

    /// Cancels the drawing in progress, and waits until it has ended.
    func stop() async {
        task?.cancel()
        await task?.value
    }
}

/// Draws sheets while the watch is idle, because sheets are less urgent than stickers.
extension WatchEngine {
    /// Starts to draw outdated sheets if the watch has been idle for a while.
    mutating func startSheets(isIdle: Bool) async throws {
        guard sheets.areStale, sheets.task == nil, isIdle, let catalog = published.catalog,
            let last = published.timing.last
        else { return }
        var due = last.end.advanced(by: timing.sheets)
        if let retry = sheets.backoff.next { due = max(due, retry) }
        guard due <= clock.now else {
            schedule[.sheets] = due
            return
        }
        let packs = sheets.startDrawing()
        let step = SheetStep(
            configuration: context.configuration, backgrounds: context.recipes.backgrounds,
            identity: context.recipes.identity,
            pool: context.pool, publisher: context.publisher, staging: context.staging, known: sheets.artifacts,
            observer: { _ in },
            width: 1)
        let others = Set(resting?.ids.values.map(\.self) ?? [])
        sheets.task = Task { [events, generation] in
            let drawn = await Result { try await step.run(catalog, of: packs, besides: others) }
            events.enqueue { $0.sheets = (generation, drawn) }
        }
    }

    /// Publishes drawn sheets. If drawing has failed, marks the sheets as outdated again.
    mutating func publish(sheets drawn: Result<SheetStep.Sheets, any Error>) async throws {
        sheets.task = nil
        sheets.drawn = nil
        guard case .success(let new) = drawn, let last = published.publication else {
            sheets.drawingFailed()
            if case .failure(let error) = drawn { sheetsFailed(error) }
            return
        }
        sheets.backoff.succeeded()
        var next = last
        next.files = last.files.filter { !$0.key.hasPrefix(OutputNames.sheets + "/") }.merging(new.pages) { $1 }
        next.moved = new.moved
        next.kept = new.kept
        var session = context.publishSession(.publication(next), after: last)
        let gone = Set(sheets.artifacts.keys).subtracting(new.artifacts.map(\.key))
        session.record = { _ in .add(LedgerBatch(artifacts: new.artifacts, removedArtifacts: gone)) }
        session.progress = progress(
            ofSheets: Set(new.pages.keys).union(new.moved.keys).union(last.kept.subtracting(new.kept)))
        do {
            _ = try await session.run()
        } catch {
            // Some sheets may have been published before the error, so the folder must be listed again.
            sheets.names = nil
            sheets.drawingFailed()
            throw error
        }
        completion.note(session.progress)
        // The published files now exist, so the next publication must keep them.
        next.kept.formUnion(new.moved.keys)
        next.kept.formUnion(next.files.keys.filter { $0.hasPrefix(OutputNames.sheets + "/") })
        (next.moved, next.files) = ([:], [:])
        published.publication = next
        sheets.names = next.kept
        sheets.artifacts = Dictionary(new.artifacts.map { ($0.key, $0) }) { first, _ in first }
    }

    /// Schedules another attempt. Only the second failure in a row is reported, because a single failure may be caused
    /// by an asset that was removed during the drawing.
    private mutating func sheetsFailed(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        sheets.backoff.failed(at: clock.now)
        if sheets.backoff.failures == 2 {
            context.notify(.notice("The sheets could not be drawn; stickerd retries. \(error)"))
        }
    }
}
