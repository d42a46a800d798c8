import DropWatcher
import Intake
import Publishing
import StateDatabase
import StickerManifest

/// The watch's knowledge of one source. Values that few sources have are stored only for those.
package struct SourceState: Sendable {
    /// The digest of the file when it was last read.
    package var digest: KnownDigest?
    /// The reason why the source is deferred. Nil if it is not.
    package var deferral: Deferral? { passing?.value.deferral }
    /// The start of its deferral, for any reason, until it has been read.
    package var deferredSince: ContinuousClock.Instant? { passing?.value.deferredSince }
    /// The time when the source was first complete. Nil after its sticker is published.
    package var arrival: ContinuousClock.Instant? {
        get { passing?.value.arrival }
        set { change { $0.arrival = newValue } }
    }
    /// The start of its absence. Nil while the file exists.
    package var absence: Absence? {
        get { passing?.value.absence }
        set { change { $0.absence = newValue } }
    }
    /// The row of the source in the state database.
    package var entry: LedgerSource? {
        get { stored?.value }
        set { stored = newValue.map { SharedValue($0) } }
    }
    /// The last report about the source.
    var report: SourceReport?

    private var stored: SharedValue<LedgerSource>?
    private var passing: SharedValue<Passing>?

    /// Temporary values while a source arrives or disappears.
    private struct Passing: Sendable, Equatable {
        var deferral: Deferral?
        var deferredSince: ContinuousClock.Instant?
        var arrival: ContinuousClock.Instant?
        var absence: Absence?
    }

    package init() {}

    private mutating func change(_ change: (inout Passing) -> Void) {
        var passing = self.passing?.value ?? Passing()
        change(&passing)
        self.passing = passing == Passing() ? nil : SharedValue(passing)
    }

    package typealias Absence = SourceAbsence

    mutating func setDeferral(_ deferral: Deferral, at now: ContinuousClock.Instant) {
        change {
            $0.deferral = deferral
            $0.deferredSince = deferral.isProgress ? now : $0.deferredSince ?? now
        }
    }

    mutating func takeUp() { change { $0.deferral = nil } }

    /// Sets the hash of a read file. Nil if it could not be read.
    mutating func setDigest(_ digest: KnownDigest?) {
        self.digest = digest
        if digest != nil, deferral == nil, deferredSince != nil { change { $0.deferredSince = nil } }
    }
}

/// The watch's knowledge of all sources, by path, and of the other files in the state database.
package struct SourceTable: Sendable {
    package private(set) var states: [String: SourceState] = [:]
    /// The paths of deferred sources.
    private var deferred: Set<String> = []
    /// The paths of missing sources.
    private var absent: Set<String> = []
    /// The paths that were added or removed since the last publication, and removed paths whose stickers stay.
    private var changed: Set<String> = []
    /// The paths of the files in the state database, by listed folder. An unreadable folder counts as its own listed
    /// folder.
    private var entryPaths: [String: Set<String>] = [:]

    /// - Parameters:
    ///   - digests: the known hashes by path.
    ///   - entries: the rows of the state database.
    ///   - catalog: the published manifest.
    package init(digests: [String: KnownDigest], entries: [LedgerSource], catalog: Catalog?) {
        for (path, digest) in digests { states[path, default: SourceState()].digest = digest }
        setEntries(entries)
        shareTexts()
        for (path, report) in SourceReport.all(entries, catalog: catalog) {
            states[path, default: SourceState()].report = report
        }
        changed = Set(states.keys)
    }

    /// Adds the state of sources from an earlier run, unless newer state exists.
    mutating func include(digests: [String: KnownDigest], entries: [LedgerSource], catalog: Catalog?) {
        let new = entries.filter { states[$0.path] == nil }
        for entry in new {
            states[entry.path] = SourceState()
            states[entry.path]?.digest = digests[entry.path]
            states[entry.path]?.entry = entry
            changed.insert(entry.path)
            entryPaths[DropIndex.folder(ofFileAt: entry.path), default: []].insert(entry.path)
        }
        // Without entries, only the manifest would be used.
        guard !new.isEmpty else { return }
        for (path, report) in SourceReport.all(new, catalog: catalog) { states[path]?.report = report }
    }

    /// Shares equal texts from the state database, which take noticeable memory for a hundred thousand sources.
    private mutating func shareTexts() {
        for path in states.keys {
            states[path]?.entry?.path = path
            guard let sha256 = states[path]?.digest?.sha256, states[path]?.entry?.sha256 == sha256 else { continue }
            states[path]?.entry?.sha256 = sha256
        }
    }

    package subscript(path: String) -> SourceState { states[path] ?? SourceState() }

    package mutating func update(_ path: String, _ change: (inout SourceState) -> Void) {
        if states[path] == nil { changed.insert(path) }
        change(&states[path, default: SourceState()])
    }

    /// Records removed files, and files that are no longer sources.
    package mutating func noteRemoved(_ paths: some Sequence<String>) { changed.formUnion(paths) }

    // MARK: Digests

    /// Stores the digests of read files, and forgets those of unreadable files.
    mutating func remember(_ plan: [PlannedSource]) {
        for planned in plan {
            let digest = planned.sha256.map { KnownDigest(stamp: planned.art.stamp, sha256: $0) }
            let state = states[planned.path]
            guard state?.digest != digest || state?.deferredSince != nil else { continue }
            update(planned.path) { $0.setDigest(digest) }
        }
    }

    // MARK: Deferrals

    /// The deferrals of sources, by path.
    package var deferrals: [String: Deferral] {
        deferred.reduce(into: [:]) { deferrals, path in deferrals[path] = states[path]?.deferral }
    }

    package mutating func setDeferral(_ deferral: Deferral, of path: String, at now: ContinuousClock.Instant) {
        update(path) { $0.setDeferral(deferral, at: now) }
        deferred.insert(path)
    }

    /// Defers these sources, and ends the deferral of all other examined sources.
    ///
    /// - Parameter examined: the examined folders and sources. Others are unchanged.
    /// - Returns: the paths of the sources for which anything changed.
    package mutating func setDeferrals(
        _ deferrals: [String: Deferral], in examined: ChangedFolders, at now: ContinuousClock.Instant
    ) -> Set<String> {
        var changed: Set<String> = []
        let before = self.deferrals
        for path in before.keys where deferrals[path] == nil {
            guard examined.containsSource(at: path) else { continue }
            states[path]?.takeUp()
            deferred.remove(path)
            changed.insert(path)
        }
        for (path, deferral) in deferrals where before[path] != deferral {
            setDeferral(deferral, of: path, at: now)
            changed.insert(path)
        }
        return changed
    }

    /// The sources whose deferral is long enough to notify people, and the time of the next notification.
    package func longDeferrals(
        at now: ContinuousClock.Instant, timing: WatchTiming = WatchTiming()
    ) -> (long: [String: Deferral], next: ContinuousClock.Instant?) {
        var long: [String: Deferral] = [:]
        var next: ContinuousClock.Instant?
        for path in deferred {
            guard let deferral = states[path]?.deferral, let since = states[path]?.deferredSince else { continue }
            let due = since.advanced(by: timing.notice(of: deferral))
            if due <= now { long[path] = deferral } else { next = min(next ?? due, due) }
        }
        return (long, next)
    }

    // MARK: The state database's entries

    /// Replaces all entries by the current rows of the state database. Entries of other sources are removed.
    mutating func setEntries(_ entries: [LedgerSource]) {
        let paths = Set(entries.map(\.path))
        for path in states.keys where !paths.contains(path) { states[path]?.entry = nil }
        for entry in entries { states[entry.path, default: SourceState()].entry = entry }
        entryPaths = Dictionary(grouping: paths, by: DropIndex.folder).mapValues(Set.init)
        changed = Set(states.keys)
    }

    /// The folders of all files in the state database.
    var entryFolders: Set<String> { Set(entryPaths.keys) }

    /// The state database's entries of a folder.
    func entries(in folder: String) -> [LedgerSource] { (entryPaths[folder] ?? []).compactMap { states[$0]?.entry } }

    /// The changes that give the state database exactly these entries for some folders and sources.
    package func changes(to entries: [LedgerSource], in changed: ChangedFolders) -> LedgerBatch {
        let paths = Set(entries.map(\.path))
        return LedgerBatch(
            sources: entries.filter { states[$0.path]?.entry != $0 },
            removedSources: changed.names.reduce(into: []) { gone, folder in
                let known = entryPaths[folder] ?? []
                if isRecorded(folder, in: changed), !paths.contains(folder) { gone.insert(folder) }
                // Not `subtracting`, which visits all paths for each folder.
                gone.formUnion(
                    (changed.sources(in: folder) ?? known).filter { known.contains($0) && !paths.contains($0) })
            })
    }

    /// Whether the state database has an entry for the folder itself, because it was unreadable, and the whole folder
    /// was examined.
    private func isRecorded(_ folder: String, in changed: ChangedFolders) -> Bool {
        !folder.isEmpty && changed.sources(in: folder) == nil && states[folder]?.entry != nil
    }

    /// Adopts the publication of a cycle, and forgets removed sources, so that a returning source is new.
    ///
    /// - Parameters:
    ///   - entries: the rows of the state database for everything in the drop folder.
    ///   - present: the paths of the sources in the drop folder.
    ///   - kept: paths of missing sources whose stickers stay for now.
    ///   - stored: all rows of the state database: the entries and the rows of kept sources.
    ///   - scope: the published part. Nil for everything.
    package mutating func conclude(
        _ entries: [LedgerSource], present: Set<String>, kept: Set<String>, stored: [LedgerSource]? = nil,
        in scope: ChangedFolders? = nil
    ) {
        let wholeFolders = scope?.wholeFolders ?? []
        let concluded =
            scope.map { scope in
                changed.filter { path in
                    let isFolder = wholeFolders.contains(path) || entryPaths[path]?.contains(path) == true
                    return isFolder ? wholeFolders.contains(path) : scope.containsSource(at: path)
                }
            } ?? changed
        let gone = concluded.filter { !present.contains($0) }
        let others = gone.isEmpty ? [] : Set(entries.map(\.path))
        changed.subtract(concluded)
        changed.formUnion(gone.intersection(kept))
        for path in gone {
            if kept.contains(path) {
                states[path]?.arrival = nil
                states[path]?.digest = nil
            } else {
                states[path] = others.contains(path) ? SourceState() : nil
                deferred.remove(path)
                absent.remove(path)
            }
        }
        for entry in entries where states[entry.path]?.entry != entry {
            states[entry.path, default: SourceState()].entry = entry
        }
        let paths = Dictionary(grouping: (stored ?? entries).map(\.path)) { path in
            wholeFolders.contains(path) ? path : DropIndex.folder(ofFileAt: path)
        }.mapValues(Set.init)
        for folder in scope?.names ?? Set(entryPaths.keys).union(paths.keys) {
            let new = paths[folder] ?? []
            if let scope, isRecorded(folder, in: scope), !new.contains(folder) { states[folder]?.entry = nil }
            if let some = scope?.sources(in: folder), entryPaths[folder] != nil {
                // In place instead of `subtracting`, which visits all paths.
                for path in some where !new.contains(path) { entryPaths[folder]?.remove(path) }
                entryPaths[folder]?.formUnion(new)
            } else {
                entryPaths[folder] = new
            }
            if entryPaths[folder]?.isEmpty == true { entryPaths[folder] = nil }
        }
    }

    /// Forgets files that were added and removed without being published or reported. Usually compares only two counts.
    package mutating func forgetTransient(listed count: Int, _ paths: () -> Set<String>) {
        guard states.count > 2 * count + 64 else { return }
        let paths = paths()
        states = states.filter { path, state in
            paths.contains(path) || state.entry != nil || state.report != nil || state.absence != nil
        }
        deferred.formIntersection(states.keys)
        changed.formIntersection(states.keys)
    }

    // MARK: Absences

    /// The paths of the sources that were missing last.
    var missing: Set<String> { absent }

    /// Replaces the missing sources. All others exist.
    package mutating func setAbsences(_ absences: [String: SourceState.Absence]) {
        for path in absent where absences[path] == nil { states[path]?.absence = nil }
        for (path, absence) in absences { update(path) { $0.absence = absence } }
        absent = Set(absences.keys)
        changed.formUnion(absent)
    }

    // MARK: Reports

    /// Records the outcome of a source.
    ///
    /// - Returns: whether it differs from the last reported outcome.
    mutating func isNews(_ outcome: SourceOutcome, fingerprint: String?) -> Bool {
        guard let report = SourceReport(outcome, fingerprint: fingerprint) else { return false }
        let before = states[outcome.path]?.report
        update(outcome.path) { $0.report = report }
        return report.isNews(after: before)
    }

    /// Adopts the results of another process for sources with the same outcome, such as files that a rebuild compressed
    /// further. That process has reported them.
    mutating func takeOverReports(_ entries: [LedgerSource], catalog: Catalog?) {
        for (path, report) in SourceReport.all(entries, catalog: catalog)
        where states[path]?.report?.state == report.state {
            states[path]?.report = report
        }
    }
}
