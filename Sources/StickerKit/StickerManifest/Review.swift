/// A decision about the current look of a sticker. It belongs to the sticker's `pixels`: a rebuild with the same pixels
/// keeps it, a sticker with other pixels must be reviewed again.
public struct Review: Codable, Sendable, Hashable {
    /// The outcome of the decision.
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// It may be shipped.
        case approved
        /// It needs the changes in the comment.
        case sentBack
    }

    public var outcome: Outcome
    /// The name that the person who decided has given. Empty if none.
    public var reviewer: String
    /// The comment. Empty if there is none.
    public var comment: String

    private enum CodingKeys: String, CodingKey {
        case outcome = "verdict"
        case reviewer, comment
    }

    public init(outcome: Outcome, reviewer: String = "", comment: String = "") {
        self.outcome = outcome
        self.reviewer = reviewer
        self.comment = comment
    }

    @available(*, deprecated, renamed: "outcome")
    public var verdict: Outcome { outcome }
}
