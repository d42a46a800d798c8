import Intake
import JobModel
import Publishing
import StateDatabase

/// The content of the drop folder and the plans of its packs in a watch. Records which folders must be planned or
/// published again, so that a cycle processes only these folders.
package struct LibraryState {
    /// The index of the drop folder. Nil before the first listing.
    package private(set) var index: DropIndex?
    /// The folders and sources to plan in the next cycle.
    package private(set) var toPlan = ChangedFolders()
    /// The folders and sources to publish. Their plans or results have changed since the last publication.
    package private(set) var toPublish = ChangedFolders()
    /// The ids of packs to publish as a whole.
    private(set) var packsToPublish: Set<String> = []
    /// The recently published sources. They are planned again when the watch is idle, because a published source takes
    /// precedence over a source with equal bytes.
    package private(set) var unsettled = ChangedFolders()

    private var plans: [String: LibraryPlan.PackPlan] = [:]
    private var outcomesByFolder: [String: [SourceOutcome]] = [:]
    /// The ids of the packs at the last publication, by folder.
    private var publishedIDs: [String: String] = [:]
    private var tasksByFolder: [String: [RenderTask]] = [:]
    /// The paths of the sources that have not been hashed yet, by folder.
    private var unread: [String: Set<String>] = [:]
    private var digests = SourceDigests()
    /// The related sources of each folder. They are computed when needed, and discarded with the plan.
    private var relations: [String: RelatedSources] = [:]
    /// The folders that have plans, the most recently planned last.
    private var recent: [String] = []

    /// The maximum number of plans without pending work that are kept in memory. Other plans are created again when
    /// they are needed.
    private static let mostPlans = 8

    package init() {}

    // MARK: The drop folder

    subscript(folder: String) -> DropIndex.Folder? { index?[folder] }

    var folders: Set<String> { index?.names ?? [] }

    /// Replaces the index, and schedules the changed folders or sources for planning.
    ///
    /// - Parameter changed: the names of the changed and removed folders.
    package mutating func list(_ index: DropIndex, changed: Set<String>) {
        for folder in changed {
            if let paths = index[folder].flatMap({ now in self[folder].flatMap(now.changedSources) }) {
                plan(sources: paths)
            } else {
                plan([folder])
            }
        }
        self.index = index
    }

    /// Whether the drop folder contains a source.
    func hasSource(_ path: String) -> Bool { source(path) != nil }

    /// The source in the drop folder with this path. Nil if it does not exist.
    func source(_ path: String) -> ScannedSource? { index?.source(path) }

    // MARK: Pending work

    /// Schedules folders for planning and publication.
    mutating func plan(_ folders: Set<String>) {
        toPlan.insert(folders)
        toPublish.insert(folders)
    }

    /// Schedules sources for planning and publication. The cycle also processes their related sources.
    package mutating func plan(sources paths: some Sequence<String>) {
        toPlan.insert(sources: paths)
        toPublish.insert(sources: paths)
    }

    /// Schedules the whole library for planning and publication.
    mutating func planEverything() { plan(folders.union(publishedIDs.keys)) }

    /// Schedules the whole library for publication.
    mutating func publishEverything() { toPublish.insert(folders.union(publishedIDs.keys)) }

    /// Schedules sources for publication, including removed ones.
    mutating func publish(sources paths: Set<String>) { toPublish.insert(sources: paths) }

    /// Schedules packs for publication.
    mutating func publish(packs: Set<String>) { packsToPublish.formUnion(packs) }

    /// Schedules the sources that need one of these renderings for planning.
    package mutating func plan(waitingFor fingerprints: Set<String>) {
        guard !fingerprints.isEmpty else { return }
        for tasks in tasksByFolder.values {
            plan(sources: tasks.filter { fingerprints.contains($0.fingerprint) }.map(\.path))
        }
    }

    /// Whether all sources to publish must be rendered first.
    ///
    /// - Parameter isMade: whether the result with this fingerprint has been rendered.
    package func onlyRenders(besides isMade: (String) -> Bool) -> Bool {
        packsToPublish.isEmpty && !toPublish.isEmpty
            && toPublish.names.allSatisfy { folder in
                guard let paths = toPublish.sources(in: folder), let tasks = tasksByFolder[folder] else { return false }
                return paths.allSatisfy { path in
                    tasks.place(of: path).map { !isMade(tasks[$0].fingerprint) } ?? false
                }
            }
    }

    /// The folders with sources that are not read, planned, rendered or published yet.
    package var unfinished: Set<String> {
        toPlan.union(toPublish).union(unsettled).names.union(unread.keys).union(tasksByFolder.keys)
            .union(folders(of: packsToPublish))
    }

    /// The folders whose pack ids or sticker ids must be assigned again after a publication. In these folders, several
    /// folders or files have names that give the same id, and the published state determines which one gets the id.
    var foldersWithUnsettledIDs: Set<String> {
        guard !unsettled.names.isEmpty else { return [] }
        let packs = folders.filter { folder in
            self[folder]?.pack.map { $0.itemKind != .message && $0.id != DropScanner.wantedID(ofFolder: folder) }
                ?? false
        }
        return packs.union(unsettled.names.filter { self[$0]?.art.contains(where: \.hasNumberedID) ?? false })
    }

    /// Schedules the recently published folders for planning.
    package mutating func planUnsettled() {
        toPlan.formUnion(unsettled)
        toPublish.formUnion(unsettled)
        unsettled = ChangedFolders()
    }

    /// Discards the plans, because their inputs have changed.
    mutating func forgetPlans() {
        for folder in digests.folders { set(nil, of: folder) }
        planEverything()
    }

    // MARK: Plans

    /// The existing plans of some folders, sorted by the names of the folders.
    func plans(of folders: Set<String>) -> [LibraryPlan.PackPlan] { folders.sorted().compactMap { plans[$0] } }

    /// The planned sources of some folders and sources, sorted by path.
    package func plannedSources(of changed: ChangedFolders) -> [PlannedSource] {
        let sources = changed.names.sorted().compactMap { folder -> [PlannedSource]? in
            guard let plan = plans[folder] else { return nil }
            guard let paths = changed.sources(in: folder) else { return plan.sources }
            return paths.sorted().compactMap(plan.source)
        }
        return sources.count == 1 ? sources[0] : sources.flatMap { $0 }.sorted { $0.path < $1.path }
    }

    /// The listing of some folders and sources.
    package func listing(of changed: ChangedFolders) -> DropListing { (index ?? DropIndex()).listing(of: changed) }

    /// Replaces the plans of folders.
    package mutating func take(_ plans: [LibraryPlan.PackPlan], of folders: Set<String>) {
        let byFolder = Dictionary(plans.map { ($0.pack.folder, $0) }) { first, _ in first }
        for folder in folders { set(byFolder[folder], of: folder) }
        toPlan.subtract(folders)
    }

    /// Replaces the plan of some sources of a folder. The plans of the other sources are kept.
    ///
    /// - Parameter paths: the paths of the sources, including removed ones.
    package mutating func take(_ part: LibraryPlan.PackPlan?, of paths: Set<String>, in folder: String) {
        toPlan.subtract([folder])
        toPublish.insert(sources: paths)
        // The plan is removed from the dictionary before it is changed, to avoid a copy.
        guard var plan = plans.removeValue(forKey: folder) else { return }
        plan.replace(paths, by: part)
        set(plan, of: folder, changed: paths)
    }

    private mutating func set(_ plan: LibraryPlan.PackPlan?, of folder: String) {
        relations[folder] = nil
        digests.replace(digests.paths(in: folder), by: plan?.sources ?? [], in: folder)
        keep(plan, of: folder)
        let tasks = plan?.sources.compactMap(\.task) ?? []
        tasksByFolder[folder] = tasks.isEmpty ? nil : tasks
        note(unreadOf: plan?.sources ?? [], in: folder, besides: unread[folder] ?? [])
    }

    /// - Parameter changed: the paths of the sources whose plans may differ from the earlier ones.
    private mutating func set(_ plan: LibraryPlan.PackPlan, of folder: String, changed: Set<String>) {
        let sources = changed.compactMap(plan.source)
        relations[folder]?.replace(changed, by: sources)
        digests.replace(changed, by: sources, in: folder)
        keep(plan, of: folder)
        var tasks = tasksByFolder[folder] ?? []
        tasks.replace(changed, by: sources.compactMap(\.task))
        tasksByFolder[folder] = tasks.isEmpty ? nil : tasks
        note(unreadOf: sources, in: folder, besides: changed)
    }

    /// - Parameter gone: the paths that are removed before the new ones are added.
    private mutating func note(unreadOf sources: [PlannedSource], in folder: String, besides gone: Set<String>) {
        let rest = (unread[folder] ?? []).subtracting(gone)
        let now = rest.union(sources.filter(\.isUnread).map(\.path))
        unread[folder] = now.isEmpty ? nil : now
    }

    private mutating func keep(_ plan: LibraryPlan.PackPlan?, of folder: String) {
        plans[folder] = plan
        recent.removeAll { $0 == folder }
        if plan != nil { recent.append(folder) }
    }

    /// The folders to publish whose plan was discarded.
    package var forgotten: Set<String> {
        publishing.folders.names.filter { plans[$0] == nil && self[$0]?.pack != nil }
    }

    /// Finds the sources of a folder that are related to `paths`, and the ids of their stickers.
    ///
    /// - Parameters:
    ///   - paths: the paths of the changed sources.
    ///   - published: returns the published identity of a source. Nil for a source without a published sticker.
    ///   - made: results that are not stored yet, by fingerprint.
    ///   - planned: a new plan of these sources that is not stored here yet.
    /// - Returns: nil if the whole pack must be processed, because too many sources are related or the plan is unknown.
    mutating func related(
        to paths: Set<String>, in folder: String, published: (String) -> PublishedSources.Identity?,
        made: [String: StickerResult], planned: [PlannedSource] = []
    ) -> (paths: Set<String>, ids: Set<String>)? {
        guard let plan = plans[folder], let pack = self[folder]?.pack, pack == plan.pack, pack.itemKind == .sticker,
            publishedID(of: folder) == pack.id
        else { return nil }
        let relations = relations[folder] ?? RelatedSources(plan.sources)
        self.relations[folder] = relations
        let news = Dictionary(planned.map { ($0.path, $0) }) { first, _ in first }
        let related = relations.related(to: paths) { path in
            let new = news[path]
            let fingerprint = (new ?? plan.source(at: path))?.fingerprint
            let pixels = new?.pixels ?? fingerprint.flatMap { made[$0]?.output?.pixels }
            let identity = published(path)
            return [(source(path)?.id, new?.sha256, pixels), (identity?.id, identity?.sha256, nil)]
        }
        // If more sources are related, processing the whole pack is faster.
        return related.paths.count > 64 + plan.sources.count / LibraryState.largestShare ? nil : related
    }

    private static let largestShare = 4

    /// The names of the folders of some packs.
    func folders(of packs: Set<String>) -> Set<String> {
        folders.filter { self[$0]?.pack.map { packs.contains($0.id) } ?? false }
    }

    /// Discards plans of folders without pending work, except the most recent ones.
    mutating func releasePlans() {
        guard recent.count > LibraryState.mostPlans else { return }
        let needed = toPlan.union(toPublish).union(unsettled).names.union(unread.keys).union(tasksByFolder.keys)
        let released = recent.dropLast(LibraryState.mostPlans).filter { !needed.contains($0) }
        for folder in released { (plans[folder], relations[folder]) = (nil, nil) }
        recent.removeAll { plans[$0] == nil }
    }

    /// All sources that must be rendered.
    package var tasks: [RenderTask] { tasksByFolder.values.flatMap { $0 } }

    /// Whether any source has not been hashed yet.
    package var hasUnread: Bool { !unread.isEmpty }

    /// The paths of the sources whose bytes have this SHA-256.
    package func paths(withDigest sha256: String) -> Set<String> { digests.paths(withDigest: sha256) }

    /// The results of some sources in the plans, by fingerprint.
    func knownResults(of changed: ChangedFolders) -> [String: StickerResult] {
        var known: [String: StickerResult] = [:]
        for source in plannedSources(of: changed) {
            if case .reuse(let result) = source.step, let fingerprint = source.fingerprint {
                known[fingerprint] = result
            }
        }
        return known
    }

    // MARK: Publications

    /// The folders and the ids of packs of the next publication. If a folder was removed, or if the id of its pack has
    /// changed, the published id is also included.
    package var publishing: (folders: ChangedFolders, packs: Set<String>) {
        var folders = toPublish
        let own = folders.names.compactMap { self[$0]?.pack?.id }
        // Another folder's pack may now have the id of a removed pack. That folder is included, so that its stickers
        // are kept.
        let earlier = folders.names.filter { publishedID(of: $0) == nil }.compactMap { publishedIDs[$0] }
        let whole = packsToPublish.union(earlier)
        if !whole.isEmpty { folders.insert(self.folders(of: whole)) }
        return (folders, whole.union(own))
    }

    /// The id of a folder's pack. Nil if the folder has no pack, or if the id has changed since the last publication.
    package func publishedID(of folder: String) -> String? {
        self[folder]?.pack.flatMap { $0.id == publishedIDs[folder] ? $0.id : nil }
    }

    /// The outcomes of all sources, sorted by path.
    var outcomes: [SourceOutcome] { outcomesByFolder.values.flatMap { $0 }.sorted { $0.path < $1.path } }

    /// Records a publication.
    ///
    /// - Parameters:
    ///   - changed: the published folders and sources.
    ///   - packs: the ids of their packs.
    ///   - outcomes: the outcomes of the published sources.
    ///   - finished: results that are now stored, by fingerprint.
    ///   - hasNews: whether the published stickers of these packs have changed.
    package mutating func published(
        _ changed: ChangedFolders, packs: Set<String>, outcomes: [SourceOutcome], finished: [String: StickerResult],
        hasNews: Bool
    ) {
        let byFolder = Dictionary(grouping: outcomes) { DropIndex.folder(ofFileAt: $0.path) }
        for folder in changed.names {
            note(byFolder[folder] ?? [], of: changed.sources(in: folder), in: folder)
            // The pack of an unreadable folder is still published.
            publishedIDs[folder] = self[folder].flatMap {
                $0.pack?.id ?? ($0.isUnreadable ? publishedIDs[folder] : nil)
            }
            guard !finished.isEmpty, var plan = plans.removeValue(forKey: folder) else { continue }
            plan.reuse(finished, of: changed.sources(in: folder))
            if let paths = changed.sources(in: folder) {
                set(plan, of: folder, changed: paths)
            } else {
                set(plan, of: folder)
            }
        }
        toPublish.subtract(changed.names)
        toPublish.formUnion(toPlan)
        packsToPublish.subtract(packs)
        unsettled.subtract(changed)
        if hasNews {
            unsettled.formUnion(changed)
            unsettled.formIntersection(folders)
        }
        releasePlans()
    }

    /// - Parameter paths: the paths of the published sources. Nil for all sources of the folder.
    private mutating func note(_ outcomes: [SourceOutcome], of paths: Set<String>?, in folder: String) {
        guard let paths, var known = outcomesByFolder.removeValue(forKey: folder) else {
            outcomesByFolder[folder] = outcomes.isEmpty ? nil : outcomes
            return
        }
        known.replace(paths.union(outcomes.map(\.path)), by: outcomes)
        outcomesByFolder[folder] = known.isEmpty ? nil : known
    }
}

extension PlannedSource {
    /// Whether the source has not been hashed yet.
    fileprivate var isUnread: Bool { deferral != nil && sha256 == nil }
}

extension LibraryPlan.PackPlan {
    /// Changes the planned step of sources whose results are now stored: they reuse these results.
    ///
    /// - Parameter paths: the paths of the sources to update. Nil for all.
    fileprivate mutating func reuse(_ finished: [String: StickerResult], of paths: Set<String>?) {
        for place in paths.map({ $0.compactMap(sources.place) }) ?? Array(sources.indices)
        where sources[place].needsRendering {
            guard let result = sources[place].fingerprint.flatMap({ finished[$0] }) else { continue }
            sources[place].step = .reuse(result)
        }
    }
}
