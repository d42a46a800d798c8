import JobModel

/// The watch's knowledge of its renderings, by fingerprint.
struct RenderState {
    /// Results that are not published yet.
    private(set) var finished: [String: StickerResult] = [:]
    /// The renderings in progress. The queue may be empty while a result is on its way.
    private(set) var awaited: Set<String> = []
    /// The results that the queue has delivered since the last request.
    private var delivered: Set<String> = []

    /// Adds a finished rendering.
    mutating func take(_ done: RenderQueue.Done) {
        delivered.insert(done.fingerprint)
        awaited.remove(done.fingerprint)
        if case .result(let result) = done.outcome { finished[done.fingerprint] = result }
    }

    /// The tasks that are not finished; all of them are awaited from now on.
    mutating func expect(_ tasks: [RenderTask]) -> (open: [RenderTask], delivered: Set<String>) {
        let open = tasks.filter { finished[$0.fingerprint] == nil }
        awaited = Set(open.map(\.fingerprint))
        defer { delivered = [] }
        return (open, delivered)
    }

    /// Forgets results whose files were removed: they are rendered again.
    mutating func discard(_ fingerprints: Set<String>) {
        for fingerprint in fingerprints { finished[fingerprint] = nil }
    }

    /// Clears the finished renderings. All were published or are no longer wanted.
    mutating func clearFinished() { finished = [:] }
}
