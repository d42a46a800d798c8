import Decisions
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// The inputs of a rebuild. `make` reads every source again, and compares every published file with its SHA-256.
package struct RebuildInputs: Sendable {
    let listing: DropListing
    /// Lists the drop folder again before the publication.
    let intake: RebuildIntake
    let recipes: Recipes
    /// All sources with their recipes. Emptied before the publication, which creates a new plan.
    package var plan: [PlannedSource]
    /// The reasons why sources must not be rendered now, by path.
    let deferred: [String: Deferral]
    /// The SHA-256 of `catalog.json` at the time of the check. Nil if the manifest is missing or unreadable.
    let manifestDigest: String?
    let catalog: Catalog?
    package var damages: [Damage]
    package let filesChecked: Int
    /// The rows of sheets and icons in the state database, by key.
    let artifacts: [String: LedgerArtifact]
    /// Statistics of earlier rebuilds, as JSON.
    let earlierRebuilds: [Data]

    /// The decisions of reviewers.
    let reviews: Reviews
    /// The SHA-256 of the pixels of each reviewed sticker, by fingerprint.
    let decided: [String: String]
    /// The published stickers, by the paths of their sources. Emptied before the publication to release memory.
    var stickers: [String: Sticker]
    let published: Set<String>
    let rejected: Set<String>
    package let damagedSources: Set<String>
    package let missingSources: Set<String>
    /// The fingerprints of stickers that have a damaged or missing file.
    package let damagedFingerprints: Set<String>

    /// The paths of damaged or missing output files.
    var damagedOutputs: Set<String> {
        Set(damages.filter { $0.place == .output && $0.kind != .unknown }.map(\.path))
    }

    /// Reads the inputs.
    ///
    /// - Parameter readsState: whether the state database is also read. Reading it takes the lock of the output and
    ///   creates a missing output folder.
    /// - Throws: `IntakeError`, `EngineError`, `CancellationError`.
    package static func make(
        _ configuration: Configuration, identity: RenderIdentity, readsState: Bool = true,
        observer: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> RebuildInputs {
        let stored = readsState ? try await StoredState.read(configuration, observer: observer) : StoredState()
        let backgrounds = try configuration.resolvedBackgrounds()
        var intake = RebuildIntake(configuration)
        let scan = try await intake.settled(known: stored.digests)
        let integrity = try await BlockingExecutor.run {
            IntegrityCheck(out: OutputFolder(configuration.out), artifacts: stored.artifacts).run()
        }
        let recipes = Recipes(configuration: configuration, backgrounds: backgrounds, identity: identity)
        let baseline = Baseline(
            recipes, previous: integrity.catalog, ledger: nil, notice: { observer(.notice($0)) })
        let planner = baseline.planner(
            reading: SourceReader(known: { _ in nil }, deferral: { scan.deferred[$0] }), assets: [],
            trustsManifest: true)
        let plan = try await planner.plan(scan.listing).sources
        return RebuildInputs(
            scan.listing, intake, recipes, plan: plan, stored: stored, integrity: integrity,
            reviews: try await baseline.decisions().reviews)
    }

    private init(
        _ listing: DropListing, _ intake: RebuildIntake, _ recipes: Recipes, plan: [PlannedSource],
        stored: StoredState, integrity: IntegrityCheck.Result, reviews: Reviews
    ) {
        self.listing = listing
        self.intake = intake
        self.recipes = recipes
        self.plan = plan
        deferred = plan.reduce(into: [:]) { deferred, planned in
            if let deferral = planned.deferral { deferred[planned.path] = deferral }
        }
        catalog = integrity.catalog
        manifestDigest = integrity.manifestDigest
        filesChecked = integrity.files
        artifacts = stored.artifacts
        earlierRebuilds = stored.earlierRebuilds
        self.reviews = reviews
        decided = integrity.catalog?.decidedPixels(reviews) ?? [:]
        let all = integrity.catalog?.finishedStickers ?? []
        stickers = Dictionary(all.map { ($0.source.path, $0) }) { first, _ in first }
        published = integrity.catalog?.fingerprints ?? []
        rejected = Set(integrity.catalog?.rejected.map(\.path) ?? [])
        damagedSources = Set(
            plan.filter { planned in
                guard let known = stored.digests[planned.art.path], let sha256 = planned.sha256 else { return false }
                // A program that writes to a file can reset the modification time, but not the change time. If both
                // times are unchanged but the content differs, the file is damaged.
                let now = planned.art.stamp
                return known.sha256 != sha256 && known.stamp.size == now.size && known.stamp.modified == now.modified
                    && known.stamp.changed >= now.changed
            }.map(\.art.path))
        let seen = DropView(ofEverything: listing)
        missingSources = Set(
            stickers.keys.filter { path in
                if case .absent = seen.source(at: path) { true } else { false }
            })
        let bad = Set(integrity.damages.filter { $0.kind != .unknown }.map(\.path))
        damagedFingerprints = Set(
            bad.isEmpty ? [] : all.filter { !bad.isDisjoint(with: $0.files) }.map(\.fingerprint))
        damages =
            integrity.damages
            + damagedSources.sorted().map { Damage(place: .source, kind: .damaged, path: $0) }
            + missingSources.sorted().map { Damage(place: .source, kind: .missing, path: $0) }
    }

    /// The records that a rebuild reads from the state database.
    private struct StoredState: Sendable {
        var digests: [String: KnownDigest] = [:]
        var artifacts: [String: LedgerArtifact] = [:]
        var earlierRebuilds: [Data] = []

        static func read(_ configuration: Configuration, observer: @Sendable (BuildEvent) -> Void) async throws
            -> StoredState
        {
            let lease = try await OutputLease.take(
                configuration, command: "stickerd rebuild", notice: { observer(.notice($0)) })
            defer { withExtendedLifetime(lease) {} }
            let (ledger, notice) = try await Ledger.open(folder: configuration.stateFolder)
            if let notice { observer(.notice(notice)) }
            return StoredState(
                digests: try await ledger.digests(), artifacts: try await ledger.artifacts(),
                earlierRebuilds: try await ledger.rebuilds(last: 29))
        }
    }
}
