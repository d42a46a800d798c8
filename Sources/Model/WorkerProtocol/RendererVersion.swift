import JobModel

/// Which stickerd a program belongs to. stickerd and its render program work together only when theirs are equal.
package struct RendererVersion: Codable, Hashable, Sendable, CustomStringConvertible {
    /// `StickerdVersion.number`.
    package var number: String
    /// `StickerdVersion.pipeline`.
    package var pipeline: Int

    package init(number: String, pipeline: Int) {
        self.number = number
        self.pipeline = pipeline
    }

    /// This program's.
    package static let current = RendererVersion(
        number: StickerdVersion.number, pipeline: StickerdVersion.pipeline)

    /// `1.4.0 (pipeline 21)`.
    package var description: String { "\(number) (pipeline \(pipeline))" }
}

/// What the exit status of a worker says.
package enum WorkerExitStatus {
    /// It must be replaced before it can serve the request that it was just sent.
    package static let outdated: Int32 = 75
    /// It cannot begin: no art is to blame.
    package static let unready: Int32 = 78
}
