import Foundation
import GRDB

extension Ledger {
    /// Counts the rows of the state database and checks their consistency and the integrity of the file.
    ///
    /// The whole database is read, so only `stickerd audit` uses this method.
    package func balance() async throws -> LedgerIntegrity {
        try await read { db in
            var balance = LedgerIntegrity(
                arrivals: [:], sources: [:], results: try Int.fetchOne(db, sql: "SELECT count(*) FROM results") ?? 0,
                imbalances: [])
            for (word, count) in try Self.counts(db, "SELECT outcome, count(*) FROM arrivals GROUP BY outcome") {
                if let outcome = ContentOutcome(word: word) {
                    balance.arrivals[outcome] = count
                } else {
                    balance.imbalances.append("\(count) arrivals have the outcome “\(word)”, which does not exist.")
                }
            }
            for (word, count) in try Self.counts(db, "SELECT state, count(*) FROM sources GROUP BY state") {
                if let state = SourceStatus(rawValue: word) {
                    balance.sources[state] = count
                } else {
                    balance.imbalances.append("\(count) files have the state “\(word)”, which does not exist.")
                }
            }
            for check in Self.checks {
                balance.imbalances += try String.fetchAll(db, sql: check)
            }
            balance.imbalances += try Self.damagedResults(db)
            return balance
        }
    }

    private static func counts(_ db: Database, _ sql: String) throws -> [(String, Int)] {
        try Row.fetchAll(db, sql: sql).map { ($0[0], $0[1]) }
    }

    private static func damagedResults(_ db: Database) throws -> [String] {
        var damaged: [String] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT fingerprint, result, digest FROM results ORDER BY fingerprint")
        while let row = try rows.next() {
            let (fingerprint, result, digest): (String, Data, String?) = (row[0], row[1], row[2])
            guard digest != Ledger.digest(of: result, fingerprint: fingerprint) else { continue }
            damaged.append(
                "The stored result \(fingerprint.prefix(12)) is damaged (wrong checksum)."
            )
        }
        return damaged
    }

    /// Queries that return one sentence per problem. A query without a result found no problem.
    private static let checks = [
        """
        SELECT 'The file is damaged: ' || integrity_check FROM pragma_integrity_check
        WHERE integrity_check <> 'ok'
        """,
        """
        SELECT path || ': content ' || substr(sha256, 1, 12) || ' arrived and is recorded as ' || outcome
            || ', but the file is not in the list of sources with that content.'
        FROM arrivals WHERE outcome NOT IN ('replaced', 'removed')
            AND NOT EXISTS (
                SELECT 1 FROM sources WHERE sources.path = arrivals.path AND sources.sha256 = arrivals.sha256)
        ORDER BY path
        """,
        """
        SELECT sources.path || ': the file is recorded as ' || state || ', but its content '
            || substr(sources.sha256, 1, 12) || coalesce(' as ' || outcome, ' was never recorded') || '.'
        FROM sources LEFT JOIN arrivals USING (path, sha256)
        WHERE sha256 IS NOT NULL AND outcome IS NOT state
        ORDER BY 1
        """,
        """
        SELECT path || ': ' || count(*) || ' contents are recorded as current at once.'
        FROM arrivals WHERE outcome NOT IN ('replaced', 'removed') GROUP BY path HAVING count(*) > 1
        """,
        """
        SELECT path || ': the file is published, but its result is missing.'
        FROM sources WHERE state = 'published'
            AND NOT EXISTS (SELECT 1 FROM results WHERE results.fingerprint = sources.fingerprint)
        ORDER BY path
        """,
    ]
}
