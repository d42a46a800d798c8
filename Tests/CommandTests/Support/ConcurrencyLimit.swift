/// Lets in only so many at once.
actor Turnstile {
    /// For runs of stickerd: tests run side by side, and each of them would slow all the others down.
    static let runs = Turnstile(places: 3)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) {
        self.places = places
    }

    /// Waits for a place, and gives it back when the body is done.
    nonisolated func passing<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await enter()
        do {
            let value = try await body()
            await leave()
            return value
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard places == 0 else {
            places -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty {
            places += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
