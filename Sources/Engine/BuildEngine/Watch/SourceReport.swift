import StateDatabase
import StickerManifest

/// The last reported outcome of a source. The log, hooks and metrics receive an outcome only if it differs from this
/// one. After a restart, a reload of the configuration, or a new timestamp of an unchanged file, nothing is reported.
package struct SourceReport: Sendable {
    package let state: SourceStatus
    /// The fingerprint of the result. Nil if it is unknown.
    private let fingerprint: String?
    /// The reason for the outcome. Empty for a published source.
    private let reason: String

    private init(state: SourceStatus, fingerprint: String?, reason: String) {
        self.state = state
        self.fingerprint = fingerprint
        self.reason = reason
    }

    /// - Returns: nil for a deferred source, because its outcome is not known yet.
    package init?(_ outcome: SourceOutcome, fingerprint: String?) {
        guard outcome.state != .waiting else { return nil }
        self.init(
            state: outcome.state, fingerprint: fingerprint, reason: outcome.state == .published ? "" : outcome.reason)
    }

    /// Whether the outcome differs from an earlier report. An unknown fingerprint is treated as equal.
    package func isNews(after earlier: SourceReport?) -> Bool {
        guard let earlier, earlier.state == state, earlier.reason == reason else { return true }
        guard let before = earlier.fingerprint, let fingerprint else { return false }
        return before != fingerprint
    }

    /// Determines the outcomes that an earlier run reported, by path. All outcomes in the state database were reported,
    /// except the outcomes of deferred sources and of stickers that await approval.
    ///
    /// - Parameters:
    ///   - entries: the rows of the state database. If empty, only the manifest is used.
    ///   - catalog: the published manifest.
    package static func all(_ entries: [LedgerSource], catalog: Catalog?) -> [String: SourceReport] {
        let published = Dictionary(
            catalog?.publishedPacks.flatMap { pack in pack.stickers.map { ($0.source.path, $0.fingerprint) } } ?? [],
            uniquingKeysWith: { first, _ in first })
        guard !entries.isEmpty else { return all(published, rejected: catalog?.rejected ?? []) }
        let reports = entries.compactMap { entry -> (String, SourceReport)? in
            switch entry.state {
            case .waiting, .ignored: return nil
            case .published where published[entry.path] != entry.fingerprint: return nil
            // The sticker was approved while no watch was running, and has not been reported.
            case .published where entry.awaitsApproval: return nil
            case .published:
                return (entry.path, SourceReport(state: .published, fingerprint: entry.fingerprint, reason: ""))
            case .rejected, .duplicate, .superseded:
                return (
                    entry.path,
                    SourceReport(state: entry.state, fingerprint: entry.fingerprint, reason: entry.reason)
                )
            }
        }
        return Dictionary(reports) { first, _ in first }
    }

    private static func all(_ published: [String: String], rejected: [RejectedSource]) -> [String: SourceReport] {
        var reports = published.mapValues { SourceReport(state: .published, fingerprint: $0, reason: "") }
        for source in rejected {
            let reason = source.findings.first { $0.level == .error }?.message ?? ""
            reports[source.path] = SourceReport(state: .rejected, fingerprint: nil, reason: reason)
        }
        return reports
    }
}

extension LedgerSource {
    /// Whether the row describes a finished sticker that awaits approval.
    fileprivate var awaitsApproval: Bool { state == .published && reason == SourceOutcome.awaitsApproval }
}
