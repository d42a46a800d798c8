/// The other machines that render stickers: `workers` in `pipeline.json`.
package struct WorkerSettings: Sendable, Hashable {
    /// Machines that are reached by a command.
    package struct Pool: Sendable, Hashable {
        package var name: String
        /// A program, which is searched in PATH unless it is a path, and its arguments. Never a shell command.
        package var launch: [String]
        /// The number of parallel jobs of each agent.
        package var slots: Int
        /// The number of agents that are kept running.
        package var min = 0
        /// The maximum number of agents at a time.
        package var max = 1
        /// The time after which an idle agent is ended.
        package var idleSeconds = 60
        /// An agent is started when this much work waits, in seconds of one worker.
        package var startSeconds = 60
        /// The time limit for an agent's first answer after its command was started.
        package var launchSeconds = 600

        package init(name: String, launch: [String], slots: Int) {
            (self.name, self.launch, self.slots) = (name, launch, slots)
        }
    }

    package var pools: [Pool] = []
    /// The largest number of slots of agents that attach (`stickerd attach`). With 0, none may attach.
    package var attachedSlots = 0
    /// Whether agents whose processes are not confined are refused.
    package var requireSandbox = true
    /// Whether each slot of an agent is given a job more than it does, which waits there with its source.
    package var prefetch = true
    /// The share of the results of other machines that are also rendered here and compared, from 0 to 1.
    package var verifyShare = 0.01

    package init() {}

    /// The maximum number of jobs that other machines can be at.
    package var mostSlots: Int { pools.reduce(attachedSlots) { $0 + $1.max * $1.slots } }
}

/// Results that machines share: `cache` in `pipeline.json`.
package struct CacheSettings: Sendable, Hashable {
    /// An http or https address; nil for no cache.
    package var url: String?
    /// Whether results of this machine are written to it.
    package var write = false

    package init() {}
}

/// The allowed values of the keys of `workers`.
enum WorkerRange {
    static let slots = 1...1024
    static let attachedSlots = 0...4096
    static let agents = 0...256
    static let verifyShare = 0.0...1.0
    static let idleSeconds = 1...86_400
    static let startSeconds = 0...86_400
    static let launchSeconds = 1...86_400
}
