import Testing

/// Waits until something has happened, and fails the test when it has not after ten seconds.
func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ happened: () throws -> Bool
) async throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(10))
    while try !happened() {
        guard ContinuousClock.now < deadline else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}
