import StateDatabase
import StickerCatalog

/// What people, hooks and figures have heard of each source, so that they hear of changes only: not of everything again
/// when the daemon starts or reads its configuration again, and not of a file that was touched and is as it was.
struct ReportedOutcomes {
    private struct Report {
        var state: SourceStatus
        /// Nil where it is not known.
        var fingerprint: String?
        /// Why, in a sentence; empty for what is published.
        var reason: String
    }

    /// By path.
    private var reports: [String: Report]

    /// What an earlier run reported: the ledger is written right before anybody is known.
    ///
    /// - Parameters:
    ///   - sources: the ledger's, by path. Without any, the manifest alone counts.
    ///   - catalog: the manifest that is published. What awaits approval has not been reported.
    init(_ sources: [String: LedgerSource], catalog: Catalog?) {
        let published = Dictionary(
            catalog?.packs.flatMap { pack in pack.stickers.map { ($0.source.path, $0.fingerprint) } } ?? [],
            uniquingKeysWith: { first, _ in first })
        guard !sources.isEmpty else {
            reports = published.mapValues { Report(state: .published, fingerprint: $0, reason: "") }
            for source in catalog?.rejected ?? [] {
                let reason = source.findings.first { $0.level == .error }?.message ?? ""
                reports[source.path] = Report(state: .rejected, fingerprint: nil, reason: reason)
            }
            return
        }
        reports = sources.compactMapValues { source in
            switch source.state {
            case .waiting, .ignored: nil
            case .published where published[source.path] != source.fingerprint: nil
            // It was approved while nobody watched.
            case .published where source.reason == SourceOutcome.awaitsApproval: nil
            case .published: Report(state: .published, fingerprint: source.fingerprint, reason: "")
            case .rejected, .duplicate, .superseded:
                Report(state: source.state, fingerprint: source.fingerprint, reason: source.reason)
            }
        }
    }

    /// Takes an outcome in.
    ///
    /// - Returns: whether it is another than the one that was reported last. That a file waits is no outcome.
    mutating func isNews(_ outcome: SourceOutcome, fingerprint: String?) -> Bool {
        guard outcome.state != .waiting else { return false }
        let reason = outcome.state == .published ? "" : outcome.reason
        let before = reports.updateValue(
            Report(state: outcome.state, fingerprint: fingerprint, reason: reason), forKey: outcome.path)
        guard let before, before.state == outcome.state, before.reason == reason else { return true }
        guard let earlier = before.fingerprint, let fingerprint else { return false }
        return earlier != fingerprint
    }

    /// Forgets a source whose sticker is no longer published: it is news when it is again.
    mutating func forget(_ path: String) { reports[path] = nil }

    /// Forgets all other sources: one that comes back is news.
    mutating func keep(only paths: Set<String>) {
        reports = reports.filter { paths.contains($0.key) }
    }

    /// Takes over what another process made of sources whose outcome is the same as before, such as files that a rebuild
    /// compressed better: that process has reported it.
    mutating func takeOver(_ others: ReportedOutcomes) {
        for (path, report) in others.reports where reports[path]?.state == report.state { reports[path] = report }
    }
}
