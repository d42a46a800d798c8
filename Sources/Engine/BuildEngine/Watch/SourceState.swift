import DropWatcher
import Intake
import Publishing
import StateDatabase
import StickerManifest

/// The state of one source in a watch. Rarely needed values are stored separately, to save memory.
package struct SourceState: Sendable {
    /// The SHA-256 and the timestamp of the file when it was last read. Nil if the file was not read.
    package var digest: KnownDigest?
    /// The reason why the source is deferred. Nil if it is not deferred.
    package var deferral: Deferral? { passing?.value.deferral }
    /// The time when the source was first deferred, for any reason. For a growing file, the time of the last growth.
    /// Nil after the source has been read.
    package var deferredSince: ContinuousClock.Instant? { passing?.value.deferredSince }
    /// The time when the source was first complete. Nil after the sticker of the source is published.
    package var arrival: ContinuousClock.Instant? {
        get { passing?.value.arrival }
        set { change { $0.arrival = newValue } }
    }
    /// The absence of the file. Nil if the file exists.
    package var absence: Absence? {
        get { passing?.value.absence }
        set { change { $0.absence = newValue } }
    }
    /// The row of the source in the state database. Nil if the state database does not contain the source.
    package var entry: LedgerSource? {
        get { stored?.value }
        set { stored = newValue.map { SharedValue($0) } }
    }
    /// The last reported outcome of the source. Nil if no outcome was reported.
    var report: SourceReport?

    private var stored: SharedValue<LedgerSource>?
    private var passing: SharedValue<Passing>?

    /// Values that a source has only while it arrives, is deferred or is missing.
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

    /// Sets the SHA-256 of the file. Nil if the file could not be read.
    mutating func setDigest(_ digest: KnownDigest?) {
        self.digest = digest
        if digest != nil, deferral == nil, deferredSince != nil { change { $0.deferredSince = nil } }
    }
}

/// The states of all sources in a watch, by path, and of the other files in the state database.
package struct SourceTable: Sendable {
    package private(set) var states: [String: SourceState] = [:]
    /// The paths of deferred sources.
    private var deferred: Set<String> = []
    /// The paths of missing sources.
    private var absent: Set<String> = []
    /// The paths that were added or removed since the last publication, and the paths of missing sources whose stickers
    /// are kept.
    private var changed: Set<String> = []
    /// The paths of the files in the state database, by folder. The path of an unreadable folder is stored under the
    /// folder itself.
    private var entryPaths: [String: Set<String>] = [:]

    /// - Parameters:
    ///   - digests: the known hashes, by path.
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

    /// Adds the states of sources of packs that were at rest. Existing states are kept.
    mutating func include(digests: [String: KnownDigest], entries: [LedgerSource], catalog: Catalog?) {
        let new = entries.filter { states[$0.path] == nil }
        for entry in new {
            states[entry.path] = SourceState()
            states[entry.path]?.digest = digests[entry.path]
            states[entry.path]?.entry = entry
            changed.insert(entry.path)
            entryPaths[DropIndex.folder(ofFileAt: entry.path), default: []].insert(entry.path)
        }
        // If `new` is empty, `SourceReport.all` must not be called, because it would use the manifest.
        guard !new.isEmpty else { return }
        for (path, report) in SourceReport.all(new, catalog: catalog) { states[path]?.report = report }
    }

    /// Lets equal texts share their storage. In a library with a hundred thousand sources, this saves noticeable
    /// memory.
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

    /// Records paths that were removed or are no longer sources. The next publication processes these paths.
    package mutating func noteRemoved(_ paths: some Sequence<String>) { changed.formUnion(paths) }

    // MARK: Hashes

    /// Stores the hashes of the files that were read, and removes the hashes of unreadable files.
    mutating func remember(_ plan: [PlannedSource]) {
        for planned in plan {
            let digest = planned.sha256.map { KnownDigest(stamp: planned.art.stamp, sha256: $0) }
            let state = states[planned.path]
            guard state?.digest != digest || state?.deferredSince != nil else { continue }
            update(planned.path) { $0.setDigest(digest) }
        }
    }

    // MARK: Deferrals

    /// The current deferrals of sources, by path.
    package var deferrals: [String: Deferral] {
        deferred.reduce(into: [:]) { deferrals, path in deferrals[path] = states[path]?.deferral }
    }

    package mutating func setDeferral(_ deferral: Deferral, of path: String, at now: ContinuousClock.Instant) {
        update(path) { $0.setDeferral(deferral, at: now) }
        deferred.insert(path)
    }

    /// Defers the given sources, and ends the deferrals of all other examined sources.
    ///
    /// - Parameter examined: the examined folders and sources. The deferrals of other sources are unchanged.
    /// - Returns: the paths of the sources whose deferral changed.
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

    /// Returns the deferrals that have lasted long enough to be reported, by path, and the time at which the next
    /// deferral must be reported. The time is nil if no other source is deferred.
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

    /// Replaces all entries with the current rows of the state database.
    mutating func setEntries(_ entries: [LedgerSource]) {
        let paths = Set(entries.map(\.path))
        for path in states.keys where !paths.contains(path) { states[path]?.entry = nil }
        for entry in entries { states[entry.path, default: SourceState()].entry = entry }
        entryPaths = Dictionary(grouping: paths, by: DropIndex.folder).mapValues(Set.init)
        changed = Set(states.keys)
    }

    /// The folders of all files that are in the state database.
    var entryFolders: Set<String> { Set(entryPaths.keys) }

    /// The rows of the state database for a folder.
    func entries(in folder: String) -> [LedgerSource] { (entryPaths[folder] ?? []).compactMap { states[$0]?.entry } }

    /// Computes the changes that make the rows of the given folders and sources in the state database equal to
    /// `entries`.
    package func changes(to entries: [LedgerSource], in changed: ChangedFolders) -> LedgerBatch {
        let paths = Set(entries.map(\.path))
        return LedgerBatch(
            sources: entries.filter { states[$0.path]?.entry != $0 },
            removedSources: changed.names.reduce(into: []) { gone, folder in
                let known = entryPaths[folder] ?? []
                if isRecorded(folder, in: changed), !paths.contains(folder) { gone.insert(folder) }
                // `subtracting` would visit all paths for each folder.
                gone.formUnion(
                    (changed.sources(in: folder) ?? known).filter { known.contains($0) && !paths.contains($0) })
            })
    }

    /// Whether the whole folder was examined and has a row in the state database, because it was unreadable before.
    private func isRecorded(_ folder: String, in changed: ChangedFolders) -> Bool {
        !folder.isEmpty && changed.sources(in: folder) == nil && states[folder]?.entry != nil
    }

    /// Records the publication of a cycle, and removes the states of removed sources.
    ///
    /// - Parameters:
    ///   - entries: the rows of the state database for the existing files.
    ///   - present: the paths of the existing sources.
    ///   - kept: the paths of missing sources whose stickers are not removed yet.
    ///   - stored: all written rows, which are `entries` and the rows of kept sources. Nil if no source was kept.
    ///   - scope: the published folders and sources. Nil for all.
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
                // `subtracting` would visit all paths.
                for path in some where !new.contains(path) { entryPaths[folder]?.remove(path) }
                entryPaths[folder]?.formUnion(new)
            } else {
                entryPaths[folder] = new
            }
            if entryPaths[folder]?.isEmpty == true { entryPaths[folder] = nil }
        }
    }

    /// Removes the states of files that were added and removed again, and were never published or reported. Does
    /// nothing while the number of states is small.
    ///
    /// - Parameters:
    ///   - count: the number of sources in the drop folder.
    ///   - paths: returns the paths of the sources in the drop folder. Called only if needed.
    package mutating func forgetTransient(listed count: Int, _ paths: () -> Set<String>) {
        guard states.count > 2 * count + 64 else { return }
        let paths = paths()
        states = states.filter { path, state in
            paths.contains(path) || state.entry != nil || state.report != nil || state.absence != nil
        }
        deferred.formIntersection(states.keys)
        changed.formIntersection(states.keys)
    }

    // MARK: Missing sources

    /// The paths of the missing sources.
    var missing: Set<String> { absent }

    /// Replaces the absences of all sources.
    package mutating func setAbsences(_ absences: [String: SourceState.Absence]) {
        for path in absent where absences[path] == nil { states[path]?.absence = nil }
        for (path, absence) in absences { update(path) { $0.absence = absence } }
        absent = Set(absences.keys)
        changed.formUnion(absent)
    }

    // MARK: Reports

    /// Stores the outcome of a source as reported, unless the source is deferred.
    ///
    /// - Returns: whether the outcome differs from the last reported one and must be reported.
    mutating func isNews(_ outcome: SourceOutcome, fingerprint: String?) -> Bool {
        guard let report = SourceReport(outcome, fingerprint: fingerprint) else { return false }
        let before = states[outcome.path]?.report
        update(outcome.path) { $0.report = report }
        return report.isNews(after: before)
    }

    /// Marks the results of another process as reported if the status of their sources has not changed. For example, a
    /// rebuild compresses a sticker further, and lists the sticker in its own report.
    mutating func takeOverReports(_ entries: [LedgerSource], catalog: Catalog?) {
        for (path, report) in SourceReport.all(entries, catalog: catalog)
        where states[path]?.report?.state == report.state {
            states[path]?.report = report
        }
    }
}
