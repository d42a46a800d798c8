import Intake
import JobModel
import Publishing
import StateDatabase

/// What the watch knows of the drop folder and of its plans, folder by folder, and which folders have to be planned or
/// published again. A cycle works on those alone.
struct LibraryState {
    /// What is in the drop folder; nil before it was listed.
    private(set) var index: DropIndex?
    /// Folders that are planned in the next cycle.
    private(set) var toPlan: Set<String> = []
    /// Folders whose plan, or what became of it, has changed since the last publication.
    private(set) var toPublish: Set<String> = []
    /// Ids of packs whose stickers have to be looked at again in the next publication.
    private(set) var packsToPublish: Set<String> = []
    /// Folders that were published a moment ago. What is published decides between equal sources, so they are planned
    /// once more when the watch is quiet.
    private(set) var unsettled: Set<String> = []

    private var plans: [String: LibraryPlan.PackPlan] = [:]
    private var outcomesByFolder: [String: [SourceOutcome]] = [:]
    /// The ids that the folders' packs had at the last publication.
    private var publishedIDs: [String: String] = [:]
    private var tasksByFolder: [String: [RenderTask]] = [:]
    /// Folders with sources whose bytes are not known.
    private var unread: Set<String> = []
    /// Paths of the sources by the SHA-256 of their bytes.
    private var pathsByDigest: [String: Set<String>] = [:]
    /// The digests of each folder's sources, by path.
    private var digestsByFolder: [String: [String: String]] = [:]
    /// The folders that were planned last, the last one at the end.
    private var recent: [String] = []

    /// So many plans are kept at rest; others are made again when they are needed, from what is published.
    private static let mostPlans = 8

    // MARK: The drop folder

    subscript(folder: String) -> DropIndex.Folder? { index?[folder] }

    var folders: Set<String> { index?.names ?? [] }

    /// Takes over a listing.
    ///
    /// - Parameter changed: the folders that hold something else than before, or are gone.
    mutating func list(_ index: DropIndex, changed: Set<String>) {
        self.index = index
        plan(changed)
    }

    mutating func replace(_ pack: DroppedPack, in folder: String) { index?.replace(pack, in: folder) }

    /// Whether a source is in the drop folder.
    func hasSource(_ path: String) -> Bool { source(path) != nil }

    /// A source of the drop folder, by its path.
    func source(_ path: String) -> ScannedSource? {
        guard let art = self[DropIndex.folder(ofFileAt: path)]?.art else { return nil }
        var (low, high) = (0, art.count)
        while low < high {
            let middle = (low + high) / 2
            if art[middle].path < path { low = middle + 1 } else { high = middle }
        }
        return low < art.count && art[low].path == path ? art[low] : nil
    }

    // MARK: What is to be done

    /// Has folders planned and published again.
    mutating func plan(_ folders: Set<String>) {
        toPlan.formUnion(folders)
        toPublish.formUnion(folders)
    }

    /// Has everything planned and published again.
    mutating func planEverything() { plan(folders.union(publishedIDs.keys)) }

    /// Has everything published again.
    mutating func publishEverything() { toPublish.formUnion(folders.union(publishedIDs.keys)) }

    /// Has folders published again, also such as are gone.
    mutating func publish(folders: Set<String>) { toPublish.formUnion(folders) }

    /// Has packs published again.
    mutating func publish(packs: Set<String>) { packsToPublish.formUnion(packs) }

    /// Has the folders planned that wait for one of these renderings.
    mutating func plan(waitingFor fingerprints: Set<String>) {
        plan(Set(tasksByFolder.filter { $0.value.contains { fingerprints.contains($0.fingerprint) } }.keys))
    }

    /// Has folders planned once more that were published a moment ago.
    mutating func planUnsettled() {
        plan(unsettled)
        unsettled = []
    }

    /// Forgets the plans: what they were made from is no longer true.
    mutating func forgetPlans() {
        for folder in Array(digestsByFolder.keys) { set(nil, of: folder) }
        planEverything()
    }

    // MARK: Plans

    /// The plans of some folders, as far as they are there.
    func plans(of folders: Set<String>) -> [LibraryPlan.PackPlan] { folders.sorted().compactMap { plans[$0] } }

    /// The sources of some folders as they are planned, in the order of their paths.
    func plannedSources(of folders: Set<String>) -> [PlannedSource] {
        let sources = plans(of: folders).map(\.sources)
        return sources.count == 1 ? sources[0] : sources.flatMap { $0 }.sorted { $0.path < $1.path }
    }

    /// Takes over new plans of folders that were to be planned.
    mutating func take(_ plans: [LibraryPlan.PackPlan], of folders: Set<String>) {
        let byFolder = Dictionary(plans.map { ($0.pack.folder, $0) }) { first, _ in first }
        for folder in folders { set(byFolder[folder], of: folder) }
        toPlan.subtract(folders)
    }

    private mutating func set(_ plan: LibraryPlan.PackPlan?, of folder: String) {
        for (path, sha256) in digestsByFolder[folder] ?? [:] {
            pathsByDigest[sha256]?.remove(path)
            if pathsByDigest[sha256]?.isEmpty == true { pathsByDigest[sha256] = nil }
        }
        let digests = (plan?.sources ?? []).compactMap { source in source.sha256.map { (source.path, $0) } }
        digestsByFolder[folder] = plan == nil ? nil : Dictionary(digests) { first, _ in first }
        for (path, sha256) in digests { pathsByDigest[sha256, default: []].insert(path) }
        plans[folder] = plan
        recent.removeAll { $0 == folder }
        if plan != nil { recent.append(folder) }
        let tasks = plan?.sources.compactMap(\.task) ?? []
        tasksByFolder[folder] = tasks.isEmpty ? nil : tasks
        let hasUnread = plan?.sources.contains { $0.deferral != nil && $0.sha256 == nil } ?? false
        if hasUnread { unread.insert(folder) } else { unread.remove(folder) }
    }

    /// The folders that are to be published, and whose plans were forgotten.
    var forgotten: Set<String> { publishing.folders.filter { plans[$0] == nil && self[$0]?.pack != nil } }

    /// The folders of some packs.
    func folders(of packs: Set<String>) -> Set<String> {
        folders.filter { self[$0]?.pack.map { packs.contains($0.id) } ?? false }
    }

    /// Forgets the plans of folders that nothing is to be done about: they hold results that are stored.
    mutating func releasePlans() {
        guard recent.count > LibraryState.mostPlans else { return }
        let needed = toPlan.union(toPublish).union(unsettled).union(unread).union(tasksByFolder.keys)
        let released = recent.dropLast(LibraryState.mostPlans).filter { !needed.contains($0) }
        for folder in released { plans[folder] = nil }
        recent.removeAll { plans[$0] == nil }
    }

    /// Everything that has to be rendered.
    var tasks: [RenderTask] { tasksByFolder.values.flatMap { $0 } }

    /// Whether there are sources whose bytes are not known.
    var hasUnread: Bool { !unread.isEmpty }

    /// Paths of the sources that have these bytes.
    func paths(withDigest sha256: String) -> Set<String> { pathsByDigest[sha256] ?? [] }

    /// Results that the plans of some folders have, by fingerprint.
    func knownResults(of folders: Set<String>) -> [String: StickerResult] {
        var known: [String: StickerResult] = [:]
        for plan in plans(of: folders) {
            for source in plan.sources {
                if case .reuse(let result) = source.step, let fingerprint = source.fingerprint {
                    known[fingerprint] = result
                }
            }
        }
        return known
    }

    // MARK: Publications

    /// The folders and packs of the next publication. Of a pack whose folder is gone, or has another id now, the id that it
    /// was published with.
    var publishing: (folders: Set<String>, packs: Set<String>) {
        var folders = toPublish
        if !packsToPublish.isEmpty { folders.formUnion(self.folders(of: packsToPublish)) }
        let ids = folders.flatMap { [self[$0]?.pack?.id, publishedIDs[$0]] }.compactMap(\.self)
        return (folders, packsToPublish.union(ids))
    }

    /// How the sources of a folder stand since its last publication, in the order of their paths.
    func outcomes(of folder: String) -> [SourceOutcome] { outcomesByFolder[folder] ?? [] }

    /// How all sources stand, in the order of their paths.
    var outcomes: [SourceOutcome] { outcomesByFolder.values.flatMap { $0 }.sorted { $0.path < $1.path } }

    /// Takes over what has been published.
    ///
    /// - Parameters:
    ///   - folders: those that were published, with their packs.
    ///   - outcomes: of their sources.
    ///   - finished: results that are stored by now, by fingerprint.
    ///   - hasNews: whether other stickers are published of these packs than before.
    mutating func published(
        _ folders: Set<String>, packs: Set<String>, outcomes: [SourceOutcome], finished: [String: StickerResult],
        hasNews: Bool
    ) {
        let byFolder = Dictionary(grouping: outcomes) { DropIndex.folder(ofFileAt: $0.path) }
        for folder in folders {
            outcomesByFolder[folder] = byFolder[folder]
            // The pack of a folder that cannot be read now stays published.
            publishedIDs[folder] = self[folder].flatMap { $0.pack?.id ?? publishedIDs[folder] }
            guard !finished.isEmpty, var plan = plans[folder] else { continue }
            plan.reuse(finished)
            set(plan, of: folder)
        }
        toPublish.subtract(folders)
        toPublish.formUnion(toPlan)
        packsToPublish.subtract(packs)
        unsettled.subtract(folders)
        if hasNews { unsettled.formUnion(folders.intersection(self.folders)) }
        releasePlans()
    }
}

extension LibraryPlan.PackPlan {
    /// Takes over results that have been stored.
    fileprivate mutating func reuse(_ finished: [String: StickerResult]) {
        for place in sources.indices where sources[place].needsRendering {
            guard let result = sources[place].fingerprint.flatMap({ finished[$0] }) else { continue }
            sources[place].step = .reuse(result)
        }
    }
}
