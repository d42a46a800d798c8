import Intake
import StateDatabase

/// The rows of the state database for all files in the drop folder after a run.
package enum LedgerEntries {
    /// - Parameter kept: the rows of missing files whose stickers are kept for now.
    package static func of(
        _ plan: [PlannedSource], outcomes: [SourceOutcome], ignored: [IgnoredEntry], kept: [LedgerSource] = []
    ) -> [LedgerSource] {
        let art = zip(plan, outcomes).map { planned, outcome in
            LedgerSource(
                path: planned.path, stamp: planned.art.stamp, sha256: planned.sha256, pack: planned.art.pack,
                id: planned.art.id, state: outcome.state,
                fingerprint: outcome.state == .waiting ? nil : planned.fingerprint,
                reason: outcome.reason)
        }
        // If two names are equal in NFC, only one of the files is a source, because the state database stores each path
        // once.
        var taken = Set(plan.map(\.path))
        let others = ignored.filter { taken.insert($0.path).inserted }.map { entry in
            LedgerSource(
                path: entry.path, stamp: nil, sha256: nil, pack: "", id: "", state: .ignored,
                reason: ([entry.reason.rawValue] + (entry.detail.map { [$0] } ?? [])).joined(separator: ": "))
        }
        return art + others + kept.filter { taken.insert($0.path).inserted }
    }
}
