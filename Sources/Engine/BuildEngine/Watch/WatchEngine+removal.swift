import DropWatcher
import FileAccess
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// The state for decisions about the stickers of missing sources.
package struct RemovalState {
    package let policy: RemovalCase.Policy
    let deletionGuard: DeletionGuard
    /// The current removal hold. Nil if removals are not on hold.
    package var hold: RemovalHold?
    /// Whether the deletion guard has checked the identity of the drop folder.
    package var hasAsked = false
    /// The state of the drop folder at the last complete listing. Nil if it is unknown.
    var listedState: DropFolderState?
    /// The last recorded file systems that are mounted below the drop folder.
    var knownMounts: [String: String] = [:]

    init(_ configuration: Configuration) {
        deletionGuard = DeletionGuard(configuration)
        policy = RemovalCase.Policy(
            grace: .seconds(configuration.watch.retireAfterSeconds), massRemoval: deletionGuard.massChange)
    }
}

extension WatchEngine {
    /// Decides which stickers of missing sources are removed.
    ///
    /// - Parameter scope: the packs and sources that may be missing.
    /// - Throws: `IntakeError` if the drop folder does not exist; `EngineError` if the state cannot be written.
    mutating func decideRemovals(of scope: PackScope) async throws -> Removals {
        let question = try await removalCase(of: published.catalog?.part(of: scope))
        var removals = question.decide()
        sources.setAbsences(removals.absences)
        schedule[.absence] = removals.lookAgain
        guard !removal.hasAsked || removals.needsFolder || removal.hold != nil else {
            if removals.absences.isEmpty { try await rememberMounts() }
            return removals
        }
        removals = try await askDeletionGuard(question, missing: removals.absences.keys)
        guard removals.massDecision != .outdated else {
            schedule.listEverything()
            schedule[.absence] = clock.now.advanced(by: timing.holdCheck)
            return removals
        }
        if let hold = removals.hold {
            schedule[.absence] = clock.now.advanced(by: timing.holdCheck)
            if hold != removal.hold { context.notify(.frozen(hold.reason)) }
        } else if removal.hold != nil {
            context.notify(.thawed)
        }
        removal.hold = removals.hold
        removal.hasAsked = true
        return removals
    }

    /// Collects the published sources that are missing from the drop folder, and all other inputs of the decision about
    /// them.
    private func removalCase(of catalog: Catalog?) async throws -> RemovalCase {
        let others = try await restingDigests(of: catalog)
        var missing: [String: RemovalCase.Source] = [:]
        for sticker in catalog?.finishedStickers ?? [] where !library.hasSource(sticker.source.path) {
            let (path, sha256) = (sticker.source.path, sticker.source.sha256)
            let copies = library.paths(withDigest: sha256)
            missing[path] = RemovalCase.Source(
                stamp: sources[path].entry?.stamp ?? .unknown, absence: sources[path].absence,
                hadCopy: copies.contains { sources[$0].entry?.state == .duplicate },
                isElsewhere: others.contains(sha256) || !copies.isEmpty)
        }
        return RemovalCase(
            sources: missing, seen: DropView(of: library.index ?? DropIndex()), policy: removal.policy,
            library: RemovalCase.Library(published: 0, hasUnread: library.hasUnread), now: clock.now)
    }

    /// Records the file systems that are mounted below the drop folder, so that the deletion guard detects a missing
    /// one.
    private mutating func rememberMounts() async throws {
        let known = removal.knownMounts
        removal.knownMounts = try await BlockingExecutor.run { [deletionGuard = removal.deletionGuard] in
            guard let mounts = deletionGuard.currentMounts, mounts != known else { return known }
            try deletionGuard.remember(mounts: mounts)
            return mounts
        }
    }

    /// The SHA-256 of each missing source that also exists in a pack at rest.
    private func restingDigests(of catalog: Catalog?) async throws -> Set<String> {
        guard let resting else { return [] }
        let gone = (catalog?.finishedStickers ?? []).filter { !library.hasSource($0.source.path) }
        guard !gone.isEmpty else { return [] }
        let found = try await context.ledger.sources(withDigests: Set(gone.map(\.source.sha256)))
        return Set(
            found.filter { resting.contains(folder: DropIndex.folder(ofFileAt: $0.path)) }.compactMap(\.sha256))
    }

    /// The sources that may be missing: the changed sources, and the sources that were missing at the last publication.
    var possiblyMissing: PackScope {
        let (changed, packs) = library.publishing
        var paths: [String: Set<String>] = [:]
        var scope = PackScope()
        for folder in changed.names {
            guard let some = changed.sources(in: folder), let id = library.publishedID(of: folder) else { continue }
            paths[id] = some.filter { !library.hasSource($0) }
        }
        for id in packs where paths[id] == nil { scope.add(nil, of: id) }
        for path in sources.missing {
            guard let id = pack(ofMissing: path) else { return PackScope(published.catalog?.packIDs ?? []) }
            paths[id, default: []].insert(path)
        }
        for (id, some) in paths { scope.add(PackScope.Part(ids: [], paths: some, order: []), of: id) }
        return scope
    }

    /// Finds the id of the pack that contains the sticker of a missing source. Nil if the pack is unknown. The folder
    /// of the pack may have been renamed, and another folder may now have the former name.
    private func pack(ofMissing path: String) -> String? {
        let likely = [sources[path].entry?.pack, library.publishedID(of: DropIndex.folder(ofFileAt: path))]
            .compactMap(\.self)
        let owner = likely.first { published.sources.identity(of: path, in: $0) != nil }
        return owner ?? published.sources.pack(ofSource: path) ?? likely.first
    }

    /// Schedules all missing sources of a pack for publication if one of its sources was removed. Their stickers are
    /// kept if a new source with the same id is rejected.
    mutating func publishReplacedSources() {
        let changed = library.publishing.folders
        for folder in changed.names {
            guard let paths = changed.sources(in: folder), paths.contains(where: { !library.hasSource($0) }),
                let id = library.publishedID(of: folder)
            else { continue }
            let gone = published.sources.paths(in: id).filter { !library.hasSource($0) }
            library.publish(sources: Set(gone.filter { DropIndex.folder(ofFileAt: $0) == folder }))
            // These sources were in the pack's folder before it was renamed.
            if gone.contains(where: { DropIndex.folder(ofFileAt: $0) != folder }) { library.publish(packs: [id]) }
        }
    }

    /// Asks the deletion guard whether the stickers of missing sources may be removed.
    ///
    /// - Parameter missing: the paths of all published sources that are not in the drop folder.
    private func askDeletionGuard(
        _ question: RemovalCase, missing: some Collection<String>
    ) async throws -> Removals {
        var question = question
        // A renamed file keeps its inode number, so only new files with the inode number of a missing file are
        // relevant.
        let inodes = Set(missing.compactMap { question.sources[$0]?.stamp.inode })
        for folder in library.folders {
            for art in library[folder]?.art ?? [] where inodes.contains(art.stamp.inode) && !isPublished(art) {
                question.library.arrived[art.path] = art.stamp
            }
        }
        question.library.published =
            Set(published.catalog?.finishedStickers.map(\.source.path) ?? []).count + (resting?.stickerCount ?? 0)
        question.library.unchanged = removal.hasAsked ? 0 : unchangedCount + (resting?.stickerCount ?? 0)
        question.library.isEmpty = (library.index?.artCount ?? 0) == 0 && (resting?.stickerCount ?? 0) == 0
        let folders = Set(missing.map(DropIndex.folder))
        question.library.populatedFolders = folders.filter { library[$0]?.art.contains(where: isPublished) == true }
        let devices = Dictionary(folders.map { ($0, library.index?.device(ofFolder: $0)) }) { first, _ in first }
        return try await BlockingExecutor.run {
            [deletionGuard = removal.deletionGuard, listed = removal.listedState, question] in
            try deletionGuard.decide(question, listedIn: listed, isWhole: false) { devices[$0] ?? nil }
        }
    }

    /// The number of published sources that are unchanged since the last run. Must only be used before the first
    /// publication, because a publication replaces the rows of the state database.
    private var unchangedCount: Int {
        Set(published.catalog?.finishedStickers.map(\.source.path) ?? []).count { path in
            guard let now = library.source(path)?.stamp, let before = sources[path].entry?.stamp else { return false }
            return now.hasSameContent(as: before)
        }
    }

    private func isPublished(_ art: ScannedSource) -> Bool {
        published.sources.identity(of: art.path, in: art.pack) != nil
    }
}
