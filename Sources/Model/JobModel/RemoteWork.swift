/// The state of a farm (a Remote Execution engine), and its work for one process.
package struct RemoteWork: Codable, Sendable, Hashable {
    package enum State: String, Codable, Sendable, Hashable {
        /// The engine has not answered yet.
        case connecting
        case up
        /// The engine has failed, and gets no jobs for some time.
        case resting
    }

    /// The host name or the socket of the engine.
    package var host: String
    package var state = State.connecting
    /// The configured maximum number of jobs at the engine.
    package var jobs: Int
    /// The current maximum number of jobs at the engine.
    package var tokens = 0
    /// The number of jobs that wait for a worker of the engine.
    package var queued = 0
    /// The number of jobs that workers of the engine are executing.
    package var executing = 0
    /// The number of the engine's workers that have rendered something.
    package var workers = 0
    /// The number of stickers that the engine's workers have rendered.
    package var done = 0
    /// The number of stickers from the engine's cache.
    package var cached = 0
    /// The number of jobs for the engine that this machine had to execute itself.
    package var lost = 0
    /// The number of the engine's results that this machine also rendered and that were equal.
    package var verified = 0
    /// The number of this machine's results that were stored in the engine's cache.
    package var stored = 0
    package var bytesSent = 0
    package var bytesReceived = 0
    /// The total waiting time of finished jobs at the engine, in seconds.
    package var queueSeconds = 0.0
    /// The time that the engine's workers needed for finished jobs, in seconds.
    package var renderSeconds = 0.0
    package var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case host, state, jobs, tokens, queued, executing, workers, done, cached, lost, verified, stored
        case bytesSent, bytesReceived, queueSeconds, renderSeconds, lastError
    }

    package init(host: String, jobs: Int) {
        (self.host, self.jobs) = (host, jobs)
    }

    /// Whether the engine has done any work.
    package var isUsed: Bool { done + cached + lost + stored > 0 }

    /// A sentence about the work of a finished run.
    package var sentence: String {
        let error = lastError.map { " Last error: \($0)" } ?? ""
        guard isUsed else { return "The farm \(host) rendered nothing.\(error)" }
        var facts = ["\(NumberFormat.count(done, "sticker")) rendered"]
        if workers > 0 { facts[0] += " by \(NumberFormat.count(workers, "worker"))" }
        facts.append("\(NumberFormat.number(cached)) from its cache")
        if stored > 0 { facts.append("\(NumberFormat.number(stored)) stored in its cache") }
        if verified > 0 {
            facts.append("\(NumberFormat.number(verified)) also rendered on this machine with equal results")
        }
        if lost > 0 { facts.append("\(NumberFormat.number(lost)) lost and rendered on this machine") }
        facts.append("\(NumberFormat.size(bytesSent)) sent and \(NumberFormat.size(bytesReceived)) received")
        return "The farm \(host): \(facts.joined(separator: ", ")).\(error)"
    }

    /// The current state and work in one line.
    package var summary: String {
        var facts: [String] = []
        switch state {
        case .connecting: facts.append("connecting")
        case .resting: facts.append("not used at present")
        case .up where jobs == 0: facts.append("used as a cache")
        case .up:
            facts.append("\(NumberFormat.number(queued + executing)) of \(NumberFormat.count(jobs, "job"))")
            if queued > 0 { facts[0] += " (\(NumberFormat.number(queued)) queued)" }
        }
        if workers > 0 { facts.append("\(NumberFormat.count(workers, "worker")) seen") }
        facts += [
            "\(NumberFormat.number(done)) done", "\(NumberFormat.number(cached)) from its cache",
            "\(NumberFormat.number(lost)) lost",
        ]
        return "\(host): \(facts.joined(separator: ", "))" + (lastError.map { ". Last error: \($0)" } ?? "")
    }
}
