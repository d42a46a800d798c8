import Intake
import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// Reports each unused file and each invalid pack.json once, and again if the reason changes.
extension WatchEngine {
    /// The maximum number of files that are reported one by one. Further files are only counted.
    private static let mostUnused = 100

    /// Reports files that have become unused, or whose reason has changed.
    ///
    /// - Parameters:
    ///   - outcomes: the outcomes of the published sources.
    ///   - ignored: the ignored files of folders that were published as a whole.
    ///   - entries: the new rows of these files in the state database.
    ///   - changed: the published folders and sources.
    mutating func reportUnused(
        _ outcomes: [SourceOutcome], ignored: [IgnoredEntry], entries: [LedgerSource], changed: ChangedFolders
    ) {
        let now = UnusedFile.all(outcomes, ignored: ignored)
        let known = Dictionary(entries.map { ($0.path, $0) }) { first, _ in first }
        // If the row of a file in the state database has not changed, this run or an earlier one has already reported
        // the file.
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
                    "\(NumberFormat.number(news.count - WatchEngine.mostUnused)) more files are not used. "
                        + "report.html in the output folder lists them."))
        }
        // An unreadable folder is stored under its own path.
        let byFolder = Dictionary(grouping: now) { file in
            changed.names.contains(file.path) ? file.path : DropIndex.folder(ofFileAt: file.path)
        }
        for folder in changed.names {
            let others = changed.sources(in: folder).map { paths in
                (reported.unusedByFolder[folder] ?? []).filter { !paths.contains($0.path) }
            }
            let all = (others ?? []) + (byFolder[folder] ?? [])
            reported.unusedByFolder[folder] = all.isEmpty ? nil : all
        }
        reported.unused = reported.unusedByFolder.values.flatMap { $0 }.sorted { $0.path < $1.path }
    }

    /// Reports each invalid pack.json once, instead of every sticker that is rejected because of it.
    ///
    /// - Parameters:
    ///   - catalog: the manifest of the published packs.
    ///   - packs: the published packs that have a folder in the drop folder.
    mutating func reportPackFiles(_ catalog: Catalog, _ packs: [DroppedPack]) {
        let findings = Dictionary(packs.map { ($0.id, $0.findings) }) { first, _ in first }
        for (pack, message) in reported.packProblems
        where findings[pack]?.contains(where: { $0.message == message }) == false { reported.packProblems[pack] = nil }
        for source in catalog.rejected.byCause where source.isPackFile {
            let message = source.findings.first?.message ?? ""
            let isKnown = sources.entries(in: DropIndex.folder(ofFileAt: source.path)).contains {
                $0.pack == source.pack && $0.state == .rejected && $0.reason == message
            }
            if reported.packProblems[source.pack] != message, !isKnown { context.notify(.rejected(source)) }
            reported.packProblems[source.pack] = message
        }
    }
}
