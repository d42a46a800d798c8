import Foundation
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// An HTTP server for several groups of routes at one address, with limits for slow clients.
package struct WebServer: Sendable {
    private let address: BindAddress
    private let routes: [any WebRoutes]
    private let limits: WebLimits
    private let hosts: Set<String>
    private let logger: Logger

    /// - Parameters:
    ///   - routes: the groups of routes. All other requests get status 404.
    ///   - hosts: additional host names, without a port, that are accepted in requests to a loopback address.
    package init(
        address: BindAddress, routes: [any WebRoutes], limits: WebLimits = WebLimits(), hosts: [String] = [],
        logger: Logger
    ) {
        self.address = address
        self.routes = routes
        self.limits = limits
        self.hosts = Set(hosts.map { HostMiddleware.name($0) })
        self.logger = logger
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter onListening: called once with the port at which the server actually listens.
    /// - Throws: `WebError.cannotListen` if the port is in use or not permitted.
    package func run(onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }) async throws {
        let listener = Listener()
        do {
            try await WebServer.run(application(listener, onListening: onListening), until: listener)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            guard let reason = WebServer.reason(error) else { throw error }
            throw WebError.cannotListen(address: "\(address)", reason: reason)
        }
    }

    private func application(
        _ listener: Listener, onListening: @escaping @Sendable (_ port: Int) -> Void
    ) -> some ApplicationProtocol {
        let router = Router(options: [.autoGenerateHeadEndpoints])
        if address.isLoopback { router.add(middleware: HostMiddleware(names: hosts)) }
        for group in routes { group.add(to: router) }
        let connections = FileDescriptorLimit.raised(for: limits.connections)
        return Application(
            router: router,
            server: .http1(configuration: channel(ConnectionCounter(limit: connections))),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), backlog: 512,
                availableConnectionsDelegate: MaximumAvailableConnections(connections)),
            onServerRunning: { channel in
                listener.set(channel)
                onListening(channel.localAddress?.port ?? 0)
            },
            logger: quietLogger)
    }

    /// The channel that accepts connections, set when the server starts to listen.
    private final class Listener: Sendable {
        private let channel = Mutex<(any Channel)?>(nil)

        func set(_ channel: any Channel) { self.channel.withLock { $0 = channel } }

        /// Stops listening.
        ///
        /// - Parameter done: called when the server accepts no more connections.
        func close(_ done: @escaping @Sendable () -> Void) {
            guard let channel = channel.withLock({ $0 }) else { return done() }
            channel.close(mode: .all).whenComplete { _ in done() }
        }
    }

    /// Runs a server until the task is cancelled. Stops listening before the connections are closed; otherwise the
    /// server would log an error at each stop.
    private static func run(_ application: some ApplicationProtocol, until listener: Listener) async throws {
        let work = Task { try await application.run() }
        try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            listener.close { work.cancel() }
        }
    }

    /// A logger without the server framework's message about the address, because the caller reports the address.
    private var quietLogger: Logger {
        var logger = logger
        if logger.logLevel == .info { logger.logLevel = .notice }
        return logger
    }

    private func channel(_ counter: ConnectionCounter) -> HTTP1Channel.Configuration {
        let limits = limits
        let handler: @Sendable () -> any RemovableChannelHandler = {
            limits.single.map { SingleResponseHandler(within: $0) } ?? SlowClientHandler(limits, counter: counter)
        }
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [handler()],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 4096, maxHeaderListSize: 8192, maxHeaderFieldCount: 50))
    }

    /// The reason why the server cannot listen on the address. Nil for any other error.
    private static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is SocketAddressError: "the host name is unknown"
        default: nil
        }
    }
}

/// A group of related routes, such as `CatalogRoutes` or `HealthRoutes`.
package protocol WebRoutes: Sendable {
    /// Adds the routes to the router. The paths must differ from those of all other groups.
    func add(to router: Router<BasicRequestContext>)
}

/// Computes the number of connections for which the process has file descriptors. Without a free descriptor, the
/// process can neither accept a connection nor open a file.
package enum FileDescriptorLimit {
    /// The number of descriptors for other purposes: worker pipes, watched folders, databases and the log.
    private static let reserved = 128
    /// The number of descriptors per connection: the socket and the file that is sent.
    private static let perConnection = 2

    /// Raises the soft limit of the process so that it suffices for a number of connections.
    ///
    /// - Parameter connections: the required number of connections.
    /// - Returns: the possible number of connections, at least 4.
    static func raised(for connections: Int) -> Int {
        var limit = rlimit()
        let number = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(number, &limit) == 0 else { return connections }
        let wanted = rlim_t(reserved + perConnection * connections)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            setrlimit(number, &limit)
            guard getrlimit(number, &limit) == 0 else { return connections }
        }
        return Self.connections(for: connections, descriptors: limit.rlim_cur)
    }

    /// - Parameter descriptors: the descriptor limit of the process.
    package static func connections(for connections: Int, descriptors: UInt) -> Int {
        let free = Int(clamping: descriptors) - reserved
        return min(connections, max(4, free / perConnection))
    }
}
