import Decisions
import DropWatcher
import FileAccess
import Intake
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Reports changes to the observer of a watch.
extension WatchEngine {
    /// Reports the outcomes of a publication, and records them in `sources`.
    ///
    /// - Parameters:
    ///   - changed: the published folders and sources.
    ///   - listing: the current listing of `changed`.
    ///   - entries: the rows of existing files in the state database.
    ///   - stored: `entries` and the rows of removed sources whose stickers are kept.
    mutating func notify(
        _ assembly: ManifestStep.Assembly, plan: [PlannedSource], removals: Removals,
        changed: ChangedFolders, listing: DropListing, entries: [LedgerSource], stored: [LedgerSource]
    ) {
        notify(assembly, plan: plan)
        // The sticker of a removed source is kept if a new source with its id is rejected. Such a sticker is not
        // reported as removed.
        let retired = removals.retired
        let staying = retired.isEmpty ? [] : Set(assembly.catalog.finishedStickers.map(\.source.path))
        for path in retired.subtracting(staying).sorted() { context.notify(.retired(path: path)) }
        reportPackFiles(assembly.catalog, listing.packs)
        reportUnused(assembly.outcomes, ignored: listing.ignored, entries: entries, changed: changed)
        sources.conclude(
            entries, present: Set(assembly.outcomes.map(\.path)), kept: removals.kept, stored: stored, in: changed)
        reported.needsFeedback = true
    }

    /// Reports the outcome of each source.
    private mutating func notify(_ assembly: ManifestStep.Assembly, plan: [PlannedSource]) {
        let stickers = Dictionary(
            assembly.catalog.publishedPacks.flatMap { pack in pack.stickers.map { ($0.source.path, (pack.id, $0)) } },
            uniquingKeysWith: { first, _ in first })
        let rejected = Dictionary(
            assembly.catalog.rejected.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let awaiting = Set(assembly.catalog.awaitingPacks.flatMap(\.stickers).map(\.source.path))
        for (planned, outcome) in zip(plan, assembly.outcomes) {
            let path = outcome.path
            // A sticker that awaits approval is reported when it is published.
            if awaiting.contains(path) {
                if stickers[path] == nil { sources.update(path) { $0.report = nil } }
                continue
            }
            let latency = outcome.state == .waiting ? nil : takeLatency(of: path)
            guard sources.isNews(outcome, fingerprint: planned.fingerprint) else { continue }
            switch outcome.state {
            case .published:
                guard let (pack, sticker) = stickers[path] else { continue }
                context.notify(.published(WatchEvent.Published(pack: pack, sticker: sticker, latency: latency)))
            case .rejected:
                guard let source = rejected[path] else { continue }
                if !source.isHeldByPack { context.notify(.rejected(source)) }
            case .duplicate, .superseded: context.notify(.yielded(state: outcome.state))
            case .waiting, .ignored: break
            }
        }
    }

    /// Returns the time that has passed since the source was complete, and clears the time of completion. Nil if that
    /// time is unknown.
    private mutating func takeLatency(of path: String) -> Duration? {
        guard let arrival = sources[path].arrival else { return nil }
        sources.update(path) { $0.arrival = nil }
        return arrival.duration(to: clock.now)
    }

    /// Reports the number of unapproved stickers if it changed.
    ///
    /// - Parameter packs: the ids of the published packs.
    mutating func reportUnapproved(of packs: Set<String>) {
        guard context.configuration.publish.requireApproval, let catalog = published.catalog?.part(of: packs) else {
            return
        }
        for id in packs { reported.unapprovedByPack[id] = nil }
        for pack in catalog.publishedPacks {
            reported.unapprovedByPack[pack.id] = pack.stickers.count { $0.review?.outcome != .approved }
        }
        let now = UnapprovedStickers(
            awaiting: (published.catalog?.awaitingCount ?? 0) + (resting?.awaitingCount ?? 0),
            published: reported.unapprovedByPack.values.reduce(0, +) + (resting?.unapprovedCount ?? 0))
        defer { reported.unapproved = now }
        if now != reported.unapproved { context.notify(.unapproved(now)) }
    }

    /// Reports long deferrals and stickers that were sent back, and updates the notes.
    mutating func writeFeedback() async throws {
        let now = clock.now
        let (long, next) = sources.longDeferrals(at: now, timing: timing)
        for (path, deferral) in long.sorted(by: { $0.key < $1.key })
        where feedback.content?.waiting.contains(path) != true {
            context.notify(.waiting(path: path, reason: "\(deferral)"))
        }
        schedule[.feedback] = next
        if reported.mayLackNotes {
            reported.mayLackNotes = false
            try await changeNotes { $0.restore() }
        }
        guard reported.needsFeedback || feedback.content?.waiting != Set(long.keys) else { return }
        reported.needsFeedback = false
        let content = FeedbackFiles.Content(
            rejected: published.catalog?.rejected.byCause ?? [], waiting: Set(long.keys), unused: reported.unused,
            sentBack: sentBack)
        try await reportSentBack(content.sentBack)
        guard content != feedback.content || feedback.isOutdated else { return }
        let paths =
            content.rejected.map(\.path) + long.keys + (content.unused ?? []).map(\.path)
            + content.sentBack.map(\.path)
        let places = Dictionary(paths.compactMap { path in library.source(path).map { (path, $0.absolutePath) } }) {
            first, _ in first
        }
        try await changeNotes { $0.update(content, reasons: long, places: places) }
    }

    /// Changes the notes on a thread that may block, and reports the result.
    private mutating func changeNotes(
        _ change: @escaping @Sendable (inout FeedbackFiles) -> FeedbackFiles.Outcome
    ) async throws {
        let outcome: FeedbackFiles.Outcome
        (feedback, outcome) = try await BlockingExecutor.run { [feedback] in
            var feedback = feedback
            let outcome = change(&feedback)
            return (feedback, outcome)
        }
        report(outcome)
    }

    /// The stickers that were sent back and whose source has not changed since the review.
    private var sentBack: [SentBackSticker] {
        let all = published.catalog?.stickers(sentBack: reviews.state.sentBack) ?? []
        return all.filter { sticker in
            guard !sources.missing.contains(sticker.path) else { return false }
            return sources[sticker.path].digest.map { $0.sha256 == sticker.sha256 } ?? true
        }
    }

    /// Reports the stickers that were sent back and that neither this run nor an earlier run has reported.
    private mutating func reportSentBack(_ stickers: [SentBackSticker]) async throws {
        let folder = context.configuration.stateFolder
        var known: Set<String>
        if let before = reported.sentBack {
            known = before
        } else {
            known = try await BlockingExecutor.run { ReportedSendBacks.read(folder) }
        }
        reported.sentBack = known
        // A decision without a time exists only in the manifest, and has been reported before.
        let news = stickers.filter { $0.decision.decided != nil && !known.contains($0.decision.digest(about: $0.key)) }
        guard !news.isEmpty else { return }
        for sticker in news { context.notify(.sentBack(sticker)) }
        if reviews.state.loss == nil {
            known.formIntersection(reviews.state.sentBack.map { $1.digest(about: $0) })
        }
        known.formUnion(news.map { $0.decision.digest(about: $0.key) })
        reported.sentBack = known
        do {
            try await BlockingExecutor.run { [known] in try ReportedSendBacks.write(known, folder) }
        } catch let error as PublishError {
            // The file lacks these decisions, so the next start reports them again.
            context.notify(.notice("\(ReportedSendBacks.fileName) was not written: \(error)"))
        }
    }

    private func report(_ outcome: FeedbackFiles.Outcome) {
        for folder in outcome.refusing.sorted() {
            context.notify(
                .notice("\(folder) cannot be written, so designers get no notes there. Its stickers are published."))
        }
        for path in outcome.occupied.sorted() {
            context.notify(
                .notice("\(path) is not a note of stickerd. The file is kept, and no note is written."))
        }
    }
}
