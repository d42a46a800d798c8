import JobModel

/// The work of a pool's agents in a run.
package struct PoolReport: Codable, Sendable, Equatable {
    /// An agent on another machine.
    package struct Agent: Codable, Sendable, Equatable {
        /// Empty if it never answered.
        package var host: String
        package var slots: Int
        package var jobs: Int
        /// Jobs that it had and that were done elsewhere.
        package var retries: Int
        /// The user and system time that the agent reports, in seconds.
        package var cpuSeconds: Int
        package var bytesSent: Int
        package var bytesReceived: Int
        package var lastError: String?

        private enum CodingKeys: String, CodingKey {
            case host, slots, jobs, retries, cpuSeconds, bytesSent, bytesReceived, lastError
        }

        package init(
            host: String, slots: Int, jobs: Int, retries: Int, cpuSeconds: Int, bytesSent: Int, bytesReceived: Int,
            lastError: String?
        ) {
            (self.host, self.slots, self.jobs, self.retries) = (host, slots, jobs, retries)
            (self.cpuSeconds, self.bytesSent, self.bytesReceived) = (cpuSeconds, bytesSent, bytesReceived)
            self.lastError = lastError
        }
    }

    package var name: String
    /// The maximum number of slots that were up at the same time.
    package var slots: Int
    package var jobs: Int
    package var retries: Int
    /// Results that were rendered here too, and were the same.
    package var verified: Int
    package var cpuSeconds: Int
    package var bytesSent: Int
    package var bytesReceived: Int
    package var lastError: String?
    /// The last ones.
    package var agents: [Agent]

    private enum CodingKeys: String, CodingKey {
        case name, slots, jobs, retries, verified, cpuSeconds, bytesSent, bytesReceived, lastError, agents
    }

    package init(
        name: String, slots: Int, jobs: Int, retries: Int, verified: Int, cpuSeconds: Int, bytesSent: Int,
        bytesReceived: Int, lastError: String?, agents: [Agent]
    ) {
        (self.name, self.slots, self.jobs, self.retries) = (name, slots, jobs, retries)
        (self.verified, self.cpuSeconds) = (verified, cpuSeconds)
        (self.bytesSent, self.bytesReceived) = (bytesSent, bytesReceived)
        (self.lastError, self.agents) = (lastError, agents)
    }

    /// For people.
    package var sentence: String {
        guard slots > 0 else {
            return "Pool \(name) rendered nothing\(lastError.map { ": \($0)" } ?? "; it was not needed")"
                .ending(with: ".")
        }
        let hosts = Set(agents.map(\.host).filter { !$0.isEmpty }).sorted()
        let places = hosts.isEmpty || hosts.count > 4 ? "" : " on \(hosts.joinedForPeople("and"))"
        var facts = [
            "\(NumberFormat.count(jobs, "job"))\(places) with up to \(NumberFormat.count(slots, "slot"))",
            "\(NumberFormat.number(cpuSeconds)) s of CPU time",
            "\(NumberFormat.size(bytesSent)) sent and \(NumberFormat.size(bytesReceived)) received",
        ]
        if verified > 0 { facts.append("\(NumberFormat.number(verified)) rendered here too and equal") }
        if retries > 0 { facts.append("\(NumberFormat.number(retries)) done elsewhere in the end") }
        let error = lastError.map { " Its last error: \($0)".ending(with: ".") } ?? ""
        return "Pool \(name): \(facts.joined(separator: ", ")).\(error)"
    }
}

extension String {
    fileprivate func ending(with mark: String) -> String { hasSuffix(mark) ? self : self + mark }
}
