/// A decision about the current look of a sticker. It applies to the sticker's `pixels`: a rebuild with the same pixels
/// keeps the decision, and a sticker with other pixels must be reviewed again.
public struct Review: Codable, Sendable, Hashable {
    /// The outcome of the decision.
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// The sticker may be shipped.
        case approved
        /// The sticker needs the changes that the comment describes.
        case sentBack
    }

    public var outcome: Outcome
    /// The name that the reviewer entered. Empty if none.
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
