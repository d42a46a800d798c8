/// The settings of the Remote Execution engine, in the section `engine` of `pipeline.json`. The engine renders stickers
/// on other machines and stores results.
package struct EngineSettings: Sendable, Hashable {
    /// The way in which the workers of the engine get the render program.
    package enum Environment: String, CaseIterable, Sendable, Hashable {
        /// The program is installed on the workers, or in the container image that `platform` specifies.
        case image
        /// The program is sent with its libraries and fonts as input of each job.
        case inputs
    }

    /// The address of the engine, with the scheme grpc, grpcs or unix. Nil if only this machine renders.
    package var url: String?
    /// The name of the instance on the server. Empty if the server has only one.
    package var instance = ""
    /// The maximum number of jobs at the engine at the same time. With 0 the engine only stores results.
    package var jobs = 200
    /// Whether results of this machine are also stored in the engine's cache.
    package var write = false
    /// A text that is part of the key of each result. Changing it invalidates all cached results.
    package var salt = ""
    /// The properties that a worker must have.
    package var platform: [String: String] = [:]
    package var environment = Environment.image
    /// The absolute path of a file that contains a Bearer token.
    package var tokenFile: String?
    /// The absolute path of a PEM file with the accepted certificate authorities. Nil to accept those of the system.
    package var authority: String?
    /// The absolute paths of PEM files with the client certificate and its key.
    package var certificate: String?
    package var key: String?
    /// Whether an unencrypted connection to another machine is allowed.
    package var insecure = false
    /// The fraction of the engine's results, from 0 to 1, that is also rendered on this machine for comparison.
    package var verifyShare = 0.01

    package init() {}

    /// The maximum number of stickers that are rendered by the engine or looked up in its cache at the same time.
    package var mostJobs: Int { url == nil ? 0 : max(jobs, EngineSettings.mostLookups) }

    private static let mostLookups = 32
}
