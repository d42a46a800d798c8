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

    /// - Parameter command: the command line of this process. Another process that waits for the output shows it to its
    ///   user.
    package init(configuration: Configuration, command: String) {
        self.configuration = configuration
        self.command = command
    }

    /// Waits for exclusive use of the output, and publishes the decisions. A running watch yields the output as soon as
    /// it has no source to process.
    ///
    /// - Parameters:
    ///   - store: the decisions, if this process has already opened them. If nil, the method opens and checks them.
    ///   - notice: called with a message about the process that holds the output, and with a message about each repair.
    /// - Returns: the decisions that were lost and not made again. Nil if none are missing, or during a publish hold.
    /// - Throws: `EngineError`, `DecisionError`, `CatalogError`, `CancellationError`.
    @discardableResult
    package func run(
        reading store: DecisionStore? = nil, notice: @escaping @Sendable (String) -> Void
    ) async throws -> DecisionLoss? {
        let lease = try await OutputLease.take(configuration, command: command, notice: notice)
        defer { withExtendedLifetime(lease) {} }
        return try await publish(reading: store, notice: notice)
    }

    private func publish(
        reading store: DecisionStore?, notice: @escaping @Sendable (String) -> Void
    ) async throws -> DecisionLoss? {
        // During a publish hold, the output does not change. The first publication after the hold applies the
        // decisions.
        guard PublishHold.read(configuration) == nil else { return nil }
        let catalog = try await BlockingExecutor.run { [configuration] in
            try OutputFolder(configuration.out).compactCatalog()
        }
        let folder = configuration.stateFolder
        let decisions =
            if let store {
                try await DecisionState.check(try await store.all(), folder: folder, published: catalog)
            } else {
                try await DecisionState.read(folder: folder, published: catalog, notice: notice)
            }
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
            catalog, reviews: reviews, requiresApproval: configuration.publish.requireApproval,
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

/// Publishes the decisions of a review page. Each publication waits until no other command uses the output. Decisions
/// that follow each other quickly are published together.
package struct DecisionFollower: Sendable {
    private let update: ApprovalUpdate
    private let notice: @Sendable (String) -> Void
    private let requests: AsyncStream<DecisionStore>
    private let continuation: AsyncStream<DecisionStore>.Continuation

    /// - Parameter notice: called once with the reason why decisions cannot be published.
    package init(update: ApprovalUpdate, notice: @escaping @Sendable (String) -> Void) {
        self.update = update
        self.notice = notice
        (requests, continuation) = AsyncStream.makeStream(of: DecisionStore.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Requests the publication of the stored decisions, and does not wait for it.
    package func publish(_ store: DecisionStore) { continuation.yield(store) }

    /// Ends `run` after the requested publication.
    package func finish() { continuation.finish() }

    /// Publishes the decisions at each request, until `finish` is called or the task is cancelled. A failed publication
    /// is retried.
    package func run() async {
        for await store in requests {
            var backoff = Backoff(first: .seconds(2), longest: .seconds(300))
            while !Task.isCancelled {
                do {
                    try await update.run(reading: store) { _ in }
                    break
                } catch is CancellationError {
                    return
                } catch {
                    if !backoff.isFailing {
                        notice("A decision is stored but not published yet. \(error) stickerd retries.")
                    }
                    try? await Task.sleep(for: backoff.failed(at: .now))
                }
            }
        }
    }
}
