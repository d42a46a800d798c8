/// The Remote Execution engine that renders stickers on other machines and keeps results: `engine` in `pipeline.json`.
package struct EngineSettings: Sendable, Hashable {
    /// The way in which the engine's workers get the render program.
    package enum Environment: String, CaseIterable, Sendable, Hashable {
        /// It is installed on the workers, or in the container image that `platform` names.
        case image
        /// It is sent with its libraries and fonts, as inputs of each job.
        case inputs
    }

    /// A grpc, grpcs or unix address. Nil if only this machine renders.
    package var url: String?
    /// The name of the instance on the server. Empty for the only one.
    package var instance = ""
    /// The maximum number of jobs at the engine at the same time. With 0 the engine only stores results.
    package var jobs = 200
    /// Whether results of this machine are stored in the engine's cache.
    package var write = false
    /// A text in the key of each result. Another text makes all cached results unknown.
    package var salt = ""
    /// The properties that a worker must have.
    package var platform: [String: String] = [:]
    package var environment = Environment.image
    /// Absolute path of a file with a Bearer token.
    package var tokenFile: String?
    /// Absolute path of a PEM file with the accepted authorities. Nil for those of the system.
    package var authority: String?
    /// Absolute paths of PEM files with the client's certificate and its key.
    package var certificate: String?
    package var key: String?
    /// Whether an unencrypted connection to another machine is allowed.
    package var insecure = false
    /// The share of the engine's results that are also rendered here and compared, from 0 to 1.
    package var verifyShare = 0.01

    package init() {}

    /// The most stickers that are rendered elsewhere, or looked up in the cache, at the same time.
    package var mostJobs: Int { url == nil ? 0 : max(jobs, EngineSettings.mostLookups) }

    private static let mostLookups = 32
}
