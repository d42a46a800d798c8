import FileAccess
import Intake
import StateDatabase
import StickerManifest

/// The state of the pack icons in a watch.
package struct IconState {
    /// The timestamps of the icon files at the last check. Nil before the first check.
    var stamps: [String: FileStat]?
    /// The rows of icons in the state database, by key.
    package var artifacts: [String: LedgerArtifact]
    var made = IconStep.Icons()
    /// The keys of removed icons that are still in the state database.
    var removedArtifacts: Set<String> = []
    /// The rendering in progress. Nil if no rendering is in progress.
    var task: Task<Void, Never>?

    /// The rows of icons of packs at rest in the state database, by key.
    private var others: [String: LedgerArtifact] = [:]

    package init(_ start: WatchStart) {
        artifacts = start.artifacts.filter { $0.key.hasPrefix(IconState.prefix) }
        for id in start.resting?.ids.values.map(\.self) ?? [] {
            others[IconState.prefix + id] = artifacts.removeValue(forKey: IconState.prefix + id)
        }
        include(start.catalog)
    }

    private static let prefix = "icon/"

    /// Adds the icons of packs that were at rest.
    package mutating func include(_ packs: Catalog?) {
        for pack in packs?.packs ?? [] {
            made.renditions[pack.id] = pack.icon
            let key = IconState.prefix + pack.id
            if let artifact = others.removeValue(forKey: key) { artifacts[key] = artifact }
        }
        made.artifacts = Array(artifacts.values)
    }

    /// Cancels the rendering in progress, and waits until it has ended.
    func stop() async {
        task?.cancel()
        await task?.value
    }
}

/// Renders pack icons in the background, and schedules their publication.
extension WatchEngine {
    /// Starts to render the icons if one of them has changed and no rendering is in progress.
    mutating func startIcons() {
        guard icons.task == nil else { return }
        let packs = library.folders.compactMap { library[$0]?.pack }.sorted { $0.id < $1.id }
        let stamps = Dictionary(
            packs.compactMap { pack in pack.icon.map { ("\(pack.id)/\($0.path)", $0.stamp) } },
            uniquingKeysWith: { first, _ in first })
        guard stamps != icons.stamps || published.publication == nil else { return }
        icons.stamps = stamps
        let step = IconStep(
            configuration: context.configuration, identity: context.recipes.identity, pool: context.pool,
            publisher: context.publisher, staging: context.staging, known: icons.artifacts)
        icons.task = Task { [events, generation, catalog = published.catalog] in
            let made = await Result { try await step.run(packs, previous: catalog) }
            events.enqueue { $0.icons = (generation, made) }
        }
    }

    /// The folders of the packs whose icons are being rendered.
    var foldersWithUnfinishedIcons: Set<String> {
        guard icons.task != nil else { return [] }
        return library.folders.filter { folder in
            guard let pack = library[folder]?.pack else { return false }
            return pack.icon != nil || icons.made.renditions[pack.id]?.isEmpty == false
        }
    }

    /// Stores rendered icons, and schedules the packs with changed icons for publication.
    mutating func take(icons made: Result<IconStep.Icons, any Error>) {
        icons.task = nil
        switch made {
        case .success(let made):
            let before = icons.made.renditions
            let ids = Set(made.renditions.keys).union(before.keys)
            // A pack without an entry is treated like a pack with an empty entry.
            library.publish(packs: ids.filter { made.renditions[$0, default: []] != before[$0, default: []] })
            icons.made = made
            let keys = Set(made.artifacts.map(\.key))
            icons.removedArtifacts.formUnion(icons.artifacts.keys.filter { !keys.contains($0) })
            icons.artifacts = Dictionary(made.artifacts.map { ($0.key, $0) }) { first, _ in first }
            published.assets.formUnion(made.renditions.values.flatMap { $0 }.map(\.path))
            for notice in made.notices { context.notify(.notice(notice)) }
            schedule.needsPublishing = true
        case .failure(let error):
            icons.stamps = nil
            // Rendering is cancelled while the output is yielded to another process.
            guard !(error is CancellationError) else { return }
            health.workerFailed()
            fail([error])
        }
    }
}

extension Result where Failure == any Error {
    /// Runs asynchronous work, and stores the returned value or the thrown error.
    init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
