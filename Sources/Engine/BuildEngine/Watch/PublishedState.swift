import Intake
import JobModel
import Publishing
import Snapshots
import StickerManifest

/// The published state in a watch.
package struct PublishedState {
    /// The published manifest, without packs at rest. Nil if it is missing or unreadable.
    package private(set) var catalog: Catalog?
    /// The published sources in the manifest.
    private(set) var sources: PublishedSources
    /// The manifest before the current burst of changes. The report lists the changes since then.
    package var baseline: Catalog?
    /// The last publication. Nil if the next publication must examine and repair all published files.
    package var publication: Publication?
    /// Whether the output folder must be compared with the last publication.
    var needsExamination = false
    /// The names of the existing assets.
    package var assets: AssetNames
    /// The assets of an interrupted run. They may be reused until all changes are published.
    var leftovers: Set<String> = []
    /// The current publish hold. Nil if publishing is not on hold.
    var hold: PublishHold?
    var timing = PublishTiming()
    /// The ids of the packs whose stickers are in memory in full and not in compact form.
    private var expanded: Set<String> = []
    /// The bytes of the manifest in the last snapshot. Nil if it is unknown.
    package var savedManifest: [UInt8]?

    package init(_ start: WatchStart) {
        assets = start.assets
        sources = .none
        begin(start)
    }

    /// Sets the initial state of a watch.
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
        // Usually, a snapshot of this state already exists, because a snapshot is written before packs come to rest.
        if let publication, start.isSaved { savedManifest = publication.catalog }
    }

    /// Adds packs that were at rest.
    ///
    /// - Parameters:
    ///   - packs: the published state of the packs.
    ///   - others: the packs that are still at rest.
    package mutating func include(_ packs: WatchStart.PublishedPacks, besides others: RestingPacks) {
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

    /// Records the publication of some packs and stickers.
    ///
    /// - Parameters:
    ///   - scope: the published packs and stickers.
    ///   - part: the new manifest of only these packs and stickers.
    ///   - earlier: the previous manifest of only these packs and stickers.
    ///   - catalog: the whole new manifest.
    mutating func replace(_ scope: PackScope, by part: Catalog, earlier: Catalog?, in catalog: Catalog) {
        self.catalog = catalog
        sources.replace(scope, by: part, earlier: earlier)
    }

    /// Expands all stickers of some packs from compact form.
    mutating func expand(_ packs: Set<String>) {
        let compact = packs.subtracting(expanded)
        guard !compact.isEmpty else { return }
        for pack in catalog?.finishedPacks ?? [] where compact.contains(pack.id) {
            for sticker in pack.stickers { sticker.expand() }
        }
        expanded.formUnion(compact)
    }

    /// Converts all stickers to compact form. Called when no cycle uses them.
    mutating func compact() {
        for pack in catalog?.finishedPacks ?? [] {
            for sticker in pack.stickers { sticker.compact() }
        }
        expanded = []
    }

    /// Replaces the manifest with one that was read from the disk.
    package mutating func reread(_ catalog: Catalog) {
        self.catalog = catalog
        sources = PublishedSources(catalog)
        publication = nil
    }
}

/// Limits how often a watch publishes while it renders.
package struct PublishTiming {
    /// The end of the last cycle that published, and the duration of that cycle.
    package private(set) var last: (end: ContinuousClock.Instant, took: Duration)?

    /// The time of the next publication if it would only record which sources are being rendered.
    private var record: ContinuousClock.Instant?

    /// While sources are being rendered, publishing takes at most one n-th of the time, where n is this value.
    private static let share = 5

    package init() {}

    package mutating func published(at end: ContinuousClock.Instant, took: Duration) {
        last = (end, took)
        record = nil
    }

    /// The time of the next publication if it would only record which sources are being rendered. Nil if the
    /// publication may start now.
    ///
    /// - Parameter delay: the time since the first call after the last publication.
    package mutating func mayRecordRenderings(
        at now: ContinuousClock.Instant, after delay: Duration
    ) -> ContinuousClock.Instant? {
        let next = record ?? now.advanced(by: delay)
        record = next
        return next > now ? next : nil
    }

    /// Whether a publication now begins a new burst of changes.
    ///
    /// - Parameter pause: the pause that ends a burst.
    package func startsBurst(at now: ContinuousClock.Instant, after pause: Duration) -> Bool {
        last.map { $0.end.duration(to: now) > pause } ?? true
    }

    /// The earliest time of the next publication while sources are being rendered. Nil if the publication may start
    /// now.
    package func mayPublish(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let last else { return nil }
        let next = last.end.advanced(by: last.took * (PublishTiming.share - 1))
        return next > now ? next : nil
    }
}
