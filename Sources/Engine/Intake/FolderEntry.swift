import FileAccess

/// A name in a folder, and what the file system says of it.
struct FolderEntry: Sendable {
    enum Kind: Sendable {
        case file, folder, link
        /// A device, a socket or a pipe.
        case special
        /// The folder may be listed, but not entered.
        case unreachable
    }

    /// The bytes of the name: Linux allows any but zero and the slash.
    var name: [UInt8]
    var kind: Kind
    /// Of the name itself: a link is not followed.
    var stamp: FileStamp
}
