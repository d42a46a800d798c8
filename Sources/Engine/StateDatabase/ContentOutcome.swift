/// The outcome of a content that appeared at a path. Each content has exactly one outcome at any time.
package enum ContentOutcome: Hashable, Sendable {
    /// The content still exists, with this status.
    case state(SourceStatus)
    /// Another content replaced it at the same path.
    case replaced
    /// The file was taken away.
    case removed

    /// Every outcome there is, in the order in which people read them.
    package static let all = SourceStatus.allCases.map(ContentOutcome.state) + [.replaced, .removed]

    /// The word the state database stores.
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
