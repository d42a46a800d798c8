import Snapshots
import StickerManifest

/// An event of a build, for its observer.
package enum BuildEvent: Sendable {
    /// The drop folder was listed: the number of sources, and the number of those to render.
    case planned(sources: Int, toRender: Int)
    /// One more source was rendered; `slots` is how many can be rendered at a time now, by this machine and the farm.
    case rendered(path: String, done: Int, of: Int, slots: Int)
    /// The outcome of a source.
    case outcome(SourceOutcome)
    /// The sheets are being drawn: the number of pages.
    case drawingSheets(Int)
    /// Publishing is on hold; the number of sources that wait for its release.
    case held(PublishHold, waiting: Int)
    /// Published files were missing or damaged and are intact again: their names.
    case repaired([String])
    /// A message for people that does not concern a source.
    case notice(String)
}
