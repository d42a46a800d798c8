import StickerManifest

/// The status that was last reported to observers, so that only changes are reported.
package struct ReportedStatus {
    /// Whether all files that existed at the start have been examined.
    var isReady = false
    var progress: WatchProgress?
    /// The reason why changes of the drop folder are not detected. Nil if changes are detected.
    var stall: String?
    /// The numbers of unapproved stickers.
    var unapproved = UnapprovedStickers()
    /// The problems in pack settings, by pack id.
    package var packProblems: [String: String] = [:]
    /// The folders with settings files that may still be changing.
    var unsettledSettings: Set<String> = []
    /// The end of the publication after which memory was last released.
    var released: ContinuousClock.Instant?
    /// The number of stickers that are published without an approval, by pack id.
    package var unapprovedByPack: [String: Int] = [:]
    /// The unused files by folder name.
    var unusedByFolder: [String: [UnusedFile]] = [:]
    /// Whether notes may have to be updated.
    package var needsFeedback = true
    /// Whether another program may have removed a note.
    var mayLackNotes = false
    /// The hashes of the reported change requests. Nil before the hashes of earlier runs are read.
    var sentBack: Set<String>?
    /// The unused files. Nil before the first publication.
    package var unused: [UnusedFile]?

    package init() {}

    /// Discards all reports about files and packs.
    package mutating func forgetFiles() {
        (unusedByFolder, unapprovedByPack, packProblems) = ([:], [:], [:])
        if unused != nil { unused = [] }
        needsFeedback = true
    }
}
