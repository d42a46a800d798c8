import StateDatabase

/// Decides when a rebuild may start the next task. A running watch renders its sources first, and no task starts after
/// the deadline.
package struct RebuildPace: Sendable {
    /// The absolute path of the state folder.
    let stateFolder: String
    /// The time after which no task starts. Nil without a limit.
    let deadline: ContinuousClock.Instant?

    package init(stateFolder: String, deadline: ContinuousClock.Instant?) {
        (self.stateFolder, self.deadline) = (stateFolder, deadline)
    }

    /// Waits until the watch of the same state folder has no sources to render.
    ///
    /// - Returns: true if the next task may start; false if the deadline has passed.
    /// - Throws: `CancellationError`.
    package func mayBegin() async throws -> Bool {
        while true {
            if let deadline, deadline <= .now { return false }
            guard OutputLock.isHeldByName(folder: stateFolder, file: YieldingLock.busyFile) else { return true }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
