import Decisions
import DropWatcher
import StateDatabase
import StickerManifest
import WorkerPool

/// An event of a watch, for its observers.
package enum WatchEvent: Sendable {
    /// All files that were in the drop folder at the start have been examined, and the drop folder is being watched.
    case ready(WatchStatus)
    /// A new or changed sticker is in the manifest. The latency since its source was complete is included if known.
    case published(Published)
    /// A source was rejected.
    case rejected(RejectedSource)
    /// A source did not become a sticker because of another one: `duplicate` or `superseded`. `unused` has the reason.
    case yielded(state: SourceStatus)
    /// A source cannot be processed yet. Contains the reason.
    case waiting(path: String, reason: String)
    /// A file is not used. Contains the reason.
    case unused(path: String, reason: String)
    /// A sticker was removed from the manifest because its source was removed.
    case retired(path: String)
    /// A failure of the environment. The watch retries automatically.
    case problem(String)
    /// Removals are on hold because many sources vanished at once. Contains the reason and the fix.
    case frozen(String)
    /// The hold on removals has ended, because the sources returned or a person confirmed.
    case thawed
    /// Decisions are missing, and the stickers that they approved are kept. Contains the problem and the fix, or nil
    /// when all are restored.
    case decisionsLost(String?)
    /// A reviewer sent a sticker back.
    case sentBack(SentBackSticker)
    /// The number of unapproved stickers has changed. Only if approval is required.
    case unapproved(UnapprovedStickers)
    /// An earlier problem is solved.
    case recovered
    /// The thread that watches the drop folder has stopped. Contains the time and the place, or nil when the thread
    /// works again.
    case watchStalled(String?)
    /// A message for people.
    case notice(String)
    /// The progress of the loop has changed.
    case progress(WatchProgress)
    /// The loop has completed an iteration: a sign of life.
    case turned
    /// A source was rendered.
    case rendered(path: String, took: Duration)
    /// The manifest in the output folder was replaced.
    case manifestReplaced
    /// A publication, or a comparison without differences, is done. Contains its work.
    case publication(PublishWork)
    /// A worker was started to replace a dead one.
    case workerRestarted
    /// The Remote Execution engine can be used from now on. Contains its jobs.
    case farm(FarmJobs)

    /// A sticker that was published.
    package struct Published: Sendable {
        package var pack: String
        package var sticker: Sticker
        /// The time from the complete source to the manifest with its sticker.
        package var latency: Duration?

        package init(pack: String, sticker: Sticker, latency: Duration?) {
            (self.pack, self.sticker, self.latency) = (pack, sticker, latency)
        }
    }
}

/// Stickers without approval, if approval is required.
package struct UnapprovedStickers: Sendable, Hashable {
    /// The number of finished stickers that will be published after their approval.
    package var awaiting = 0
    /// The number of stickers that were published before approval was required.
    package var published = 0

    package init(awaiting: Int = 0, published: Int = 0) { (self.awaiting, self.published) = (awaiting, published) }
}

/// The progress of the watch's loop.
package struct WatchProgress: Sendable, Hashable {
    /// The number of sources that are being rendered or wait for it.
    package var queued: Int
    /// The number of sources that cannot be processed yet.
    package var waiting: Int
    /// The number of stickers in the manifest.
    package var published: Int
    /// Whether removals are on hold.
    package var isFrozen: Bool
    /// The method by which the drop folder is watched.
    package var watch: WatchStatus
}
