import FileAccess

/// One file of the drop folder, as the state database keeps it.
package struct LedgerSource: Hashable, Sendable {
    /// Relative to the drop folder, in NFC.
    package var path: String
    /// Nil for a file that was never examined closely, such as an ignored file.
    package var stamp: FileStat?
    /// SHA-256 of its bytes in lower-case hexadecimal. Only waiting and ignored files may lack it.
    package var sha256: String?
    /// The id of its pack.
    package var pack: String
    /// The id in the pack. Empty for a file that is not a source.
    package var id: String
    package var state: SourceStatus
    /// The key of its result. Required for published sources. The result must be in the database or in the same batch.
    package var fingerprint: String?
    /// The reason for the status, in a few words for people. Empty if there is none.
    package var reason: String

    package init(
        path: String, stamp: FileStat?, sha256: String?, pack: String, id: String, state: SourceStatus,
        fingerprint: String? = nil, reason: String = ""
    ) {
        self.path = path
        self.stamp = stamp
        self.sha256 = sha256
        self.pack = pack
        self.id = id
        self.state = state
        self.fingerprint = fingerprint
        self.reason = reason
    }
}

/// The status of a file in the drop folder.
package enum SourceStatus: String, Codable, Sendable, CaseIterable {
    /// The file is a sticker in the catalog.
    case published
    /// A rule of the level error, or damage, keeps it out.
    case rejected
    /// Another file with the same content became the sticker.
    case duplicate
    /// A file of the same name in a preferred format is used.
    case superseded
    /// It is still being written, or waits in the queue.
    case waiting
    /// The file is not a source.
    case ignored
}

/// The digest of a file when it was last read. A file with an equal timestamp need not be read again.
package struct KnownDigest: Hashable, Sendable {
    package var stamp: FileStat
    /// Lower-case hexadecimal.
    package var sha256: String

    package init(stamp: FileStat, sha256: String) {
        self.stamp = stamp
        self.sha256 = sha256
    }
}
