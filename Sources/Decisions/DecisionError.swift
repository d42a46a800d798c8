/// Why decisions cannot be read or kept.
package enum DecisionError: Error, Equatable, CustomStringConvertible {
    /// The file of the decisions cannot be used; `detail` is what the system or SQLite said.
    case store(path: String, detail: String)
    /// The file is none that stickerd wrote, or a newer one did.
    case foreign(path: String, detail: String)
    /// A file that was to be imported is none of decisions.
    case unreadable(path: String, detail: String)
    /// A decision that cannot be kept; the text says why.
    case refused(String)

    package var description: String {
        switch self {
        case .store(let path, let detail):
            "\(path): the decisions cannot be used: \(detail). Check the disk and the rights of the folder."
        case .foreign(let path, let detail):
            "\(path): \(detail). Nothing was changed. Use the stickerd that wrote it, or move the file away: a new one "
                + "is made, without the decisions."
        case .unreadable(let path, let detail):
            "\(path): these are no decisions of a review: \(detail). Take the file that the review page gave you."
        case .refused(let text): text
        }
    }
}
