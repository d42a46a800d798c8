import JobModel
import Logging
import Publishing
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Starts workers with the settings of a configuration.
package struct ConfiguredWorkers: Sendable {
    let configuration: Configuration
    /// The command that starts a worker.
    let command: WorkerCommand
    let logger: Logger

    package init(configuration: Configuration, command: WorkerCommand, logger: Logger = .silent) {
        (self.configuration, self.command, self.logger) = (configuration, command, logger)
    }

    /// The number of workers on this machine.
    var count: Int { BuildRun.workers(configuration.jobs) }

    private var decodingCommand: WorkerCommand { command.decoding(configuration.recipe.limits.extraFormats) }

    /// Runs `body` with workers for stickers that will be published. The farm may also render some of them.
    ///
    /// - Parameters:
    ///   - count: the number of workers on this machine.
    ///   - purpose: the purpose for which the farm is used.
    ///   - notice: called with messages about the farm.
    ///   - onRestart: called when a worker is started to replace a dead worker.
    func publishing<Value: Sendable>(
        count: Int, folders: JobFolders, purpose: FarmUse.Purpose, notice: @escaping @Sendable (String) -> Void,
        onRestart: @escaping @Sendable () -> Void = {}, isolation: isolated (any Actor)? = #isolation,
        _ body: (StickerPool) async throws -> Value
    ) async throws -> Value {
        var farm = FarmUse(
            settings: configuration.engine, purpose: purpose, folder: "\(configuration.stateFolder)/engine",
            notice: notice)
        farm.formats = configuration.recipe.limits.extraFormats.map(\.rawValue)
        return try await StickerPool.withWorkers(
            count: count, command: decodingCommand, folders: folders, logger: logger,
            farm: configuration.engine.url == nil ? nil : farm,
            onRestart: onRestart, isolation: isolation, body)
    }

    /// Runs `body` with workers on this machine that can read only the configured folders.
    func local<Value: Sendable>(
        count: Int, backgrounds: [Background], isolation: isolated (any Actor)? = #isolation,
        _ body: (StickerPool) async throws -> Value
    ) async throws -> Value {
        try await local(count: count, folders: configuration.jobFolders(backgrounds), isolation: isolation, body)
    }

    /// Runs `body` with workers on this machine.
    ///
    /// - Parameter folders: the folders of the files that the workers need. By default, sources may be in any folder.
    func local<Value: Sendable>(
        count: Int, folders: JobFolders = JobFolders(), isolation: isolated (any Actor)? = #isolation,
        _ body: (StickerPool) async throws -> Value
    ) async throws -> Value {
        try await StickerPool.withWorkers(
            count: count, command: decodingCommand, folders: folders, logger: logger, isolation: isolation, body)
    }

    /// Determines the versions of the libraries and fonts that the workers use.
    var identification: RendererIdentification {
        RendererIdentification(command: command, stateFolder: configuration.stateFolder, logger: logger)
    }

    /// Creates the check for new renderings that would inherit an approval.
    ///
    /// - Parameters:
    ///   - catalog: the published catalog.
    ///   - notice: called with a message about each source that two workers rendered to different pixels.
    package func approvals(
        _ reviews: Reviews, catalog: Catalog?, notice: @escaping @Sendable (String) -> Void
    ) -> InheritedApprovals {
        InheritedApprovals(
            reviews, catalog: catalog, requiresApproval: configuration.publish.requireApproval, workers: self,
            notice: notice)
    }
}
