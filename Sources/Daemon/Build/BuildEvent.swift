import Pipeline
import StickerCatalog

/// Something that happened during a build, for whoever watches it.
package enum BuildEvent: Sendable {
    /// The drop folder was listed: this many sources, of which so many have to be rendered.
    case planned(sources: Int, toRender: Int)
    /// One more source was rendered.
    case rendered(path: String, done: Int, of: Int)
    /// How a source ended.
    case outcome(SourceOutcome)
    /// The sheets are being drawn: so many pages.
    case drawingSheets(Int)
    /// Something that people should hear and that is no art's fault.
    case notice(String)
}

/// Where a source stands at the end of a run.
package struct SourceOutcome: Codable, Hashable, Sendable {
    /// Relative to the drop folder.
    package var path: String
    package var pack: String
    package var id: String
    package var state: SourceState
    /// What happened, for people; empty where there is nothing to say.
    package var reason: String
    /// Whether it was rendered in this run.
    package var isNew: Bool

    package init(path: String, pack: String, id: String, state: SourceState, reason: String = "", isNew: Bool) {
        self.path = path
        self.pack = pack
        self.id = id
        self.state = state
        self.reason = reason
        self.isNew = isNew
    }
}
