import Intake
import StateDatabase

/// Creates the rows of the state database for all files in the drop folder after a run.
package enum LedgerEntries {
    /// - Parameters:
    ///   - outcomes: the outcomes of the sources, in the order of `plan`.
    ///   - kept: the rows of missing files whose stickers are not removed yet.
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
        // The state database stores each path once. If the paths of two files are equal in Unicode NFC, only the first
        // is stored.
        var taken = Set(plan.map(\.path))
        let others = ignored.filter { taken.insert($0.path).inserted }.map { entry in
            LedgerSource(
                path: entry.path, stamp: nil, sha256: nil, pack: "", id: "", state: .ignored,
                reason: ([entry.reason.rawValue] + (entry.detail.map { [$0] } ?? [])).joined(separator: ": "))
        }
        return art + others + kept.filter { taken.insert($0.path).inserted }
    }
}
