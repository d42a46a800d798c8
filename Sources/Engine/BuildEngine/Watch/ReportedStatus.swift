import StickerManifest

/// What observers of the watch know of it, so that they are notified of changes only.
struct ReportedStatus {
    /// Whether everything that was there at the start has been examined.
    var isReady = false
    var progress: WatchProgress?
    /// Why the drop folder is not watched now; nil while it is.
    var stall: String?
    /// Stickers that nobody has approved.
    var unapproved = UnapprovedStickers()
    /// What is wrong with the settings of packs, by their ids.
    var packProblems: [String: String] = [:]
    /// Folders with settings files that have not settled.
    var unsettledSettings: Set<String> = []
    /// The end of the publication after which memory was given back last.
    var released: ContinuousClock.Instant?
    /// Stickers of each pack that are published without an approval, by its id.
    var unapprovedByPack: [String: Int] = [:]
    /// Files of each folder that are not used, by its name.
    var unusedByFolder: [String: [UnusedFile]] = [:]
    /// Whether feedback may have to be brought in line.
    var needsFeedback = true
    /// Whether a note may have been removed by somebody else.
    var mayLackNotes = false
    /// Digests of the send-backs that were reported last; nil before those of earlier runs were read.
    var sentBack: Set<String>?
    /// Files that are not used; nil before anything was published.
    var unused: [UnusedFile]?

    /// Forgets what was said of files that are published as they are; of others there is none.
    mutating func forgetFiles() {
        (unusedByFolder, unapprovedByPack, packProblems) = ([:], [:], [:])
        if unused != nil { unused = [] }
        needsFeedback = true
    }
}
