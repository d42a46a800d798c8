import FileAccess
import Intake
import Publishing
import StickerCatalog
import StickerConfiguration

/// Everyone who wants to know is told what changed.
extension WatchEngine {
    /// How long a file waits before people are told why.
    private static let patience = Duration.seconds(3)

    mutating func notify(_ assembly: ManifestStep.Assembly, plan: [PlannedSource], absent: MissingSourceTracker.Result)
    {
        let stickers = Dictionary(
            assembly.catalog.packs.flatMap { pack in pack.stickers.map { ($0.source.path, (pack.id, $0)) } },
            uniquingKeysWith: { first, _ in first })
        let rejected = Dictionary(
            assembly.catalog.rejected.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let awaiting = Set((assembly.catalog.awaitingApproval ?? []).flatMap(\.stickers).map(\.source.path))
        for (planned, outcome) in zip(plan, assembly.outcomes) {
            let path = outcome.path
            // It is told of when it is published.
            if awaiting.contains(path) {
                if stickers[path] == nil { reported.forget(path) }
                continue
            }
            let latency = outcome.state == .waiting ? nil : arrivals.removeValue(forKey: path)?.duration(to: clock.now)
            guard reported.isNews(outcome, fingerprint: planned.fingerprint) else { continue }
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
        for path in absent.retired.sorted() { context.notify(.retired(path: path)) }
        let present = Set(assembly.outcomes.map(\.path))
        reported.keep(only: present.union(absent.kept))
        arrivals = arrivals.filter { present.contains($0.key) }
        let entries = LedgerEntries.of(plan, outcomes: assembly.outcomes, ignored: listing?.ignored ?? [])
        reportPackFiles(assembly.catalog)
        reportUnused(assembly.outcomes, entries: entries)
        ledgerEntries = Dictionary(entries.map { ($0.path, $0) }) { first, _ in first }.merging(
            ledgerEntries.filter { absent.kept.contains($0.key) }
        ) { new, _ in new }
    }

    /// Says how many stickers nobody has approved, when that has changed.
    mutating func reportUnapproved(_ catalog: Catalog) {
        guard context.configuration.requireApproval else { return }
        let now = UnapprovedStickers(awaiting: catalog.awaitingCount, published: catalog.unapprovedCount)
        defer { unapproved = now }
        if now != unapproved { context.notify(.unapproved(now)) }
    }

    /// Says which files wait for longer than a save takes, on the terminal and in a note beside them; and brings the
    /// feedback beside rejected art in line.
    mutating func writeNotes() async throws {
        let now = clock.now
        waitingSince = waitingSince.filter { deferredSources[$0.key] != nil }
        for path in deferredSources.keys where waitingSince[path] == nil { waitingSince[path] = now }
        let long = deferredSources.filter { path, _ in
            waitingSince[path].map { $0.duration(to: now) >= WatchEngine.patience } ?? false
        }.mapValues(\.description)
        for (path, reason) in long.sorted(by: { $0.key < $1.key }) where noted?.waiting.contains(path) != true {
            context.notify(.waiting(path: path, reason: reason))
        }
        deadlines[.note] = waitingSince.values.map { $0.advanced(by: WatchEngine.patience) }.filter { $0 > now }.min()
        let next = Noted(rejected: catalog?.rejected.byCause ?? [], waiting: Set(long.keys), unused: unused)
        guard next != noted else { return }
        noted = next
        let places = Dictionary(listing?.art.map { ($0.path, $0.absolutePath) } ?? []) { first, _ in first }
        let (changed, outcome) = try await BlockingExecutor.run { [feedback] in
            var feedback = feedback
            let outcome = feedback.update(rejected: next.rejected, waiting: long, unused: next.unused, places: places)
            return (feedback, outcome)
        }
        feedback = changed
        for folder in outcome.refusing.sorted() where unwritable.insert(folder).inserted {
            context.notify(
                .notice("\(folder) takes no feedback for designers: it cannot be written. Its stickers are made."))
        }
        for path in outcome.occupied.sorted() where occupied.insert(path).inserted {
            context.notify(
                .notice("\(path) is not a note of stickerd's and stays as it is; there is no note in its place."))
        }
    }
}
