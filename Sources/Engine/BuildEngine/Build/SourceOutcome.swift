import Intake
import StateDatabase

/// The outcome of a source at the end of a run.
package struct SourceOutcome: Codable, Hashable, Sendable, FileOfDropFolder {
    /// The path of the source, relative to the drop folder.
    package var path: String
    package var pack: String
    package var id: String
    package var state: SourceStatus
    /// The reason why a finished sticker is not published before its approval.
    static let awaitsApproval = "it awaits approval"

    /// The reason for the status, in the report and in messages. Empty if the status needs no explanation.
    package var reason: String
    /// The path of the source that is used instead, relative to the drop folder. Nil unless this source is superseded
    /// or a duplicate.
    package var yieldsTo: String?
    /// Whether the source was rendered in this run.
    package var isNew: Bool

    package init(
        path: String, pack: String, id: String, state: SourceStatus, reason: String = "", yieldsTo: String? = nil,
        isNew: Bool
    ) {
        self.path = path
        self.pack = pack
        self.id = id
        self.state = state
        self.reason = reason
        self.yieldsTo = yieldsTo
        self.isNew = isNew
    }
}
