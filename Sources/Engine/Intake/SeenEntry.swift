import FileAccess

/// A file or folder of the drop folder that the ignore rules let through, with links followed.
struct SeenEntry: Sendable, Hashable {
    /// In NFC.
    var name: String
    /// Relative to the drop folder, in NFC.
    var path: String
    /// In the bytes of the file system.
    var absolutePath: String
    var stamp: FileStamp
}
