import Snapshots
import StickerManifest

/// An event of a build.
package enum BuildEvent: Sendable {
    /// The drop folder was listed. Contains the number of sources, and the number of sources to render.
    case planned(sources: Int, toRender: Int)
    /// A source was rendered. `slots` is the number of sources that this machine and the farm together can currently
    /// render at the same time.
    case rendered(path: String, done: Int, of: Int, slots: Int)
    /// The outcome of a source.
    case outcome(SourceOutcome)
    /// Sheets are being drawn. Contains the number of pages.
    case drawingSheets(Int)
    /// Publishing is on hold. Contains the number of sources that are deferred until the hold ends.
    case held(PublishHold, waiting: Int)
    /// Missing or damaged published files were repaired. Contains the names of the files.
    case repaired([String])
    /// A message that does not concern a source.
    case notice(String)
}
