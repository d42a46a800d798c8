/// A file of the drop folder that is not used yet, as the review page receives it.
package struct WaitingFile: Encodable, Sendable, Hashable {
    /// Relative to the drop folder.
    package var path: String
    /// The id of the pack that its folder is.
    package var pack: String
    /// For people, in English.
    package var reason: String

    package init(path: String, pack: String, reason: String) {
        self.path = path
        self.pack = pack
        self.reason = reason
    }
}
