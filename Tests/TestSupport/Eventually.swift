import Testing

/// Waits until something has happened, and fails the test when it has not in time.
///
/// - Parameter seconds: the deadline; far more than it ever takes, because machines may be busy.
package func eventually(
    _ what: Comment, within seconds: Int = 60, sourceLocation: SourceLocation = #_sourceLocation,
    _ happened: () async throws -> Bool
) async throws {
    // A machine that is busy elsewhere may run hardly any of the test's tasks within the deadline: one that has looked a few
    // times only has not waited yet.
    let fewestLooks = 1000
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    var looks = 0
    while try await !happened() {
        looks += 1
        guard looks < fewestLooks || ContinuousClock.now < deadline else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}
