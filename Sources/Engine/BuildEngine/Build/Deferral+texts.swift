import Texts

extension Deferral {
    /// The reason as a sentence in the language of `texts`. Nil for English, because `description` is more detailed.
    package func sentence(_ texts: Texts) -> String? {
        texts.language == .english ? nil : texts("deferral.\(kind)")
    }

    /// The last part of the reason's key in the texts.
    private var kind: String {
        switch self {
        case .unfinished(.growing): "growing"
        case .unfinished(.incomplete): "incomplete"
        case .unfinished(.changing), .changedWhileRendering: "changing"
        case .unfinished(.open): "open"
        case .unfinished(.downloading): "downloading"
        case .unfinished(.recent): "recent"
        case .postponed, .notRendered: "postponed"
        case .unreadable, .unreadableByWorker: "unreadable"
        case .rendering: "rendering"
        case .publishHold: "publishHold"
        }
    }
}
