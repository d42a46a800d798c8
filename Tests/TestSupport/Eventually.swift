import Testing

/// Waits until something has happened, and fails the test when it has not in time.
///
/// - Parameter seconds: the deadline; far more than it ever takes, because machines may be busy.
package func eventually(
    _ what: Comment, within seconds: Int = 60, sourceLocation: SourceLocation = #_sourceLocation,
    _ happened: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    while try await !happened() {
        guard ContinuousClock.now < deadline else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}
