import Decisions
import DropWatcher
import StateDatabase
import StickerManifest
import WorkerPool

/// An event of a watch, for its observers.
package enum WatchEvent: Sendable {
    /// Everything that was in the drop folder at the start has been examined, and drops are being watched for.
    case ready(WatchStatus)
    /// A new or changed sticker is in the manifest. The latency since its source was complete is included if known.
    case published(Published)
    /// A source was rejected.
    case rejected(RejectedSource)
    /// A source did not become a sticker because of another one: `duplicate` or `superseded`. `unused` has the reason.
    case yielded(state: SourceStatus)
    /// A source cannot be processed yet: why.
    case waiting(path: String, reason: String)
    /// A file is not used: why.
    case unused(path: String, reason: String)
    /// A sticker left the manifest with its source.
    case retired(path: String)
    /// A failure of the environment. The watch retries automatically.
    case problem(String)
    /// Removals are on hold, because many sources vanished at once: the reason and the solution.
    case frozen(String)
    /// The hold on removals has ended, because the sources returned or a person confirmed.
    case thawed
    /// Decisions are missing, and the stickers that they allowed are kept: the problem and the fix. Nil when all are
    /// restored.
    case decisionsLost(String?)
    /// A reviewer sent a sticker back.
    case sentBack(SentBackSticker)
    /// Approval is required, and this many stickers have none.
    case unapproved(UnapprovedStickers)
    /// An earlier problem is solved.
    case recovered
    /// The thread that watches the drop folder has stopped: since when, and where; nil when it works again.
    case watchStalled(String?)
    /// Something that people should know.
    case notice(String)
    /// The progress of the loop has changed.
    case progress(WatchProgress)
    /// The loop has made a turn: a sign of life.
    case turned
    /// A source was rendered.
    case rendered(path: String, took: Duration)
    /// The manifest in the output folder was replaced.
    case manifestReplaced
    /// A publication, or a comparison that found no difference: its work.
    case publication(PublishWork)
    /// A worker was started to replace a dead one.
    case workerRestarted
    /// The Remote Execution engine may be used from now on: its jobs.
    case farm(FarmJobs)

    /// A sticker that was published.
    package struct Published: Sendable {
        package var pack: String
        package var sticker: Sticker
        /// From the moment the source was complete to the manifest that names its sticker.
        package var latency: Duration?

        package init(pack: String, sticker: Sticker, latency: Duration?) {
            (self.pack, self.sticker, self.latency) = (pack, sticker, latency)
        }
    }
}

/// Stickers without approval, if approval is required.
package struct UnapprovedStickers: Sendable, Hashable {
    /// Finished stickers that will be published after their approval.
    package var awaiting = 0
    /// Published since before approval was required.
    package var published = 0

    package init(awaiting: Int = 0, published: Int = 0) { (self.awaiting, self.published) = (awaiting, published) }
}

/// The progress of the watch's loop.
package struct WatchProgress: Sendable, Hashable {
    /// Sources that are rendered, or wait for that.
    package var queued: Int
    /// Sources that cannot be processed yet.
    package var waiting: Int
    /// Stickers in the manifest.
    package var published: Int
    /// Whether removals are on hold.
    package var isFrozen: Bool
    /// The way in which the drop folder is watched.
    package var watch: WatchStatus
}
