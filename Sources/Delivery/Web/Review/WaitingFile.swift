/// A file of the drop folder that cannot be used yet, as the review page receives it.
package struct WaitingFile: Encodable, Sendable, Hashable {
    /// The path relative to the drop folder.
    package var path: String
    /// The id of the pack to which the file's folder belongs.
    package var pack: String
    /// The reason, as an English sentence that the page shows.
    package var reason: String

    package init(path: String, pack: String, reason: String) {
        self.path = path
        self.pack = pack
        self.reason = reason
    }
}
