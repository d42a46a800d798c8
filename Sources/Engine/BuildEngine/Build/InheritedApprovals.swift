import Intake
import JobModel
import Logging
import Publishing
import StickerManifest
import Synchronization
import WorkerPool

/// Detects results that would inherit an approval because their pixels equal those of an approved image.
///
/// Each worker reports the SHA-256 of the pixels, so a compromised worker could report the SHA-256 of an approved image
/// for any file. A source that would inherit an approval is therefore rendered again in a new process, whose result is
/// used.
package final class InheritedApprovals: Sendable {
    private struct State {
        var reviews: Reviews
        /// The published catalog.
        var catalog: Catalog?
        /// The published stickers and the stickers that await approval, by id, for each pack that has been requested
        /// before.
        private var packs: [String: (published: [String: Sticker], awaiting: [String: Sticker])] = [:]

        init(reviews: Reviews, catalog: Catalog?) {
            self.reviews = reviews
            self.catalog = catalog
        }

        /// The published version of a sticker, and the version that awaits approval.
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

    /// Starts the new process.
    let workers: ConfiguredWorkers
    /// Called with a message about each source that two workers rendered to different pixels.
    let notice: @Sendable (String) -> Void
    /// Whether stickers need approval. If so, a sticker that was published without a decision remains published as long
    /// as its pixels do not change.
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

    /// Replaces the decisions and the published manifest.
    func update(_ reviews: Reviews, catalog: Catalog?) {
        state.withLock { $0 = State(reviews: reviews, catalog: catalog) }
    }

    /// Whether the result would be published only because its pixels equal those of an approved or published image,
    /// while its source or its files differ.
    package func cover(_ result: StickerResult, of task: RenderTask) -> Bool {
        guard let output = result.output else { return false }
        let key = Reviews.Key(pack: task.art.pack, sticker: task.art.id, pixels: output.pixels)
        let files = Set(output.scalesAndFilm.map(\.file.sha256))
        let reviews = state.withLock { $0.reviews }
        let isApproved = reviews.of(key)?.outcome == .approved
        guard isApproved || requiresApproval else { return false }
        let (published, awaiting) = state.withLock { $0.versions(key.sticker, in: key.pack) }
        // As in `ApprovalFilter`, a published image without a decision stays published.
        let isAdmitted =
            requiresApproval && published?.pixels == output.pixels && !reviews.hasDecision(about: key)
        guard isAdmitted || isApproved else { return false }
        return ![published, awaiting].compactMap { $0 }.contains { sticker in
            sticker.pixels == output.pixels && sticker.source.sha256 == task.input.sha256
                && Set(sticker.renditionsAndFilm.map(\.sha256)) == files
        }
    }
}
