import Decisions
import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Publishes new decisions without rendering anything. `stickerd serve` and `stickerd review` use it if no watch is
/// running.
package struct ApprovalUpdate: Sendable {
    private let configuration: Configuration
    private let command: String

    /// - Parameter command: the command line of this process. Another process that needs the output shows it.
    package init(configuration: Configuration, command: String) {
        self.configuration = configuration
        self.command = command
    }

    /// Publishes the decisions if no other process uses the output.
    ///
    /// - Returns: false if another stickerd process uses the output. That process reads the decisions itself.
    /// - Throws: `EngineError`, `DecisionError`, `CatalogError`.
    @discardableResult
    package func run() async throws -> Bool {
        let lock: OutputLock
        do {
            lock = try OutputLock.take(configuration, command: command)
        } catch EngineError.outputInUse {
            return false
        }
        defer { withExtendedLifetime(lock) {} }
        try await publish()
        return true
    }

    /// Waits for exclusive use of the output, and publishes the decisions. A watch yields the output when it has no
    /// more sources to render.
    ///
    /// - Parameter notice: called with messages about repairs and about the process that uses the output.
    /// - Returns: the lost decisions that no new decision replaces. Nil if there are none.
    /// - Throws: `EngineError`, `DecisionError`, `CatalogError`, `CancellationError`.
    package func runInTurn(notice: @escaping @Sendable (String) -> Void) async throws -> DecisionLoss? {
        let lease = try await OutputLease.take(configuration, command: command, notice: notice)
        defer { withExtendedLifetime(lease) {} }
        return try await publish(notice: notice)
    }

    @discardableResult
    private func publish(notice: @escaping @Sendable (String) -> Void = { _ in }) async throws -> DecisionLoss? {
        // During a publish hold, the rolled-back state is kept. The first publication after the hold applies the
        // decisions.
        guard PublishHold.read(configuration) == nil else { return nil }
        let catalog = try await BlockingExecutor.run { [configuration] in
            try OutputFolder(configuration.out).compactCatalog()
        }
        let decisions = try await DecisionState.read(
            folder: configuration.stateFolder, published: catalog, notice: notice)
        guard let catalog else { return decisions.loss }
        do {
            let publication = try await BlockingExecutor.run {
                try self.publication(of: catalog, with: decisions.reviews)
            }
            guard let publication else { return decisions.loss }
            _ = try await PublishSession(
                configuration: configuration, publisher: Publisher(out: configuration.out), ledger: nil,
                content: .publication(publication)
            ).run()
        } catch let error as PublishError {
            throw EngineError(error)
        }
        return decisions.loss
    }

    /// - Returns: the manifest with these decisions. Nil if they change nothing.
    private func publication(of catalog: Catalog, with reviews: Reviews) throws -> Publication? {
        let publisher = Publisher(out: configuration.out)
        let renewed = ApprovalFilter.renewed(
            catalog, reviews: reviews, requiresApproval: configuration.requireApproval,
            assets: try publisher.listAssets())
        guard renewed != catalog else { return nil }
        // This process does not render, so it draws no sheets and keeps the existing ones.
        let manifest = try renewed.written(keepsLines: false)
        var publication = Publication(
            catalog: manifest.bytes, names: PublishedNames(renewed),
            kept: publisher.folder.listing(OutputNames.sheets).files)
        publication.manifest = manifest
        return publication
    }
}

/// Publishes the decisions that are made on the review page while other commands may be running. If another process
/// uses the output, the decisions are published as soon as it is free.
package struct DecisionFollower: Sendable {
    private let pass: ApprovalUpdate
    private let notice: @Sendable (String) -> Void
    private let pending: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    /// - Parameter notice: called with the reason of the first failure. Retries that fail are not reported.
    package init(pass: ApprovalUpdate, notice: @escaping @Sendable (String) -> Void) {
        self.pass = pass
        self.notice = notice
        (pending, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Publishes the decisions, which are already stored. If that is not possible now, `run` publishes them later.
    package func publish() async {
        if (try? await pass.run()) != true { bell.yield() }
    }

    /// Publishes the decisions that `publish` could not publish, until the task is cancelled. Waits for exclusive use
    /// of the output, because the process that uses it may not have read the newest decision.
    package func run() async {
        for await _ in pending {
            var backoff = Backoff(first: .seconds(2), longest: .seconds(300))
            while !Task.isCancelled {
                do {
                    _ = try await pass.runInTurn { _ in }
                    break
                } catch is CancellationError {
                    return
                } catch {
                    if !backoff.isFailing {
                        notice("A decision is stored and not published yet: \(error) Retrying.")
                    }
                    try? await Task.sleep(for: backoff.failed(at: .now))
                }
            }
        }
    }
}
