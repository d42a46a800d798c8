import Decisions
import DropWatcher
import StateDatabase
import StickerManifest
import WorkerPool

/// Something that happened while watching, for whoever wants to know.
package enum WatchEvent: Sendable {
    /// Everything that was in the drop folder at the start has been looked at, and drops are being watched for.
    case ready(WatchStatus)
    /// A sticker is in the manifest that was not, or was another: after so long since its source was complete, where
    /// that is known.
    case published(Published)
    /// A source was rejected.
    case rejected(RejectedSource)
    /// A source did not become a sticker because another one did: `duplicate` or `superseded`. `unused` says which and why.
    case yielded(state: SourceStatus)
    /// A source cannot be taken up yet: why.
    case waiting(path: String, reason: String)
    /// A file is not used: why.
    case unused(path: String, reason: String)
    /// A sticker left the manifest with its source.
    case retired(path: String)
    /// The environment does not let the daemon work; it tries again by itself.
    case problem(String)
    /// So much vanished at once that nothing is retired until a person says so: what, and what to do.
    case frozen(String)
    /// What was frozen may be retired again: it came back, or a person agreed.
    case thawed
    /// Decisions are gone, and what they allowed stays as it is: what happened, and what to do; nil when all are back.
    case decisionsLost(String?)
    /// A reviewer sent a sticker back.
    case sentBack(SentBackSticker)
    /// Approval is required, and this many stickers have none.
    case unapproved(UnapprovedStickers)
    /// What was wrong is not any more.
    case recovered
    /// The thread that watches the drop folder has stopped: since when, and where; nil when it works again.
    case watchStalled(String?)
    /// Something people should hear.
    case notice(String)
    /// How far the loop is, when that has changed.
    case progress(WatchProgress)
    /// The loop has made a turn: a sign of life.
    case turned
    /// A source was rendered.
    case rendered(path: String, took: Duration)
    /// The manifest in the output folder was replaced.
    case manifestReplaced
    /// Something was published, or would have been had it been different: what it took.
    case publication(PublishWork)
    /// A worker was started in place of one that died.
    case workerRestarted
    /// Other machines may take part from now on: what is known of them.
    case agents(NodeBoard)

    /// A sticker that was published.
    package struct Published: Sendable {
        package var pack: String
        package var sticker: Sticker
        /// From the moment the source was complete to the manifest that names its sticker.
        package var latency: Duration?
    }
}

/// Stickers that nobody has approved, where approval is required.
package struct UnapprovedStickers: Sendable, Hashable {
    /// Finished, and not published before somebody approves them.
    package var awaiting = 0
    /// Published since before approval was required.
    package var published = 0
}

/// How far the daemon's loop is.
package struct WatchProgress: Sendable, Hashable {
    /// Sources that are rendered, or wait for that.
    package var queued: Int
    /// Sources that cannot be taken up yet.
    package var waiting: Int
    /// Stickers in the manifest.
    package var published: Int
    /// Whether nothing is retired until a person says so.
    package var isFrozen: Bool
    /// How the drop folder is watched.
    package var watch: WatchStatus
}
