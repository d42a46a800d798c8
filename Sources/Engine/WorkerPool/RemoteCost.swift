/// Decides whether a job is worth sending to the farm. Compares the duration of similar jobs on this machine with the
/// cost of sending a job.
package struct RemoteCost: Sendable {
    /// The maximum total size of sources at the farm at a time, in bytes.
    package static let mostBytesAway = 512 << 20
    /// The duration of the queue on this machine in seconds, above which jobs of any duration are sent to the farm.
    static let longestBacklog = 5.0

    /// The fixed cost of a job at the farm, in seconds.
    private static let perJob = 0.06
    /// The cost of one byte in seconds, for a network with 100 Mbit/s in both directions.
    private static let perByte = 2.0 / 12_500_000
    /// The minimum ratio between the duration of a job and the cost of sending it.
    private static let worth = 20.0

    /// The mean duration of each kind of job on this machine, in seconds. Recent jobs have more weight.
    private var means: [String: Double] = [:]

    package init() {}

    package mutating func note(_ kind: String, seconds: Double) {
        means[kind] = means[kind].map { 0.8 * $0 + 0.2 * seconds } ?? seconds
    }

    /// The expected duration of a job on this machine, in seconds.
    func seconds(of terms: RemoteTerms) -> Double { means[terms.kind] ?? terms.guess }

    package func isWorthSending(_ terms: RemoteTerms) -> Bool {
        seconds(of: terms)
            >= RemoteCost.worth * (RemoteCost.perJob + Double(terms.bytes) * RemoteCost.perByte)
    }
}
