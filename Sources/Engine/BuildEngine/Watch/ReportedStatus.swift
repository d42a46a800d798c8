import StickerManifest

/// What observers of the watch know of it, so that they are notified of changes only.
struct ReportedStatus {
    /// Whether everything that was there at the start has been examined.
    var isReady = false
    var progress: WatchProgress?
    /// Stickers that nobody has approved.
    var unapproved = UnapprovedStickers()
    /// What is wrong with the settings of packs, by their ids.
    var packProblems: [String: String] = [:]
    /// Files that are not used; nil before anything was published.
    var unused: [UnusedFile]?
}
