/// Writes rows to the state database in the background. Each write waits for the disk several times.
package actor SerialWriter {
    private var last: Task<Void, any Error>?

    package init() {}

    /// Queues a write after the earlier ones.
    ///
    /// - Throws: `EngineError` if an earlier write failed, because unrecorded work must not continue.
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
