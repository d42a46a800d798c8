import Publishing
import StickerManifest

/// Decides about sources that the manifest names and that are not in the drop folder any more. Their stickers stay for a
/// while: many programs save by removing a file and writing it again, and a share that is not mounted looks like an empty
/// folder.
struct MissingSourceTracker {
    /// What is to be done about them.
    struct Result: Sendable {
        /// Since when the sources are missing, by path.
        var absences: [String: SourceState.Absence] = [:]
        /// Paths of sources whose stickers stay.
        var kept: Set<String> = []
        /// Paths of sources whose stickers go: nobody brought them back in time, or they have another name now.
        var retired: Set<String> = []
        /// When to look again; nil when nothing is awaited.
        var lookAgain: ContinuousClock.Instant?
    }

    /// How long a source may be gone before its sticker is.
    let grace: Duration

    /// - Parameters:
    ///   - catalog: what is published of the packs that may miss something.
    ///   - sources: what was missing before.
    ///   - isPresent: whether there is art at a path of the drop folder.
    ///   - isUnknown: whether the path cannot be looked at. Its sticker stays, and no absence begins.
    ///   - isElsewhere: whether there is art with a SHA-256; a source that is there under another name is gone at once.
    ///   - hasCopy: whether art with a SHA-256 was a duplicate of other art until now.
    ///   - unread: whether there is art whose digest is not known yet.
    func evaluate(
        _ catalog: Catalog?, sources: SourceTable, isPresent: (String) -> Bool, isUnknown: (String) -> Bool,
        isElsewhere: (String) -> Bool, hasCopy: (String) -> Bool, unread: Bool, now: ContinuousClock.Instant
    ) -> Result {
        var result = Result()
        for sticker in catalog?.finishedStickers ?? [] where !isPresent(sticker.source.path) {
            let path = sticker.source.path
            guard !isUnknown(path) else {
                result.kept.insert(path)
                continue
            }
            let sha256 = sticker.source.sha256
            let absence =
                sources[path].absence ?? SourceState.Absence(since: now, hadCopy: hasCopy(sha256))
            result.absences[path] = absence
            let end = absence.since.advanced(by: grace)
            if (isElsewhere(sha256) && !absence.hadCopy) || (end <= now && !unread) {
                result.retired.insert(path)
            } else {
                result.kept.insert(path)
                result.lookAgain = min(result.lookAgain ?? end, max(end, now.advanced(by: .milliseconds(100))))
            }
        }
        return result
    }
}
