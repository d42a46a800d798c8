import Foundation
import JobModel

/// The status of an output and of the process that works on it, as `stickerd status` shows it.
///
/// The property names are the keys of `stickerd status --json`.
package struct EngineStatus: Codable, Hashable, Sendable {
    /// A process of stickerd.
    package struct Process: Codable, Hashable, Sendable {
        package var process: Int
        /// The command: `stickerd watch`.
        package var command: String
        /// Only known of an engine that answers.
        package var version: String?
        package var since: Date?

        private enum CodingKeys: String, CodingKey {
            case process, command, version, since
        }

        package init(process: Int, command: String, version: String? = nil, since: Date? = nil) {
            self.process = process
            self.command = command
            self.version = version
            self.since = since
        }
    }

    /// The way of watching the drop folder.
    package struct Watching: Codable, Hashable, Sendable {
        /// `inotify`, `polling` or `waiting`.
        package var mode: String
        /// The reason for the mode, for people.
        package var reason: String
        package var folders: Int

        private enum CodingKeys: String, CodingKey {
            case mode, reason, folders
        }

        package init(mode: String, reason: String, folders: Int) {
            self.mode = mode
            self.reason = reason
            self.folders = folders
        }
    }

    /// A source, and the reason for its state.
    package struct Entry: Codable, Hashable, Sendable {
        /// Relative to the drop folder.
        package var path: String
        package var reason: String

        private enum CodingKeys: String, CodingKey {
            case path, reason
        }

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// Sources of a kind: how many, and the first of them.
    package struct Listing: Codable, Hashable, Sendable {
        package var count: Int
        package var entries: [Entry]

        private enum CodingKeys: String, CodingKey {
            case count, entries
        }

        /// - Parameter limit: the maximum number of entries.
        package init(_ all: some Collection<Entry>, limit: Int) {
            count = all.count
            entries = Array(all.prefix(limit))
        }

        package static let empty = Listing([], limit: 0)
    }

    /// A source that a worker has in its hands.
    package struct Rendering: Codable, Hashable, Sendable {
        package var path: String
        package var seconds: Int

        private enum CodingKeys: String, CodingKey {
            case path, seconds
        }

        package init(path: String, seconds: Int) {
            self.path = path
            self.seconds = seconds
        }
    }

    /// The folders of the engine, as absolute paths.
    package struct Folders: Codable, Hashable, Sendable {
        package var drop: String
        package var out: String
        package var state: String

        private enum CodingKeys: String, CodingKey {
            case drop, out, state
        }
    }

    /// The art in the drop folder, by outcome.
    package struct Sources: Codable, Hashable, Sendable {
        /// Nil when it is not known yet.
        package var count: Int?
        /// The number of rejected sources. `rejected` lists a pack.json once, even if it holds back many sources.
        package var rejectedCount = 0
        package var rejected = Listing.empty
        /// The deferred sources.
        package var deferred = Listing.empty
        /// The number of unused sources, such as copies. `unused` also lists other files.
        package var unusedCount = 0
        package var unused = Listing.empty
        /// Files and folders that cannot be read; nil where all can.
        package var unreadable: Listing?

        private enum CodingKeys: String, CodingKey {
            case count, rejectedCount, rejected, deferred, unusedCount, unused, unreadable
        }
    }

    /// The work of the renderers.
    package struct Renderings: Codable, Hashable, Sendable {
        /// Sources that wait for a worker.
        package var queued = 0
        package var active: [Rendering] = []
        /// The maximum number of sources that are rendered at a time; nil where no engine answered.
        package var workers: Int?
        /// Workers that were started to replace dead ones.
        package var workerRestarts = 0
        /// The progress of a run. Nil for a watch.
        package var progress: Progress?
        /// The Remote Execution engine. Nil if only this machine renders.
        package var farm: RemoteWork?

        private enum CodingKeys: String, CodingKey {
            case queued, active, workers, workerRestarts, progress, farm
        }
    }

    /// The progress of a build or a rebuild.
    package struct Progress: Codable, Hashable, Sendable {
        /// Sources that are rendered.
        package var done: Int
        /// Sources that are to be rendered.
        package var total: Int
        /// Until all are rendered; nil before there is something to reckon with.
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

    /// A build or a rebuild that renders for this output with the farm.
    package struct Run: Codable, Hashable, Sendable {
        package var process: Process
        package var rendering: Renderings

        private enum CodingKeys: String, CodingKey {
            case process, rendering
        }

        package init(process: Process, rendering: Renderings) {
            (self.process, self.rendering) = (process, rendering)
        }
    }

    /// The published state.
    package struct Published: Codable, Hashable, Sendable {
        /// Stickers in the manifest.
        package var stickers = 0
        /// Messages in the manifest. Nil without messages.
        package var messages: Int?
        /// Game pieces in the manifest. Nil without game pieces.
        package var pieces: Int?
        /// Finished stickers that will be published after their approval.
        package var awaitingApproval = 0
        /// Stickers that are published without a required approval.
        package var unapproved = 0
        /// Stickers that a reviewer sent back and that were not replaced by a newer version. Nil without any.
        package var sentBack: Int?
        /// The time of the last replacement of the manifest. Nil without a manifest.
        package var lastChange: Date?

        private enum CodingKeys: String, CodingKey {
            case stickers, messages, pieces, awaitingApproval, unapproved, sentBack, lastChange
        }
    }

    /// The holds that wait for a person.
    package struct Holds: Codable, Hashable, Sendable {
        /// The hold on publication after a rollback.
        package var publishing: Hold?
        /// The hold on removals.
        package var removals: Hold?

        private enum CodingKeys: String, CodingKey {
            case publishing, removals
        }
    }

    /// Something that waits for a person.
    package struct Hold: Codable, Hashable, Sendable {
        /// The problem and the fix, for people.
        package var message: String
        package var since: Date?

        private enum CodingKeys: String, CodingKey {
            case message, since
        }

        package init(message: String, since: Date? = nil) {
            self.message = message
            self.since = since
        }
    }

    /// Something that kept the engine from working.
    package struct Problem: Codable, Hashable, Sendable {
        package var message: String
        package var since: Date
        /// The number of failed attempts.
        package var attempts: Int
        /// The time of the next attempt.
        package var retryAt: Date?
        /// Since when it is over; nil while it is not.
        package var resolved: Date?

        private enum CodingKeys: String, CodingKey {
            case message, since, attempts, retryAt, resolved
        }

        package init(message: String, since: Date, attempts: Int = 1, retryAt: Date? = nil, resolved: Date? = nil) {
            self.message = message
            self.since = since
            self.attempts = attempts
            self.retryAt = retryAt
            self.resolved = resolved
        }
    }

    /// The engine that answered; nil when none runs or none answers.
    package var engine: Process?
    /// Another process that holds the output's lock: it runs instead of the engine, or the engine yielded to it.
    package var holder: Process?
    /// The reason why the holder did not answer, for people. Nil if no request was necessary, or the engine answered.
    package var unreachable: String?
    package var folders: Folders
    /// Whether everything that was in the drop folder at the start has been examined.
    package var isReady = false
    package var watching: Watching?
    package var sources = Sources()
    package var rendering = Renderings()
    /// A rebuild that renders beside the engine, or without one. Nil if none answers.
    package var rebuild: Run?
    /// A build. Nil if none answers.
    package var build: Run?
    package var published = Published()
    package var holds = Holds()
    /// Missing decisions: the problem and the fix.
    package var decisionsLost: String?
    /// The last one, whether it is over or not.
    package var problem: Problem?
    /// Sentences about parts of the engine that have stopped; nil where all work.
    package var stalled: [String]?

    private enum CodingKeys: String, CodingKey {
        case engine, holder, unreachable, folders
        case isReady = "ready"
        case watching, sources, rendering, rebuild, build, published, holds, decisionsLost, problem, stalled
    }

    /// - Parameters: absolute paths.
    package init(drop: String, out: String, state: String) {
        folders = Folders(drop: drop, out: out, state: state)
    }

    /// Whether the engine can work and no decision of a person about the output is pending.
    package var isHealthy: Bool {
        holds == Holds() && decisionsLost == nil && stalled == nil && sources.unreadable == nil
            && (problem.map { $0.resolved != nil } ?? true)
    }
}
