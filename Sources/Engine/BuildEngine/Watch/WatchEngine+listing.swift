import DropWatcher
import FileAccess
import Intake
import JobModel
import Synchronization

/// Lists the drop folder, and defers files that are still being written.
extension WatchEngine {
    /// The folders and files that must be checked again, because a source is deferred or a settings file may still be
    /// changing.
    var waiting: ChangedFolders {
        var waiting = ChangedFolders(reported.unsettledSettings)
        for path in sources.deferrals.keys {
            let (changes, folder) = (DropIndex.changes(ofEventAt: path), DropIndex.folder(ofFileAt: path))
            waiting.formUnion(changes.sources(in: folder) == nil ? ChangedFolders([folder]) : changes)
        }
        return waiting
    }

    /// Lists the scheduled folders and files. Defers new files that are still being written, and files whose settings
    /// files are still being written.
    mutating func listDropFolder() async throws {
        switch schedule.listing {
        case .nothing: return
        case .some(let changed): try await takeUp(changed.names)
        case .everything: try await takeUpChanged()
        }
        guard let listing = try await listing() else { return }
        let (before, now) = (library.index, clock.now)
        var index = listing.index
        let examined = listing.update.examined
        work.foldersListed += examined.names.count
        let seen = index.listing(of: examined)
        var deferrals: [String: Deferral] = [:]
        let unread = seen.art.filter { sources[$0.path].digest?.stamp != $0.stamp }
        for (art, wait) in try await readiness(of: unread, at: now) {
            if let (deferral, lookAgain) = wait {
                deferrals[art.path] = deferral
                schedule.set(.settle, atLatest: lookAgain)
            } else if reported.isReady, sources[art.path].arrival == nil {
                sources.update(art.path) { $0.arrival = now }
            }
        }
        let unsettled = try await unsettledSettings(of: seen, at: now)
        reported.unsettledSettings.subtract(examined.wholeFolders)
        for settings in unsettled {
            for path in seen.art(of: settings.file) where deferrals[path] == nil {
                deferrals[path] = .unfinished(settings.reason)
            }
            schedule.set(.settle, atLatest: settings.lookAgain)
            reported.unsettledSettings.insert(DropIndex.folder(ofFileAt: settings.file.path))
        }
        index.keepPackSettings(unsettled, from: before)
        if let before {
            let folders = index.leaveOutOrphans(
                in: examined.wholeFolders, youngerThan: timing.loneSidecar, notIn: before)
            if !folders.isEmpty { schedule.set(.settle, atLatest: now.advanced(by: timing.loneSidecar)) }
            reported.unsettledSettings.formUnion(folders)
        }
        if !index.unreadable.isEmpty {
            schedule.set(.unreadable, atLatest: now.advanced(by: timing.unreadable))
        }
        let deferred = sources.setDeferrals(deferrals, in: examined, at: now)
        if before == nil || !listing.update.changed.isEmpty || !deferred.isEmpty { schedule.hasNewDrops = true }
        if schedule.hasNewDrops { schedule.needsPublishing = true }
        forgetMissing(in: listing, before: before)
        if listing.isComplete { removal.listedState = listing.dropState }
        library.list(index, changed: listing.update.changed)
        library.plan(sources: deferred)
        sources.forgetTransient(listed: index.artCount) {
            Set(index.names.flatMap { index[$0]?.art.map(\.path) ?? [] })
        }
    }

    /// A listing of the drop folder or of a part of it.
    private struct Listing: Sendable {
        var index: DropIndex
        var update: DropIndex.Update
        /// Whether the whole drop folder was listed.
        var isComplete: Bool
        /// The state of the drop folder. Nil if the state changed during the listing, or if only a part of the folder
        /// was listed.
        var dropState: DropFolderState?
    }

    /// Lists the scheduled part of the drop folder.
    ///
    /// - Returns: nil if nothing is scheduled.
    private mutating func listing() async throws -> Listing? {
        var scope: ChangedFolders?
        switch schedule.takeListing() {
        case .nothing: return nil
        case .some(let changed):
            // A settings file may apply to all files in its folder. A folder whose settings file may still be changing
            // is therefore listed as a whole.
            scope = changed.union(ChangedFolders(changed.names.intersection(reported.unsettledSettings)))
        case .everything: scope = nil
        }
        do {
            return try await BlockingExecutor.run {
                [
                    drop = context.configuration.drop, known = published.sources, before = library.index,
                    ids = resting?.ids, scope
                ] in
                var index = before ?? DropIndex()
                index.idsAtRest = ids ?? [:]
                let state = scope == nil ? DropFolderState(of: drop) : nil
                let update = try index.update(drop, changed: scope, published: known)
                return Listing(
                    index: index, update: update, isComplete: scope == nil,
                    dropState: state.flatMap { $0 == DropFolderState(of: drop) ? $0 : nil })
            }
        } catch {
            schedule.listEverything()
            throw error
        }
    }

    /// Records the files that were removed since the last listing.
    private mutating func forgetMissing(in listing: Listing, before: DropIndex?) {
        let now = listing.index
        var gone: Set<String> = []
        for folder in listing.update.changed {
            guard let earlier = before?[folder] else { continue }
            if let paths = listing.update.examined.sources(in: folder) {
                gone.formUnion(paths.filter { now.source($0) == nil })
                continue
            }
            let (art, others) = (now[folder]?.art.map(\.path) ?? [], now[folder]?.otherPaths ?? [])
            // Sources and other files are compared separately, because a file gets a different row in the state
            // database if it becomes a source or is no longer one.
            gone.formUnion(Set(earlier.art.map(\.path)).subtracting(art))
            gone.formUnion(Set(earlier.otherPaths).subtracting(others))
        }
        let unknown = UnknownPaths(now.unreadable)
        sources.noteRemoved(gone.filter { !unknown.contains($0) })
        if listing.isComplete {
            stabilizer.forget(except: DropListing(now.names.compactMap { now[$0] }).settlingPaths)
        } else {
            stabilizer.forget(gone.filter { path in !(now[DropIndex.folder(ofFileAt: path)]?.settles(path) ?? false) })
        }
    }

    /// The deferral of a file, and the time of the next check.
    private typealias Wait = (deferral: Deferral, lookAgain: ContinuousClock.Instant)

    /// Determines which sources must be deferred. These are files that are still being written, files that cannot be
    /// opened, and unchanged files that a worker could not read.
    ///
    /// - Returns: the sources with their deferrals. The deferral of a usable source is nil.
    private mutating func readiness(of art: [ScannedSource], at now: ContinuousClock.Instant) async throws
        -> [(ScannedSource, Wait?)]
    {
        guard !art.isEmpty else { return [] }
        let retry = schedule[.unreadable]
        var unreadable: [String: Deferral] = [:]
        for art in art {
            guard let deferral = sources[art.path].deferral, library.source(art.path)?.stamp == art.stamp else {
                continue
            }
            switch deferral {
            case .unreadable: unreadable[art.path] = deferral
            case .unreadableByWorker, .changedWhileRendering: if retry != nil { unreadable[art.path] = deferral }
            default: break
            }
        }
        let again = retry ?? now.advanced(by: timing.unreadable)
        let taken = Dictionary(art.map { ($0.path, sources[$0.path].digest?.stamp) }) { first, _ in first }
        let (judged, stabilizer) = try await BlockingExecutor.run {
            [stabilizer = stabilizer.part(of: taken.keys), unreadable, drop = context.configuration.drop] in
            let state = SharedStabilizer(stabilizer)
            var judged: [(ScannedSource, Wait?)] = []
            let folders = Dictionary(grouping: art) { $0.path.prefix { $0 != "/" } }
            for (folder, art) in folders.sorted(by: { $0.key < $1.key }) {
                // Opening a file on a file server may block, even if the listing came from a cache and did not block.
                let waits = TimedCalls.system.run("\(drop)/\(folder)") {
                    var stabilizer = state.take()
                    let waits = art.map { art -> Wait? in
                        defer { CallProgress.step() }
                        if let deferral = unreadable[art.path] {
                            guard case .unreadable = deferral, art.canBeOpened else { return (deferral, again) }
                        }
                        let readiness = stabilizer.judge(
                            path: art.path, absolutePath: art.absolutePath, stamp: art.stamp,
                            framePaths: art.framePaths, taken: taken[art.path] ?? nil, at: now)
                        guard case .waiting(let reason, let lookAgain) = readiness else { return nil }
                        return (.unfinished(reason), lookAgain)
                    }
                    state.put(stabilizer)
                    return waits
                }
                judged += zip(
                    art, waits ?? art.map { (Deferral.unreadable(.noAnswer(from: $0.path)), again) })
            }
            return (judged, state.take())
        }
        self.stabilizer.merge(stabilizer)
        return judged
    }

    private mutating func unsettledSettings(of seen: DropListing, at now: ContinuousClock.Instant) async throws
        -> [UnsettledSettings]
    {
        guard !seen.settings.isEmpty else { return [] }
        let paths = seen.settings.map(\.path)
        let (unsettled, stabilizer) = try await BlockingExecutor.run { [stabilizer = stabilizer.part(of: paths)] in
            var stabilizer = stabilizer
            return (stabilizer.unsettled(seen.settings, at: now), stabilizer)
        }
        self.stabilizer.merge(stabilizer)
        return unsettled
    }
}

/// Passes a stabilizer between threads without copying it. If a thread blocks and does not return the stabilizer, the
/// other threads continue with the original one.
private final class SharedStabilizer: Sendable {
    private let original: WriteStabilizer
    private let current: Mutex<WriteStabilizer?>

    init(_ stabilizer: WriteStabilizer) {
        original = stabilizer
        current = Mutex(stabilizer)
    }

    func take() -> WriteStabilizer {
        current.withLock { current in
            defer { current = nil }
            return current ?? original
        }
    }

    func put(_ stabilizer: WriteStabilizer) {
        current.withLock { $0 = stabilizer }
    }
}

extension ScannedSource {
    /// Whether the file of the source, or each of its frames, can be opened.
    fileprivate var canBeOpened: Bool {
        (framePaths.isEmpty ? [absolutePath] : framePaths).allSatisfy { (try? OpenFile($0).stamp()) != nil }
    }
}

extension DropIndex.Folder {
    /// The paths of all entries that are not sources.
    fileprivate var otherPaths: [String] { ignored.map(\.path) + settings.map(\.path) }

    /// Whether the file is a source or a settings file, which must be stable before it is used.
    fileprivate func settles(_ path: String) -> Bool {
        art.contains { $0.path == path } || settings.contains { $0.path == path }
    }
}
