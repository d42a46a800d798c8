import Intake
import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// What is not used is reported once: when it comes, or when the reason is another.
extension WatchEngine {
    /// More files than this at once are counted and not named.
    private static let mostUnused = 100

    /// - Parameter entries: what the state database has of every file now.
    mutating func reportUnused(_ outcomes: [SourceOutcome], entries: [LedgerSource]) {
        let now = UnusedFile.all(outcomes, ignored: listing?.ignored ?? [])
        let known = Dictionary(entries.map { ($0.path, $0) }) { first, _ in first }
        // The state database remembers over restarts what was reported.
        let news = now.filter { file in
            guard let entry = known[file.path] else { return false }
            let before = sources[file.path].entry
            return before?.state != entry.state || before?.reason != entry.reason
        }
        for file in news.prefix(WatchEngine.mostUnused) {
            context.notify(.unused(path: file.path, reason: file.reason))
        }
        if news.count > WatchEngine.mostUnused {
            context.notify(
                .notice(
                    "\(NumberFormat.number(news.count - WatchEngine.mostUnused)) more files are not used; report.html in the "
                        + "output folder lists them."))
        }
        reported.unused = now
    }

    /// Reports each pack.json that cannot be understood, in place of the stickers that it holds back: once, also when all
    /// of them wait for a while.
    mutating func reportPackFiles(_ catalog: Catalog) {
        let findings = Dictionary(listing?.packs.map { ($0.id, $0.findings) } ?? []) { first, _ in first }
        var problems = reported.packProblems.filter { pack, message in
            findings[pack]?.contains { $0.message == message } == true
        }
        for source in catalog.rejected.byCause where source.isPackFile {
            let message = source.findings.first?.message ?? ""
            problems[source.pack] = message
            let isKnown = sources.states.values.lazy.compactMap(\.entry).contains {
                $0.pack == source.pack && $0.state == .rejected && $0.reason == message
            }
            if reported.packProblems[source.pack] != message, !isKnown { context.notify(.rejected(source)) }
        }
        reported.packProblems = problems
    }
}
