import DropWatcher
import FileAccess
import Intake
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Whether stickers whose sources are gone may be removed.
struct RemovalState {
    let missing: MissingSourceTracker
    let deletionGuard: DeletionGuard
    /// Why no sticker is removed until a person says so; nil while all is well.
    var hold: RemovalHold?
    /// Whether the guard has been asked if the drop folder is the one it was.
    var hasAsked = false

    /// How often a person's answer to a hold is looked for.
    static let askAgain = Duration.seconds(2)

    init(_ configuration: Configuration) {
        missing = MissingSourceTracker(grace: .seconds(configuration.watch.retireAfterSeconds))
        deletionGuard = DeletionGuard(
            drop: configuration.drop, state: configuration.stateFolder,
            massChange: MassRemovalCheck(share: configuration.watch.massChangeShare))
    }
}

extension WatchEngine {
    /// Which stickers stay though their source is gone, and which go.
    ///
    /// - Throws: `IntakeError` when the drop folder is not there; `EngineError` when the state cannot be written.
    mutating func evaluateMissingSources(_ plan: [PlannedSource], listing: DropListing) async throws
        -> MissingSourceTracker.Result
    {
        let unread = plan.contains { $0.deferral != nil && $0.sha256 == nil }
        let copies = plan.filter { sources[$0.path].entry?.state == .duplicate }
        var result = removal.missing.evaluate(
            published.catalog, sources: sources, present: Set(plan.map(\.path)),
            digests: Set(plan.compactMap(\.sha256)), copies: Set(copies.compactMap(\.sha256)), unread: unread,
            now: clock.now)
        sources.setAbsences(result.absences)
        schedule[.absence] = result.lookAgain
        guard !removal.hasAsked || !result.retired.isEmpty || removal.hold != nil else { return result }
        let hold = try await askDeletionGuard(listing)
        if let hold {
            result.kept.formUnion(result.retired)
            result.retired = []
            schedule[.absence] = clock.now.advanced(by: RemovalState.askAgain)
            if hold != removal.hold { context.notify(.frozen(hold.reason)) }
        } else if removal.hold != nil {
            context.notify(.thawed)
        }
        removal.hold = hold
        removal.hasAsked = true
        return result
    }

    /// Asks whether the stickers of what is gone may be removed.
    private func askDeletionGuard(_ listing: DropListing) async throws -> RemovalHold? {
        let paths = Set(published.catalog?.finishedStickers.map(\.source.path) ?? [])
        var known: [String: FileStat] = [:]
        for path in paths {
            // Of what was published before there was a state database nothing is known but that it was there.
            known[path] = sources[path].entry?.stamp ?? FileStat(size: 0, modified: 0, changed: 0, inode: 0, device: 0)
        }
        let present = Dictionary(listing.art.map { ($0.path, $0.stamp) }) { first, _ in first }
        let decision = try await BlockingExecutor.run { [deletionGuard = removal.deletionGuard, known] in
            try deletionGuard.decision(known: known, present: present)
        }
        return if case .held(let hold) = decision { hold } else { nil }
    }
}
