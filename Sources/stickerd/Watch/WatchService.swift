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

/// A watch as a service: with hooks, metrics, servers, a heartbeat for the service manager, and a configuration that can be
/// reloaded.
final class WatchService: Sendable {
    /// The server for published files.
    struct Site: Sendable {
        var address: BindAddress
        var deliver: @Sendable (Catalog) throws -> [UInt8]
        /// Who signs the index for apps.
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
    /// The current session, and the configuration of the next one.
    private let state = Mutex<(session: Task<Void, any Error>?, next: Configuration?)>((nil, nil))

    /// - Parameters:
    ///   - site: the server for published files and the review page; nil for none.
    ///   - review: who may use the review page there.
    ///   - read: reads the configuration, at the start and for each SIGHUP.
    ///   - console: shows every event.
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

    /// Watches until it is stopped.
    ///
    /// - Throws: `ConfigurationError`, `EngineError`, `IntakeError` when it cannot start.
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

    /// Runs sessions one after the other, each with the configuration that was read last.
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
        // Old problems are found again if they persist.
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
                        // Publishing continues without the server.
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
        /// The lines for people when it listens on a port.
        var lines: @Sendable (_ port: Int) -> [String]
    }

    /// The servers of a session.
    ///
    /// - Parameter events: learns of each decision.
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

    /// Reads the configuration again; an invalid one is rejected, and the old one stays.
    private func reload(_ logger: Logger) {
        do {
            let next = try read()
            // An error that would end the next session is reported now.
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
            let problem = "The configuration could not be reloaded, and the old one stays in use: \(error)"
            health.set(problem, about: "configuration")
            logger.error("\(problem)")
        }
    }
}
