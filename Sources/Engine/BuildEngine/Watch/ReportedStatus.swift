import StickerManifest

/// The status that observers know, so that they are notified of changes only.
struct ReportedStatus {
    /// Whether all files that existed at the start have been examined.
    var isReady = false
    var progress: WatchProgress?
    /// The reason why the drop folder is not watched. Nil while it is watched.
    var stall: String?
    /// The unapproved stickers.
    var unapproved = UnapprovedStickers()
    /// The problems in pack settings, by pack id.
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
    /// Whether another program may have removed a note.
    var mayLackNotes = false
    /// Digests of the send-backs that were reported last; nil before those of earlier runs were read.
    var sentBack: Set<String>?
    /// Files that are not used; nil before anything was published.
    var unused: [UnusedFile]?

    /// Forgets the reports about files that are published unchanged. There are none about others.
    mutating func forgetFiles() {
        (unusedByFolder, unapprovedByPack, packProblems) = ([:], [:], [:])
        if unused != nil { unused = [] }
        needsFeedback = true
    }
}
