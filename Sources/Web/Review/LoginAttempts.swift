/// Slows down who guesses tokens: attempts are looked at one after the other, and a wrong one takes a while.
actor LoginAttempts {
    private var waiting = 0
    private let penalty: Duration

    init(penalty: Duration = .milliseconds(500)) {
        self.penalty = penalty
    }

    /// - Returns: nil when too many wait already.
    func check(_ body: @Sendable () -> String?) async -> String?? {
        guard waiting < 8 else { return nil }
        waiting += 1
        defer { waiting -= 1 }
        if let cookie = body() { return .some(cookie) }
        try? await Task.sleep(for: penalty)
        return .some(nil)
    }
}
