import Snapshots
import StickerManifest

/// An event of a build, for its observer.
package enum BuildEvent: Sendable {
    /// The drop folder was listed: this many sources, of which so many have to be rendered.
    case planned(sources: Int, toRender: Int)
    /// One more source was rendered; `slots` is how many can be rendered at a time now, by this machine and by agents.
    case rendered(path: String, done: Int, of: Int, slots: Int)
    /// The outcome of a source.
    case outcome(SourceOutcome)
    /// The sheets are being drawn: so many pages.
    case drawingSheets(Int)
    /// Publishing is on hold; so many sources wait for its release.
    case held(PublishHold, waiting: Int)
    /// Published files were missing or damaged and are intact again: their names.
    case repaired([String])
    /// A message for people that does not concern a source.
    case notice(String)
}
