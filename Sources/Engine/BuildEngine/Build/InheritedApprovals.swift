import Intake
import JobModel
import Logging
import Publishing
import StickerManifest
import Synchronization
import WorkerPool

/// The approvals that new files would inherit because their pixels equal those of approved files.
///
/// A worker reports the digest of the pixels. A compromised worker could report the digest of an approved picture for
/// any file. Such a source is therefore rendered again in a fresh process, whose result is used.
package final class InheritedApprovals: Sendable {
    private struct State {
        var reviews: Reviews
        /// The published catalog.
        var catalog: Catalog?
        /// Published and waiting stickers by id, for each requested pack.
        private var packs: [String: (published: [String: Sticker], awaiting: [String: Sticker])] = [:]

        init(reviews: Reviews, catalog: Catalog?) {
            self.reviews = reviews
            self.catalog = catalog
        }

        /// The versions of a sticker.
        mutating func versions(_ sticker: String, in pack: String) -> (published: Sticker?, awaiting: Sticker?) {
            let known = packs[pack] ?? (byID(catalog?.publishedPacks, pack), byID(catalog?.awaitingPacks, pack))
            packs[pack] = known
            return (known.published[sticker], known.awaiting[sticker])
        }

        private func byID(_ packs: [Pack]?, _ id: String) -> [String: Sticker] {
            let stickers = (packs ?? []).filter { $0.id == id }.flatMap(\.stickers)
            return Dictionary(stickers.map { ($0.id, $0) }) { first, _ in first }
        }
    }

    /// Starts a fresh worker.
    let workers: ConfiguredWorkers
    /// Called for a source that two workers rendered to different pixels.
    let notice: @Sendable (String) -> Void
    /// Whether published stickers without a decision stay published by their pixels.
    private let requiresApproval: Bool
    private let state: Mutex<State>

    /// - Parameter catalog: the published manifest.
    init(
        _ reviews: Reviews, catalog: Catalog?, requiresApproval: Bool, workers: ConfiguredWorkers,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.workers = workers
        self.notice = notice
        self.requiresApproval = requiresApproval
        state = Mutex(State(reviews: reviews, catalog: catalog))
    }

    /// Adopts new decisions and a new published state.
    func update(_ reviews: Reviews, catalog: Catalog?) {
        state.withLock { $0 = State(reviews: reviews, catalog: catalog) }
    }

    /// Whether a result would be published because of its pixels, although other files with the same pixels were
    /// approved or published.
    package func cover(_ result: StickerResult, of task: RenderTask) -> Bool {
        guard let output = result.output else { return false }
        let key = Reviews.Key(pack: task.art.pack, sticker: task.art.id, pixels: output.pixels)
        let files = Set(output.scalesAndFilm.map(\.file.sha256))
        let reviews = state.withLock { $0.reviews }
        let isApproved = reviews.of(key)?.outcome == .approved
        guard isApproved || requiresApproval else { return false }
        let (published, awaiting) = state.withLock { $0.versions(key.sticker, in: key.pack) }
        // Same rule as `ApprovalFilter`: a published image without any decision stays.
        let isAdmitted =
            requiresApproval && published?.pixels == output.pixels && !reviews.hasDecision(about: key)
        guard isAdmitted || isApproved else { return false }
        return ![published, awaiting].compactMap { $0 }.contains { sticker in
            sticker.pixels == output.pixels && sticker.source.sha256 == task.input.sha256
                && Set(sticker.renditionsAndFilm.map(\.sha256)) == files
        }
    }
}
