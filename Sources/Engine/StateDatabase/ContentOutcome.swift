/// The outcome of an arrival. An arrival is the first appearance of a content at a path, and has exactly one outcome at
/// any time.
package enum ContentOutcome: Hashable, Sendable {
    /// The file still has this content. Contains the status of the file.
    case state(SourceStatus)
    /// Another content has replaced this content at the same path.
    case replaced
    /// The file was removed.
    case removed

    /// All outcomes, in display order.
    package static let all = SourceStatus.allCases.map(ContentOutcome.state) + [.replaced, .removed]

    /// The text of the outcome in the state database.
    package var word: String {
        switch self {
        case .state(let state): state.rawValue
        case .replaced: "replaced"
        case .removed: "removed"
        }
    }

    package init?(word: String) {
        guard let outcome = Self.all.first(where: { $0.word == word }) else { return nil }
        self = outcome
    }
}
