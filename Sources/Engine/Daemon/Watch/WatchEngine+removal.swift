import DropWatcher
import FileAccess
import Intake
import Publishing
import StickerCatalog

/// What happens to stickers whose source is gone.
extension WatchEngine {
    /// How often a person's answer to a freeze or a rollback is looked for.
    static let askAgain = Duration.seconds(2)

    /// Which stickers stay though their source is gone, and which go.
    ///
    /// - Throws: `IntakeError` when the drop folder is not there; `DaemonError` when the state cannot be written.
    mutating func judgeAbsence(_ plan: [PlannedSource], listing: DropListing) async throws
        -> MissingSourceTracker.Result
    {
        let unread = plan.contains { $0.deferral != nil && $0.sha256 == nil }
        let copies = plan.filter { ledgerEntries[$0.path]?.state == .duplicate }
        var result = absences.evaluate(
            catalog, present: Set(plan.map(\.path)), digests: Set(plan.compactMap(\.sha256)),
            copies: Set(copies.compactMap(\.sha256)), unread: unread, now: clock.now)
        deadlines[.absence] = result.lookAgain
        guard !hasAskedGate || !result.retired.isEmpty || freeze != nil else { return result }
        if let freeze = try await askGate(listing) {
            result.kept.formUnion(result.retired)
            result.retired = []
            deadlines[.absence] = clock.now.advanced(by: WatchEngine.askAgain)
            if freeze != self.freeze { context.notify(.frozen(freeze.reason)) }
            self.freeze = freeze
        } else {
            if freeze != nil { context.notify(.thawed) }
            freeze = nil
        }
        hasAskedGate = true
        return result
    }

    /// Asks whether what is gone may be retired.
    private func askGate(_ listing: DropListing) async throws -> RemovalHold? {
        let published = Set(catalog?.finishedStickers.map(\.source.path) ?? [])
        var known: [String: FileStat] = [:]
        for path in published {
            // Of what was published before there was a ledger nothing is known but that it was there.
            known[path] = ledgerEntries[path]?.stamp ?? FileStat(size: 0, modified: 0, changed: 0, inode: 0, device: 0)
        }
        let present = Dictionary(listing.art.map { ($0.path, $0.stamp) }) { first, _ in first }
        let result = try await BlockingExecutor.run { [gate, known] in try gate.decision(known: known, present: present)
        }
        return if case .frozen(let freeze) = result { freeze } else { nil }
    }
}
