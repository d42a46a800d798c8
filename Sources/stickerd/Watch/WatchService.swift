import Daemon
import Foundation
import Logging
import Service
import StickerCatalog
import StickerConfiguration
import Synchronization
import Web

/// Watching as a service: with hooks, figures, a sign of life for the service manager, and a configuration that can be
/// read again.
final class WatchService: Sendable {
    /// Where what is published is served, and how the manifest for apps is made.
    struct Site: Sendable {
        var address: ListenAddress
        var deliver: @Sendable (Catalog) throws -> [UInt8]
    }

    private let read: @Sendable () throws -> Configuration
    private let options: ServiceOptions
    private let site: Site?
    private let review: ReviewOptions
    private let narrator: WatchNarrator
    private let metrics = Metrics()
    private let health = Health(turnLimit: .seconds(60))
    private let notifier = ServiceNotifier()
    private let heartbeat: Heartbeat
    /// The run that is under way, and the configuration that follows it.
    private let state = Mutex<(session: Task<Void, any Error>?, next: Configuration?)>((nil, nil))

    /// - Parameters:
    ///   - site: serves what is published, and the page to look at it; nil for nowhere.
    ///   - review: who may use the review page there.
    ///   - read: reads the configuration, at the start and for each SIGHUP.
    ///   - narrator: tells people or programs of every event.
    init(
        options: ServiceOptions, serving site: Site?, review: ReviewOptions, narrator: WatchNarrator,
        read: @escaping @Sendable () throws -> Configuration
    ) {
        self.site = site
        self.review = review
        self.read = read
        self.options = options
        self.narrator = narrator
        heartbeat = Heartbeat(health: health, notifier: notifier)
    }

    /// Watches until it is told to stop.
    ///
    /// - Throws: `ConfigurationError`, `DaemonError`, `IntakeError` when it cannot start.
    func run() async throws {
        let configuration = try read()
        let settings = options.settings(configuration.service)
        let logger = Logger.service(settings, metrics: metrics)
        let ending = try await ServiceSignals.serving(
            stopWithin: .seconds(settings.stopSeconds),
            reload: { [self] in reload(logger) },
            stopping: { [notifier] in notifier.stopping() },
            { [self] in
                try await Hooks.withHooks(configuration.hooks, logger: logger, metrics: metrics) { hooks in
                    try await sessions(configuration, hooks: hooks, logger: logger)
                }
            })
        if case .stopped = ending { logger.debug("Stopped") }
    }

    /// One run after the other, each with the configuration that was read last.
    private func sessions(_ first: Configuration, hooks: Hooks, logger: Logger) async throws {
        var configuration = first
        while true {
            let session = Task { [configuration] in
                try await serve(configuration, hooks: hooks, logger: logger)
            }
            state.withLock { $0.session = session }
            let result = await withTaskCancellationHandler {
                await session.result
            } onCancel: {
                session.cancel()
            }
            let next = state.withLock { state in
                defer { state.next = nil }
                return state.next
            }
            guard let next, !Task.isCancelled else { return try result.get() }
            configuration = next
            hooks.use(next.hooks)
        }
    }

    private func serve(_ configuration: Configuration, hooks: Hooks, logger: Logger) async throws {
        let teller = WatchTeller(
            configuration: configuration, metrics: metrics, health: health, heartbeat: heartbeat, notifier: notifier,
            hooks: hooks, narrator: narrator, logger: logger)
        let (decisions, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let run = WatchRun(
            configuration: configuration, command: try WorkerCommand.ownWorker(), pulse: heartbeat.interval,
            decisions: decisions, logger: logger, observer: { teller.tell($0) })
        // What was wrong before is found again if it still is.
        for subject in ["environment", "drop", "decisions"] { health.set(nil, about: subject) }
        let servers = try await servers(configuration, bell: bell, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for served in servers {
                group.addTask { [health, narrator] in
                    do {
                        try await served.server.run { [health] port in
                            health.set(nil, about: served.name)
                            narrator.serving(served.name, port: port, lines: served.lines(port), logger: logger)
                        }
                    } catch let error as WebError {
                        // Stickers matter more than who looks at them.
                        logger.error("\(error)")
                        health.set("\(error)", about: served.name)
                    }
                }
            }
            try await run.run()
            group.cancelAll()
        }
    }

    private struct Served: Sendable {
        /// In events and in /healthz.
        var name: String
        var server: WebServer
        /// What people are told when it listens on a port.
        var lines: @Sendable (_ port: Int) -> [String]
    }

    /// What is served beside the watching.
    ///
    /// - Parameter bell: rung after each decision.
    private func servers(_ configuration: Configuration, bell: AsyncStream<Void>.Continuation, logger: Logger)
        async throws -> [Served]
    {
        var servers: [Served] = []
        if let address = options.settings(configuration.service).address {
            let server = WebServer.service(
                address, health: health, metrics: metrics, hosts: review.allowHost, logger: logger)
            servers.append(
                Served(name: "service", server: server) { port in
                    ["Serving /healthz and /metrics at \(ListenAddress(address).url(port: port))"]
                })
        }
        if let site {
            let routes = try await review.routes(
                at: site.address, configuration: configuration, deliver: site.deliver, logger: logger
            ) {
                bell.yield()
            }
            let server = WebServer(
                address: site.address, routes: routes, limits: .people, hosts: review.allowHost, logger: logger)
            servers.append(
                Served(name: "serve", server: server) { [out = configuration.out] port in
                    ServingText.lines(site.address, port: port, out: out, hasReview: routes.count > 1)
                })
        }
        return servers
    }

    /// Reads the configuration again; a bad one is refused, and the old one goes on.
    private func reload(_ logger: Logger) {
        do {
            let next = try read()
            // What the next session would fail on is refused now.
            if let site { _ = try review.access(at: site.address) }
            notifier.reloading()
            let session = state.withLock { state in
                state.next = next
                return state.session
            }
            health.set(nil, about: "configuration")
            logger.notice("The configuration was read again.")
            session?.cancel()
        } catch {
            let problem = "The configuration was not read again, and the old one goes on: \(error)"
            health.set(problem, about: "configuration")
            logger.error("\(problem)")
        }
    }
}
