import Decisions
import DropWatcher
import FileAccess
import Intake
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Notifies observers of changes.
extension WatchEngine {
    /// - Parameters:
    ///   - changed: the published folders and sources.
    ///   - listing: their current listing.
    ///   - entries: their rows in the state database.
    ///   - stored: the same rows, and those of removed sources whose stickers stay.
    mutating func notify(
        _ assembly: ManifestStep.Assembly, plan: [PlannedSource], removals: Removals,
        changed: ChangedFolders, listing: DropListing, entries: [LedgerSource], stored: [LedgerSource]
    ) {
        notify(assembly, plan: plan)
        // A sticker stays while the source that replaces its own is rejected.
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
            // The sticker is reported when it is published.
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

    /// Returns and clears the time since a source was complete.
    private mutating func takeLatency(of path: String) -> Duration? {
        guard let arrival = sources[path].arrival else { return nil }
        sources.update(path) { $0.arrival = nil }
        return arrival.duration(to: clock.now)
    }

    /// Reports the number of unapproved stickers if it changed.
    ///
    /// - Parameter packs: the ids of the published packs.
    mutating func reportUnapproved(of packs: Set<String>) {
        guard context.configuration.requireApproval, let catalog = published.catalog?.part(of: packs) else { return }
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

    /// Reports files that have waited for longer than a save takes, on the terminal and in notes, and updates the notes
    /// about rejected files.
    mutating func writeFeedback() async throws {
        let now = clock.now
        let (long, next) = sources.longDeferrals(at: now)
        for (path, deferral) in long.sorted(by: { $0.key < $1.key })
        where feedback.content?.waiting.contains(path) != true {
            context.notify(.waiting(path: path, reason: "\(deferral)"))
        }
        schedule[.feedback] = next
        if reported.mayLackNotes {
            reported.mayLackNotes = false
            let outcome: FeedbackFiles.Outcome
            (feedback, outcome) = try await BlockingExecutor.run { [feedback] in
                var feedback = feedback
                let outcome = feedback.restore()
                return (feedback, outcome)
            }
            report(outcome)
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
        let outcome: FeedbackFiles.Outcome
        (feedback, outcome) = try await BlockingExecutor.run { [feedback] in
            var feedback = feedback
            let outcome = feedback.update(content, reasons: long, places: places)
            return (feedback, outcome)
        }
        report(outcome)
    }

    /// The stickers that were sent back and whose source is still the reviewed file. Does not depend on a publication.
    private var sentBack: [SentBackSticker] {
        let all = published.catalog?.stickers(sentBack: reviews.state.sentBack) ?? []
        return all.filter { sticker in
            guard !sources.missing.contains(sticker.path) else { return false }
            return sources[sticker.path].digest.map { $0.sha256 == sticker.sha256 } ?? true
        }
    }

    /// Reports stickers that were sent back since the last report, which may be that of an earlier run.
    private mutating func reportSentBack(_ stickers: [SentBackSticker]) async throws {
        let folder = context.configuration.stateFolder
        var known: Set<String>
        if let before = reported.sentBack {
            known = before
        } else {
            known = try await BlockingExecutor.run { ReportedSendBacks.read(folder) }
        }
        reported.sentBack = known
        // A decision that only the manifest still contains was reported earlier.
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
            // Without this file, the next start reports them again.
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
                .notice("\(path) is not a note of stickerd. It stays, and no note is written."))
        }
    }
}
