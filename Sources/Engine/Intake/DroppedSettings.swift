import FileAccess

/// A pack.json or a sidecar that was read for a listing.
package struct DroppedSettings: Sendable, Hashable {
    /// Relative to the drop folder, in NFC.
    package var path: String
    package var absolutePath: String
    package var stamp: FileStamp
    /// The id of its pack.
    package var pack: String
    /// Paths of the art that a sidecar is about; nil for a pack.json.
    package var art: [String]?

    package init(path: String, absolutePath: String, stamp: FileStamp, pack: String, art: [String]?) {
        self.path = path
        self.absolutePath = absolutePath
        self.stamp = stamp
        self.pack = pack
        self.art = art
    }
}
