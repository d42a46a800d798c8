import Logging
import Pipeline
import StickerCatalog
import Synchronization

/// Approvals that new files would inherit, since their pixels are said to be those that somebody approved.
///
/// The digest of the pixels is a worker's word. A worker that was taken over by other art could give the digest of an
/// approved picture with any files; so such a source is rendered once more, by a process that has seen no other art, and
/// what that one says counts.
final class InheritedApprovals: Sendable {
    private struct State {
        var reviews: Reviews
        /// Published stickers and those that await approval, by pack and id.
        var stickers: [String: [Sticker]]
    }

    /// How a fresh worker is started.
    let command: WorkerCommand
    let logger: Logger
    /// Told of a source of which two workers made different pictures.
    let notice: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// - Parameter catalog: what is published.
    init(
        _ reviews: Reviews, catalog: Catalog?, command: WorkerCommand, logger: Logger,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.command = command
        self.logger = logger
        self.notice = notice
        state = Mutex(State(reviews: reviews, stickers: InheritedApprovals.byName(catalog)))
    }

    /// Takes what people have decided since, and what is published by now.
    func update(_ reviews: Reviews, catalog: Catalog?) {
        let stickers = InheritedApprovals.byName(catalog)
        state.withLock { $0 = State(reviews: reviews, stickers: stickers) }
    }

    /// Whether a result would count as approved though other files than these were.
    func cover(_ result: StickerResult, of source: PlannedSource) -> Bool {
        guard let output = result.output else { return false }
        let look = Reviews.Look(pack: source.art.pack, sticker: source.art.id, pixels: output.pixels)
        let files = Set(output.scales.map(\.file.sha256))
        return state.withLock { state in
            guard state.reviews.of(look)?.verdict == .approved else { return false }
            return !(state.stickers["\(look.pack)/\(look.sticker)"] ?? []).contains { sticker in
                sticker.pixels == output.pixels && sticker.source.sha256 == source.sha256
                    && Set(sticker.renditions.map(\.sha256)) == files
            }
        }
    }

    private static func byName(_ catalog: Catalog?) -> [String: [Sticker]] {
        var stickers: [String: [Sticker]] = [:]
        for pack in catalog?.finishedPacks ?? [] {
            for sticker in pack.stickers { stickers["\(pack.id)/\(sticker.id)", default: []].append(sticker) }
        }
        return stickers
    }
}
