/// Rows that are written to the state database while the work goes on; each write waits for the disk several times.
actor SerialWriter {
    private var last: Task<Void, any Error>?

    /// Has something written down, as soon as what came before is.
    ///
    /// - Throws: `EngineError` when what came before could not be: work that nobody will remember is not gone on with.
    func add(_ record: @escaping @Sendable () async throws -> Void) async throws {
        try await finish()
        last = Task { try await record() }
    }

    /// Waits until everything is written down.
    ///
    /// - Throws: `EngineError` when it could not be.
    func finish() async throws {
        guard let task = last else { return }
        defer { if last == task { last = nil } }
        try await task.value
    }
}
