import StateDatabase
import StickerManifest

/// What people, hooks and metrics have been notified of about a source, so that they learn of changes only: not of everything again
/// when the daemon starts or reads its configuration again, and not of a file that was touched and is as it was.
struct SourceReport: Sendable {
    let state: SourceStatus
    /// Nil where it is not known.
    private let fingerprint: String?
    /// Why, as the state database has it; empty for what is published.
    private let reason: String

    private init(state: SourceStatus, fingerprint: String?, reason: String) {
        self.state = state
        self.fingerprint = fingerprint
        self.reason = reason
    }

    /// - Returns: nil for a file that waits: that is no outcome.
    init?(_ outcome: SourceOutcome, fingerprint: String?) {
        guard outcome.state != .waiting else { return nil }
        self.init(
            state: outcome.state, fingerprint: fingerprint, reason: outcome.state == .published ? "" : outcome.reason)
    }

    /// Whether it differs from an earlier report in more than what is not known.
    func isNews(after earlier: SourceReport?) -> Bool {
        guard let earlier, earlier.state == state, earlier.reason == reason else { return true }
        guard let before = earlier.fingerprint, let fingerprint else { return false }
        return before != fingerprint
    }

    /// What an earlier run reported, by path: the state database is written right before anybody is notified.
    ///
    /// - Parameters:
    ///   - entries: the state database's. Without any, the manifest alone counts.
    ///   - catalog: the manifest that is published. What awaits approval has not been reported.
    static func all(_ entries: [LedgerSource], catalog: Catalog?) -> [String: SourceReport] {
        let published = Dictionary(
            catalog?.publishedPacks.flatMap { pack in pack.stickers.map { ($0.source.path, $0.fingerprint) } } ?? [],
            uniquingKeysWith: { first, _ in first })
        guard !entries.isEmpty else { return all(published, rejected: catalog?.rejected ?? []) }
        let reports = entries.compactMap { entry -> (String, SourceReport)? in
            switch entry.state {
            case .waiting, .ignored: return nil
            case .published where published[entry.path] != entry.fingerprint: return nil
            // It was approved while nobody watched.
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
    /// Whether it was a finished sticker that nobody had approved when it was written down.
    fileprivate var awaitsApproval: Bool { state == .published && reason == SourceOutcome.awaitsApproval }
}
