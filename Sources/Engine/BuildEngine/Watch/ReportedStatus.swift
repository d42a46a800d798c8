import StickerManifest

/// The last status that was reported to observers, so that only changes are reported.
struct ReportedStatus {
    /// Whether it was reported that all files that existed at the start are processed.
    var isReady = false
    var progress: WatchProgress?
    /// The reason why changes of the drop folder are not detected. Nil if they are detected.
    var stall: String?
    /// The numbers of unapproved stickers.
    var unapproved = UnapprovedStickers()
    /// The problems in pack settings, by pack id.
    var packProblems: [String: String] = [:]
    /// The folders with settings files that are still being written.
    var unsettledSettings: Set<String> = []
    /// The end of the publication after which memory was last released.
    var released: ContinuousClock.Instant?
    /// The number of stickers that are published without approval, by pack id.
    var unapprovedByPack: [String: Int] = [:]
    /// The unused files by folder name.
    var unusedByFolder: [String: [UnusedFile]] = [:]
    /// Whether the notes must be compared with the current state.
    var needsFeedback = true
    /// Whether another program may have removed a note.
    var mayLackNotes = false
    /// The hashes of the reported change requests. Nil before the hashes of earlier runs are read.
    var sentBack: Set<String>?
    /// The unused files. Nil before the first publication.
    var unused: [UnusedFile]?

    /// Discards all reports about files and packs.
    mutating func forgetFiles() {
        (unusedByFolder, unapprovedByPack, packProblems) = ([:], [:], [:])
        if unused != nil { unused = [] }
        needsFeedback = true
    }
}
