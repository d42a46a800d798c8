/// Slows down who guesses tokens: a wrong one takes a while, and only so many wait at a time. Who knows it never waits.
actor LoginAttempts {
    private var waiting = 0
    private let penalty: Duration

    init(penalty: Duration = .milliseconds(500)) {
        self.penalty = penalty
    }

    /// - Returns: nil when too many wait already.
    func check(_ body: @Sendable () -> String?) async -> String?? {
        if let cookie = body() { return .some(cookie) }
        guard waiting < 8 else { return nil }
        waiting += 1
        defer { waiting -= 1 }
        try? await Task.sleep(for: penalty)
        return .some(nil)
    }
}
