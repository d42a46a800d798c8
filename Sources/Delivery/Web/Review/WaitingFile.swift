/// A file of the drop folder that is not used yet, as the review page receives it.
package struct WaitingFile: Encodable, Sendable, Hashable {
    /// Relative to the drop folder.
    package var path: String
    /// The id of its folder's pack.
    package var pack: String
    /// The reason in English, for people.
    package var reason: String

    package init(path: String, pack: String, reason: String) {
        self.path = path
        self.pack = pack
        self.reason = reason
    }
}
