import StateDatabase

/// Decides when a rebuild may start the next work: drops of a watch go first, and a time limit may have passed.
package struct RebuildPace: Sendable {
    /// Absolute path.
    let stateFolder: String
    /// Nil for no limit.
    let deadline: ContinuousClock.Instant?

    package init(stateFolder: String, deadline: ContinuousClock.Instant?) {
        (self.stateFolder, self.deadline) = (stateFolder, deadline)
    }

    /// Waits while a watch has drops to make; false when the time is up.
    ///
    /// - Throws: `CancellationError`.
    package func mayBegin() async throws -> Bool {
        while true {
            if let deadline, deadline <= .now { return false }
            guard OutputLock.isHeldByName(folder: stateFolder, file: YieldingLock.busyFile) else { return true }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
