import JobModel

/// The state of the renderings in a watch, by fingerprint.
package struct RenderState {
    /// The results that are not published yet.
    package private(set) var finished: [String: StickerResult] = [:]
    /// The renderings whose results the watch has not received. The queue may already have finished some of these
    /// renderings.
    package private(set) var awaited: Set<String> = []
    /// The results that were received since the last call of `expect`.
    private var delivered: Set<String> = []

    package init() {}

    /// Adds a finished rendering.
    package mutating func take(_ done: RenderQueue.Done) {
        delivered.insert(done.fingerprint)
        awaited.remove(done.fingerprint)
        if case .result(let result) = done.outcome { finished[done.fingerprint] = result }
    }

    /// Replaces the awaited renderings with the unfinished tasks.
    ///
    /// - Returns: the unfinished tasks, and the fingerprints of the results that were received since the last call.
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

    /// Removes all finished results, because they are published or no longer wanted.
    package mutating func clearFinished() { finished = [:] }
}
