/// Writes rows to the state database in the background, one write after another, because each write is slow.
package actor SerialWriter {
    private var last: Task<Void, any Error>?

    package init() {}

    /// Waits for the previous write and starts a new one.
    ///
    /// - Throws: `EngineError` if the previous write failed.
    package func add(_ record: @escaping @Sendable () async throws -> Void) async throws {
        try await finish()
        last = Task { try await record() }
    }

    /// Waits until all rows are written.
    ///
    /// - Throws: `EngineError` if a write failed.
    package func finish() async throws {
        guard let task = last else { return }
        defer { if last == task { last = nil } }
        try await task.value
    }
}
