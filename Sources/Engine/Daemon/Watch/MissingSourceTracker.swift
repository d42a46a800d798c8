import Publishing
import StickerCatalog

/// Sources that the manifest names and that are not in the drop folder any more. Their stickers stay for a while: many
/// programs save by removing a file and writing it anew, and a share that is not mounted looks like an empty folder.
struct MissingSourceTracker {
    /// What is to be done about them.
    struct Result: Sendable {
        /// Paths of sources whose stickers stay.
        var kept: Set<String> = []
        /// Paths of sources whose stickers go: nobody brought them back in time, or they have another name now.
        var retired: Set<String> = []
        /// When to look again; nil when nothing is awaited.
        var lookAgain: ContinuousClock.Instant?
    }

    /// How long a source may be gone before its sticker is.
    let grace: Duration
    private var missing: [String: Missing] = [:]

    private struct Missing {
        /// When it was missed first.
        var since: ContinuousClock.Instant
        /// Whether there was a copy of it already: that is no new name of it.
        var hadCopy: Bool
    }

    init(grace: Duration) {
        self.grace = grace
    }

    /// - Parameters:
    ///   - catalog: what is published.
    ///   - present: paths of the art in the drop folder.
    ///   - digests: SHA-256 of the art in the drop folder; a source that is there under another name is gone at once.
    ///   - copies: SHA-256 of those of them that were duplicates of others until now.
    ///   - unread: whether there is art whose digest is not known yet.
    mutating func evaluate(
        _ catalog: Catalog?, present: Set<String>, digests: Set<String>, copies: Set<String>, unread: Bool,
        now: ContinuousClock.Instant
    ) -> Result {
        var result = Result()
        var missing: [String: Missing] = [:]
        for sticker in catalog?.finishedStickers ?? [] where !present.contains(sticker.source.path) {
            let path = sticker.source.path
            let sha256 = sticker.source.sha256
            let absence = self.missing[path] ?? Missing(since: now, hadCopy: copies.contains(sha256))
            missing[path] = absence
            let end = absence.since.advanced(by: grace)
            if (digests.contains(sha256) && !absence.hadCopy) || (end <= now && !unread) {
                result.retired.insert(path)
            } else {
                result.kept.insert(path)
                result.lookAgain = min(result.lookAgain ?? end, max(end, now.advanced(by: .milliseconds(100))))
            }
        }
        self.missing = missing
        return result
    }
}
