/// Machines whose agents get nothing for a while. Agents that come by themselves come again after each fault: without a
/// memory the same machine would be compared, refused or lose jobs without end.
package struct HostRests: Sendable {
    /// Why a machine rests.
    package enum Reason: Sendable, Hashable {
        /// Its agents must not be used; what to do, as a sentence.
        case refused(String)
        /// It could not do its jobs; how, as the beginning of a sentence.
        case failed(String)
    }

    private struct Rest: Sendable {
        var reason: Reason
        var until: ContinuousClock.Instant
        /// How often its length has been doubled.
        var doublings: Int
    }

    private var rests: [String: Rest] = [:]
    private static let mostDoublings = 4

    package init() {}

    /// Why a machine rests; nil where it does not.
    package func reason(for host: String, at now: ContinuousClock.Instant = .now) -> Reason? {
        rests[host].flatMap { $0.until > now ? $0.reason : nil }
    }

    /// Has a machine rest that does not rest already: twice as long with each fault, until there was none for the longest
    /// rest.
    ///
    /// - Parameter first: how long the first rest is.
    /// - Returns: whether the reason is another one than that of its last rest.
    package mutating func add(
        _ host: String, _ reason: Reason, first: Duration, at now: ContinuousClock.Instant = .now
    ) -> Bool {
        // One that comes again and again must not rest for ever.
        if let rest = rests[host], rest.until > now { return rest.reason != reason }
        let longest = first * (1 << HostRests.mostDoublings)
        let last = rests[host].flatMap { $0.until + longest > now ? $0 : nil }
        let doublings = last.map { min($0.doublings + 1, HostRests.mostDoublings) } ?? 0
        rests[host] = Rest(reason: reason, until: now + first * (1 << doublings), doublings: doublings)
        return last?.reason != reason
    }
}
