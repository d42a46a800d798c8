import Decisions
import DropWatcher
import StateDatabase
import StickerManifest
import WorkerPool

/// An event of a watch.
package enum WatchEvent: Sendable {
    /// All files that were in the drop folder at the start have been processed, and the drop folder is being watched.
    case ready(WatchStatus)
    /// A new or changed sticker was published.
    case published(Published)
    /// A source was rejected.
    case rejected(RejectedSource)
    /// A source is not used, because another source replaces it. Its status is `duplicate` or `superseded`. The event
    /// `unused` contains the reason.
    case yielded(state: SourceStatus)
    /// A source has been deferred for a long time. Contains the reason.
    case waiting(path: String, reason: String)
    /// A file is not used. Contains the reason.
    case unused(path: String, reason: String)
    /// A sticker was removed from the manifest because its source was removed.
    case retired(path: String)
    /// A failure of the environment. The watch retries automatically.
    case problem(String)
    /// Removals are on hold because many sources disappeared at once. Contains the reason and the fix.
    case frozen(String)
    /// The hold on removals has ended, because the sources exist again or a person has confirmed the removals.
    case thawed
    /// Decisions are missing. The stickers that they approved remain published. Contains the problem and the fix. Nil
    /// if all decisions have been restored.
    case decisionsLost(String?)
    /// A reviewer sent a sticker back.
    case sentBack(SentBackSticker)
    /// The number of unapproved stickers has changed. Occurs only if approval is required.
    case unapproved(UnapprovedStickers)
    /// An earlier failure of the environment has ended.
    case recovered
    /// The thread that watches the drop folder has been blocked for a long time. Contains the duration and the blocked
    /// operation. Nil if the thread works again.
    case watchStalled(String?)
    /// A message that does not concern a source.
    case notice(String)
    /// The progress of the watch has changed.
    case progress(WatchProgress)
    /// The main loop has completed an iteration. This event shows that the watch is alive.
    case turned
    /// A source was rendered.
    case rendered(path: String, took: Duration)
    /// The manifest in the output folder was replaced.
    case manifestReplaced
    /// A publication is complete, even if it changed no file. Contains the amount of work.
    case publication(PublishWork)
    /// A worker was started to replace a dead worker.
    case workerRestarted
    /// The state of the Remote Execution engine that the watch uses. Contains the jobs of the engine.
    case farm(FarmJobs)

    /// A published sticker.
    package struct Published: Sendable {
        package var pack: String
        package var sticker: Sticker
        /// The time from the completion of the source file to the publication. Nil if the time is unknown.
        package var latency: Duration?

        package init(pack: String, sticker: Sticker, latency: Duration?) {
            (self.pack, self.sticker, self.latency) = (pack, sticker, latency)
        }
    }
}

/// The numbers of stickers without approval. Both are 0 if approval is not required.
package struct UnapprovedStickers: Sendable, Hashable {
    /// The number of finished stickers that await approval.
    package var awaiting = 0
    /// The number of published stickers without approval.
    package var published = 0

    package init(awaiting: Int = 0, published: Int = 0) { (self.awaiting, self.published) = (awaiting, published) }
}

/// The progress of a watch.
package struct WatchProgress: Sendable, Hashable {
    /// The number of sources that are queued or being rendered.
    package var queued: Int
    /// The number of deferred sources.
    package var waiting: Int
    /// The number of stickers in the manifest.
    package var published: Int
    /// Whether removals are on hold.
    package var isFrozen: Bool
    /// The method with which the drop folder is watched.
    package var watch: WatchStatus
}
