/// Whether a file can be taken.
package enum FileReadiness: Sendable, Hashable {
    case settled
    /// Not yet; why not, in a sentence for people, and when to ask again if nothing is noticed before.
    case waiting(reason: String, lookAgain: ContinuousClock.Instant)
}
