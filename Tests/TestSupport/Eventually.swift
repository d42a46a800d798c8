import Testing

/// Waits until a condition is true, and fails the test if it is not true in time.
///
/// - Parameters:
///   - what: the failure, such as `the note is not written`.
///   - seconds: the deadline. It is much longer than a condition usually needs, because machines may be busy.
package func eventually(
    _ what: Comment, within seconds: Int = 60, sourceLocation: SourceLocation = #_sourceLocation,
    _ happened: () async throws -> Bool
) async throws {
    // The minimum number of checks before a failure. On a busy machine, the tasks of the test may hardly run before the
    // deadline.
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
