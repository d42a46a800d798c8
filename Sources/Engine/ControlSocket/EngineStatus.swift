import Foundation
import JobModel

/// The status of an output and of the process that uses it, as shown by `stickerd status`.
///
/// The property names are the keys of `stickerd status --json`.
package struct EngineStatus: Codable, Hashable, Sendable {
    /// A process of stickerd.
    package struct Process: Codable, Hashable, Sendable {
        package var process: Int
        /// The command, such as `stickerd watch`.
        package var command: String
        /// The version of stickerd. Known only if the process answers requests.
        package var version: String?
        package var since: Date?

        package init(process: Int, command: String, version: String? = nil, since: Date? = nil) {
            self.process = process
            self.command = command
            self.version = version
            self.since = since
        }
    }

    /// The method of watching the drop folder.
    package struct Watching: Codable, Hashable, Sendable {
        /// `inotify`, `polling` or `waiting`.
        package var mode: String
        /// The reason for the mode, as a clause for messages.
        package var reason: String
        package var folders: Int

        package init(mode: String, reason: String, folders: Int) {
            self.mode = mode
            self.reason = reason
            self.folders = folders
        }
    }

    /// A source, and the reason for its state.
    package struct Entry: Codable, Hashable, Sendable {
        /// The path relative to the drop folder.
        package var path: String
        package var reason: String

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// The number of sources of one kind, and an entry for each of the first ones.
    package struct Listing: Codable, Hashable, Sendable {
        package var count: Int
        package var entries: [Entry]

        /// - Parameter limit: the maximum number of entries.
        package init(_ all: some Collection<Entry>, limit: Int) {
            count = all.count
            entries = Array(all.prefix(limit))
        }

        package static let empty = Listing([], limit: 0)
    }

    /// A source that a worker is rendering.
    package struct Rendering: Codable, Hashable, Sendable {
        package var path: String
        package var seconds: Int

        package init(path: String, seconds: Int) {
            self.path = path
            self.seconds = seconds
        }
    }

    /// The folders of the output, as absolute paths.
    package struct Folders: Codable, Hashable, Sendable {
        package var drop: String
        package var out: String
        package var state: String
    }

    /// The sources in the drop folder, by outcome.
    package struct Sources: Codable, Hashable, Sendable {
        /// The number of sources. Nil if it is not known yet.
        package var count: Int?
        /// The number of rejected sources. `rejected` may have fewer entries, because sources that are rejected because
        /// of the same pack.json share one entry.
        package var rejectedCount = 0
        package var rejected = Listing.empty
        /// The deferred sources.
        package var deferred = Listing.empty
        /// The number of unused sources, such as copies. The list `unused` also contains files that are not sources.
        package var unusedCount = 0
        package var unused = Listing.empty
        /// The files and folders that cannot be read. Nil if there are none.
        package var unreadable: Listing?
    }

    /// The work of the renderers.
    package struct Renderings: Codable, Hashable, Sendable {
        /// The number of sources that wait for a worker.
        package var queued = 0
        package var active: [Rendering] = []
        /// The maximum number of sources that are rendered at the same time. Nil if no engine answered.
        package var workers: Int?
        /// The number of workers that were started to replace workers that had ended.
        package var workerRestarts = 0
        /// The progress of a build or rebuild. Nil for a watch.
        package var progress: Progress?
        /// The work of the Remote Execution engine. Nil if none is used.
        package var farm: RemoteWork?
    }

    /// The progress of a build or a rebuild.
    package struct Progress: Codable, Hashable, Sendable {
        /// The number of sources that are finished.
        package var done: Int
        /// The number of sources of the run.
        package var total: Int
        /// The estimated number of seconds until all sources are finished. Nil if it cannot be estimated yet.
        package var secondsLeft: Int?

        private enum CodingKeys: String, CodingKey {
            case done
            case total = "of"
            case secondsLeft
        }

        package init(done: Int, total: Int, secondsLeft: Int?) {
            (self.done, self.total, self.secondsLeft) = (done, total, secondsLeft)
        }
    }

    /// A build or rebuild that renders with the farm for this output.
    package struct Run: Codable, Hashable, Sendable {
        package var process: Process
        package var rendering: Renderings

        package init(process: Process, rendering: Renderings) {
            (self.process, self.rendering) = (process, rendering)
        }
    }

    /// The published state.
    package struct Published: Codable, Hashable, Sendable {
        /// The number of stickers in the manifest.
        package var stickers = 0
        /// The number of messages in the manifest. Nil if there are none.
        package var messages: Int?
        /// The number of game pieces in the manifest. Nil if there are none.
        package var pieces: Int?
        /// The number of finished stickers that await approval.
        package var awaitingApproval = 0
        /// The number of stickers that were published before approval was required.
        package var unapproved = 0
        /// The number of stickers that were sent back and not replaced since. Nil if there are none.
        package var sentBack: Int?
        /// The time at which the manifest was last replaced. Nil without a manifest.
        package var lastChange: Date?
    }

    /// The holds that a person must release.
    package struct Holds: Codable, Hashable, Sendable {
        /// The publish hold of a rollback.
        package var publishing: Hold?
        /// The hold on removals.
        package var removals: Hold?
    }

    /// A hold that a person must release.
    package struct Hold: Codable, Hashable, Sendable {
        /// The problem and the fix.
        package var message: String
        package var since: Date?

        package init(message: String, since: Date? = nil) {
            self.message = message
            self.since = since
        }
    }

    /// A problem that prevents the engine from working.
    package struct Problem: Codable, Hashable, Sendable {
        package var message: String
        package var since: Date
        /// The number of failed attempts.
        package var attempts: Int
        /// The time of the next attempt. Nil if none is planned.
        package var retryAt: Date?
        /// The time at which the problem was resolved. Nil while it persists.
        package var resolved: Date?

        package init(message: String, since: Date, attempts: Int = 1, retryAt: Date? = nil, resolved: Date? = nil) {
            self.message = message
            self.since = since
            self.attempts = attempts
            self.retryAt = retryAt
            self.resolved = resolved
        }
    }

    /// The engine that answered. Nil if none is running, or none answered.
    package var engine: Process?
    /// Another process that holds the lock of the output. Either no engine is running, or the engine has yielded the
    /// output to this process.
    package var holder: Process?
    /// The reason why the holder did not answer. Nil if no request was necessary, or if the engine answered.
    package var unreachable: String?
    package var folders: Folders
    /// Whether all sources that were in the drop folder at the start have been examined.
    package var isReady = false
    package var watching: Watching?
    package var sources = Sources()
    package var rendering = Renderings()
    /// A rebuild that renders for this output. Nil if none answered.
    package var rebuild: Run?
    /// A build that renders for this output. Nil if none answered.
    package var build: Run?
    package var published = Published()
    package var holds = Holds()
    /// The problem and the fix if decisions were lost. Nil if none were lost.
    package var decisionsLost: String?
    /// The last problem, even if it is resolved. Nil if there was none.
    package var problem: Problem?
    /// Sentences about threads of the engine that make no progress. Nil if there are none.
    package var stalled: [String]?

    private enum CodingKeys: String, CodingKey {
        case engine, holder, unreachable, folders
        case isReady = "ready"
        case watching, sources, rendering, rebuild, build, published, holds, decisionsLost, problem, stalled
    }

    /// Creates the status of an output. The paths of the folders must be absolute.
    package init(drop: String, out: String, state: String) {
        folders = Folders(drop: drop, out: out, state: state)
    }

    /// Whether the engine can work, and nothing requires a person's action. False for holds, lost decisions, stalled
    /// threads, unreadable files and unresolved problems.
    package var isHealthy: Bool {
        holds == Holds() && decisionsLost == nil && stalled == nil && sources.unreadable == nil
            && (problem.map { $0.resolved != nil } ?? true)
    }
}
