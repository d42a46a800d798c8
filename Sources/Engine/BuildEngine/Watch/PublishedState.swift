import Intake
import JobModel
import Publishing
import Snapshots
import StickerManifest

/// What is published, as the watch knows it.
struct PublishedState {
    /// The manifest.
    private(set) var catalog: Catalog?
    /// What the manifest says of the sources.
    private(set) var sources: PublishedSources
    /// The manifest that the report compares with: from before the present burst of changes.
    var baseline: Catalog?
    /// What was published last; nil to examine and repair everything.
    var publication: Publication?
    /// Whether the output folder is to be compared with what was published last.
    var needsExamination = false
    /// The names of the assets that are there.
    var assets: AssetNames
    /// Assets that a run has left that did not end. They may be of use until everything is published.
    var leftovers: Set<String> = []
    /// Why nothing is published until a person says so; nil while all is well.
    var hold: PublishHold?
    var timing = PublishTiming()
    /// The packs whose stickers are not kept in few bytes, as far as is known.
    private var expanded: Set<String> = []
    /// The manifest of the state that was saved last for rollbacks.
    var savedManifest: [UInt8]?

    init(_ start: WatchStart) {
        assets = start.assets
        sources = .none
        begin(start)
    }

    /// Goes on as after a start.
    mutating func begin(_ start: WatchStart) {
        catalog = start.catalog
        assets = start.assets
        sources = PublishedSources(start.catalog)
        sources.include(fingerprints: start.resting?.fingerprints ?? [])
        baseline = start.catalog
        publication = start.publication
        needsExamination = false
        leftovers = start.leftovers?.files ?? []
        assets.formUnion(leftovers)
        // It is saved already, mostly: packs come to rest with a snapshot.
        if let publication, start.isSaved { savedManifest = publication.catalog }
    }

    /// Takes in packs that have been at rest.
    ///
    /// - Parameters:
    ///   - packs: what is published of them.
    ///   - others: those that stay at rest.
    mutating func include(_ packs: WatchStart.PublishedPacks, besides others: RestingPacks) {
        let ids = packs.catalog.packIDs
        let known = catalog ?? Catalog(generator: packs.catalog.generator, packs: [], rejected: [])
        let all = known.replacing(ids, by: packs.catalog)
        catalog = all
        sources.replace(ids, by: packs.catalog)
        baseline = baseline?.replacing(ids, by: packs.catalog)
        assets.formUnion(packs.assets)
        guard var next = publication else { return }
        next.names.replace(PackScope(ids), by: all)
        next.manifest = next.manifest?.reading(packs.catalog.origin.encoding ?? ManifestEncoding())
        next.namedElsewhere = others.named
        publication = next
    }

    /// Takes over what was published of some packs and stickers; the others are as they were.
    ///
    /// - Parameters:
    ///   - catalog: the manifest.
    ///   - part: the manifest of these packs and stickers alone.
    ///   - earlier: what was published of them before.
    mutating func replace(_ scope: PackScope, by part: Catalog, earlier: Catalog?, in catalog: Catalog) {
        self.catalog = catalog
        sources.replace(scope, by: part, earlier: earlier)
    }

    /// Prepares the stickers of some packs for work on all of them.
    mutating func expand(_ packs: Set<String>) {
        let compact = packs.subtracting(expanded)
        guard !compact.isEmpty else { return }
        for pack in catalog?.finishedPacks ?? [] where compact.contains(pack.id) {
            for sticker in pack.stickers { sticker.expand() }
        }
        expanded.formUnion(compact)
    }

    /// Has all stickers kept in few bytes, while nobody works on them.
    mutating func compact() {
        for pack in catalog?.finishedPacks ?? [] {
            for sticker in pack.stickers { sticker.compact() }
        }
        expanded = []
    }

    /// Takes over what the manifest on the disk says.
    mutating func reread(_ catalog: Catalog) {
        self.catalog = catalog
        sources = PublishedSources(catalog)
        publication = nil
    }
}

/// When the watch published last, and when it may again.
package struct PublishTiming {
    /// When the last publishing ended, and how long it took.
    private(set) var last: (end: ContinuousClock.Instant, took: Duration)?

    /// After so long without a change a new burst begins, and the report compares with what was there before it.
    package static let burst = Duration.seconds(60)
    /// While renderings are under way, publishing takes at most one part of the time in so many.
    private static let share = 5

    mutating func published(at end: ContinuousClock.Instant, took: Duration) { last = (end, took) }

    /// Whether a publishing now begins a new burst of changes.
    func startsBurst(at now: ContinuousClock.Instant) -> Bool {
        last.map { $0.end.duration(to: now) > PublishTiming.burst } ?? true
    }

    /// When to publish while renderings are under way; nil for now.
    func mayPublish(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let last else { return nil }
        let next = last.end.advanced(by: last.took * (PublishTiming.share - 1))
        return next > now ? next : nil
    }
}
