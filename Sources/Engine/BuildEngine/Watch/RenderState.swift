import JobModel

/// The watch's knowledge of its renderings, by fingerprint.
package struct RenderState {
    /// Results that are not published yet.
    package private(set) var finished: [String: StickerResult] = [:]
    /// The renderings in progress. The queue may be empty while a result is on its way.
    package private(set) var awaited: Set<String> = []
    /// The results that the queue has delivered since the last request.
    private var delivered: Set<String> = []

    package init() {}

    /// Adds a finished rendering.
    package mutating func take(_ done: RenderQueue.Done) {
        delivered.insert(done.fingerprint)
        awaited.remove(done.fingerprint)
        if case .result(let result) = done.outcome { finished[done.fingerprint] = result }
    }

    /// Returns the tasks that are not finished, and awaits all of them from now on.
    package mutating func expect(_ tasks: [RenderTask]) -> (open: [RenderTask], delivered: Set<String>) {
        let open = tasks.filter { finished[$0.fingerprint] == nil }
        awaited = Set(open.map(\.fingerprint))
        defer { delivered = [] }
        return (open, delivered)
    }

    /// Discards results whose files were removed, so that they are rendered again.
    package mutating func discard(_ fingerprints: Set<String>) {
        for fingerprint in fingerprints { finished[fingerprint] = nil }
    }

    /// Clears the finished renderings. All were published or are no longer wanted.
    package mutating func clearFinished() { finished = [:] }
}
