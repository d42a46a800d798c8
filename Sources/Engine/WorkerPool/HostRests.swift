/// Machines whose agents get no jobs for a while. Agents that connect on their own reconnect after each fault, so
/// without this record the same machine would fail endlessly.
package struct HostRests: Sendable {
    private struct Rest: Sendable {
        var fault: NodeFault
        var until: ContinuousClock.Instant
        /// The number of faults since the machine last had none for the longest rest.
        var faults: Int
    }

    private var rests: [String: Rest] = [:]

    package init() {}

    /// The reason why a machine rests. Nil if it does not.
    package func reason(for host: String, at now: ContinuousClock.Instant = .now) -> NodeFault? {
        rests[host].flatMap { $0.until > now ? $0.fault : nil }
    }

    /// Has a machine rest that does not rest already: twice as long with each fault, until there was none for the longest
    /// rest.
    ///
    /// - Parameter first: how long the first rest is.
    /// - Returns: whether the fault is another one than that of its last rest.
    package mutating func add(
        _ host: String, _ fault: NodeFault, first: Duration, at now: ContinuousClock.Instant = .now
    ) -> Bool {
        // A host that reports repeatedly must not rest forever.
        if let rest = rests[host], rest.until > now { return rest.fault != fault }
        let longest = first.doubled(NodeManager.mostDoublings, atMost: NodeManager.mostDoublings)
        let last = rests[host].flatMap { $0.until + longest > now ? $0 : nil }
        let earlier = last?.faults ?? 0
        let rest = first.doubled(earlier, atMost: NodeManager.mostDoublings)
        rests[host] = Rest(fault: fault, until: now + rest, faults: earlier + 1)
        return last?.fault != fault
    }
}

extension Duration {
    /// Twice as long for each of a number of times.
    func doubled(_ times: Int, atMost most: Int) -> Duration { self * (1 << min(times, most)) }
}
