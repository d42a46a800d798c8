import FileAccess

/// The row of a file of the drop folder in the state database.
package struct LedgerSource: Hashable, Sendable {
    /// The path relative to the drop folder, in Unicode NFC.
    package var path: String
    /// The timestamps, size and inode of the file. Nil for an ignored file.
    package var stamp: FileStat?
    /// The SHA-256 of the file, in lower-case hexadecimal. May be nil only for deferred and ignored files.
    package var sha256: String?
    /// The id of the pack. Empty for an ignored file.
    package var pack: String
    /// The id of the sticker in the pack. Empty for an ignored file.
    package var id: String
    package var state: SourceStatus
    /// The fingerprint of the result, which must be in the database or in the same batch. A published source always has
    /// a fingerprint.
    package var fingerprint: String?
    /// The reason for the status as a clause, for messages and reports. Empty if the status needs no explanation.
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
    /// The sticker is published, or is finished and awaits approval.
    case published
    /// The source is not used, because it violates a rule whose level is `error`.
    case rejected
    /// Another file of the pack with the same content is used.
    case duplicate
    /// Another version of the sticker is used, such as a file of the same name in a preferred format.
    case superseded
    /// The source is deferred, for example because it is still being written or queued for rendering.
    case waiting
    /// The file is not a source.
    case ignored
}

/// The SHA-256 and the timestamps of a file when it was last read. The file need not be read again while its timestamps
/// are unchanged.
package struct KnownDigest: Hashable, Sendable {
    package var stamp: FileStat
    /// The SHA-256 in lower-case hexadecimal.
    package var sha256: String

    package init(stamp: FileStat, sha256: String) {
        self.stamp = stamp
        self.sha256 = sha256
    }
}

extension [LedgerSource] {
    /// The SHA-256 and the timestamps of the files that have been read, by path.
    package var digests: [String: KnownDigest] {
        reduce(into: [:]) { digests, source in
            guard let stamp = source.stamp, let sha256 = source.sha256 else { return }
            digests[source.path] = KnownDigest(stamp: stamp, sha256: sha256)
        }
    }
}
