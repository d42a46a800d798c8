/// A semaphore for tasks.
actor ConcurrencyLimit {
    /// The limit for runs of stickerd. Tests run in parallel, and more processes would only slow each other down.
    static let runs = ConcurrencyLimit(permits: 3)

    private var permits: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(permits: Int) {
        self.permits = permits
    }

    /// Waits for a permit, runs `body`, and returns the permit afterwards.
    nonisolated func withPermit<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await acquire()
        do {
            let value = try await body()
            await release()
            return value
        } catch {
            await release()
            throw error
        }
    }

    private func acquire() async {
        guard permits == 0 else {
            permits -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func release() {
        if waiting.isEmpty {
            permits += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
