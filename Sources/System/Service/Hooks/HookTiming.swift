/// The times between attempts.
package struct HookTiming: Sendable {
    /// How long an event waits for others to be told with it.
    package var gathering = Duration.seconds(1)
    /// The pause before the second attempt; each further one is twice as long.
    package var firstPause = Duration.seconds(1)
    package var longestPause = Duration.seconds(300)

    package init() {}

    /// The pause after an attempt that failed: about the time that doubles, so that many services that lost the same
    /// address do not all come back in the same second.
    ///
    /// - Parameter attempt: from 1.
    func pause(after attempt: Int) -> Duration {
        let doubled = firstPause * (1 << min(max(attempt - 1, 0), 20))
        return min(doubled, longestPause) * Double.random(in: 0.75...1.25)
    }
}
