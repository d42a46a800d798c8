import JobModel

/// The version of stickerd to which a program belongs. stickerd and its render program must have equal versions.
package struct RendererVersion: Codable, Hashable, Sendable, CustomStringConvertible {
    /// `StickerdVersion.number`.
    package var number: String
    /// `StickerdVersion.pipeline`.
    package var pipeline: Int
    /// `RendererVersion.currentProtocol`.
    package var protocolVersion: Int

    /// The version of requests and answers. It is increased with each change of their format, because two builds with
    /// the same version number may otherwise be incompatible.
    package static let currentProtocol = 7

    package init(number: String, pipeline: Int, protocolVersion: Int = currentProtocol) {
        self.number = number
        self.pipeline = pipeline
        self.protocolVersion = protocolVersion
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(String.self, forKey: .number)
        pipeline = try container.decode(Int.self, forKey: .pipeline)
        // The first render programs had no protocol version.
        protocolVersion = try container.decodeIfPresent(Int.self, forKey: .protocolVersion) ?? 0
    }

    /// The version of this program.
    package static let current = RendererVersion(
        number: StickerdVersion.number, pipeline: StickerdVersion.pipeline)

    /// `1.4.0 (pipeline 21, protocol 4)`.
    package var description: String { "\(number) (pipeline \(pipeline), protocol \(protocolVersion))" }
}

/// The meaning of a worker's exit status.
package enum WorkerExitStatus {
    /// The worker received unexpected input.
    package static let misunderstood: Int32 = 65
    /// The worker cannot start. The source is not the cause.
    package static let unready: Int32 = 78
}
