import BuildEngine
import Foundation
import Logging
import Publishing
import Service
import StickerConfiguration
import StickerManifest
import Synchronization
import Web
import WorkerPool

/// Runs a watch as a service, with hooks, metrics, servers and a heartbeat for the service manager. The configuration
/// can be reloaded.
final class WatchService: Sendable {
    /// The settings of the server for published files.
    struct Site: Sendable {
        var address: BindAddress
        var deliver: @Sendable (Catalog) throws -> [UInt8]
        /// The keys that sign the index for apps.
        var signers: [IndexSigner] = []
    }

    private let read: @Sendable () throws -> Configuration
    private let options: ServiceOptions
    private let site: Site?
    private let review: ReviewOptions
    private let console: WatchConsole
    private let metrics = Metrics()
    private let health = Health(cycleLimit: .seconds(60))
    private let notifier = ServiceNotifier()
    private let heartbeat: Heartbeat
    /// The current session, and the configuration for the next session. The configuration is nil if no reload is
    /// pending.
    private let state = Mutex<(session: Task<Void, any Error>?, next: Configuration?)>((nil, nil))

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - site: the settings of the server for published files and the review page. Nil to start no such server.
    ///   - review: the access options for the review page.
    ///   - read: reads the configuration. Called at the start and after each SIGHUP.
    ///   - console: shows all events.
    init(
        options: ServiceOptions, serving site: Site?, review: ReviewOptions, console: WatchConsole,
        read: @escaping @Sendable () throws -> Configuration
    ) {
        self.site = site
        self.review = review
        self.read = read
        self.options = options
        self.console = console
        heartbeat = Heartbeat(health: health, notifier: notifier)
    }

    /// Watches until the service is stopped.
    ///
    /// - Throws: `ConfigurationError`, `EngineError` or `IntakeError` if the service cannot start.
    func run() async throws {
        let configuration = try read()
        let settings = options.settings(configuration.service)
        try await Console.writeInBackground(settings)
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

    /// Runs sessions one after the other. Each uses the most recently read configuration.
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
        let dispatcher = WatchEventDispatcher(
            configuration: configuration, metrics: metrics, health: health, heartbeat: heartbeat, notifier: notifier,
            hooks: hooks, console: console, logger: logger)
        let events = EventQueue()
        let run = WatchRun(
            configuration: configuration, command: try WorkerCommand.installed(), pulse: heartbeat.interval,
            events: events, logger: logger, observer: { dispatcher.handle($0) })
        // Clears earlier problems. Each is reported again if it persists.
        for subject in ["environment", "drop", "decisions", "watch"] { health.set(nil, about: subject) }
        let servers = try await servers(configuration, events: events, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for served in servers {
                group.addTask { [health, console] in
                    do {
                        try await served.server.run { [health] port in
                            health.set(nil, about: served.name)
                            console.serving(served.name, port: port, lines: served.lines(port), logger: logger)
                        }
                    } catch let error as WebError {
                        // If a server fails, the service continues to publish.
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
        /// The name of the server in events and in /healthz.
        var name: String
        var server: WebServer
        /// Returns the lines that are shown to people when the server listens.
        var lines: @Sendable (_ port: Int) -> [String]
    }

    /// The servers of a session.
    ///
    /// - Parameter events: receives an event for each decision.
    private func servers(_ configuration: Configuration, events: EventQueue, logger: Logger)
        async throws -> [Served]
    {
        var servers: [Served] = []
        if let address = options.settings(configuration.service).address {
            let server = WebServer.service(
                address, health: health, metrics: metrics, hosts: review.allowHost, logger: logger)
            servers.append(
                Served(name: "service", server: server) { port in
                    ["Serving /healthz and /metrics at \(BindAddress(address).url(port: port))"]
                })
        }
        if let site {
            let routes = try await review.routes(
                at: site.address, configuration: configuration, deliver: site.deliver, signers: site.signers,
                logger: logger
            ) { _ in
                events.enqueue { $0.hasDecisions = true }
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

    /// Reads the configuration again. If it is invalid, the current configuration remains in use.
    private func reload(_ logger: Logger) {
        do {
            let next = try read()
            // Checks access now, because an error would end the next session.
            if let site { _ = try review.access(at: site.address) }
            notifier.reloading()
            let session = state.withLock { state in
                state.next = next
                return state.session
            }
            health.set(nil, about: "configuration")
            logger.notice("The configuration was reloaded.")
            session?.cancel()
        } catch {
            let problem = "The configuration could not be reloaded; the previous one is still used. \(error)"
            health.set(problem, about: "configuration")
            logger.error("\(problem)")
        }
    }
}
