import Texts

extension Deferral {
    /// The reason as a sentence. Nil in English, for which `description` contains the file and the size.
    package func sentence(_ texts: Texts) -> String? {
        texts.language == .english ? nil : texts("deferral.\(kind)")
    }

    /// The name of the reason, in the keys of texts.
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
