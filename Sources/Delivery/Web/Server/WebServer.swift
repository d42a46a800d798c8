import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Serves groups of routes over HTTP at one address, and lets no client hold it.
package struct WebServer: Sendable {
    private let address: ListenAddress
    private let routes: [any WebRoutes]
    private let limits: WebLimits
    private let hosts: Set<String>
    private let logger: Logger

    /// - Parameters:
    ///   - routes: what is answered; anything else is 404.
    ///   - hosts: names, without a port, that requests to a loopback address may carry besides this machine's.
    package init(
        address: ListenAddress, routes: [any WebRoutes], limits: WebLimits = WebLimits(), hosts: [String] = [],
        logger: Logger
    ) {
        self.address = address
        self.routes = routes
        self.limits = limits
        self.hosts = Set(hosts.map { HostGuard.name($0) })
        self.logger = logger
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter onListening: called once with the port that it listens on.
    /// - Throws: `WebError.cannotListen` when the port is taken or may not be used.
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
        if address.isLoopback { router.add(middleware: HostGuard(names: hosts)) }
        for group in routes { group.add(to: router) }
        let room = DescriptorRoom.made(for: limits.connections)
        return Application(
            router: router,
            server: .http1(configuration: channel(Occupancy(room: room))),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), backlog: 512,
                availableConnectionsDelegate: MaximumAvailableConnections(room)),
            onServerRunning: { channel in
                listener.set(channel)
                onListening(channel.localAddress?.port ?? 0)
            },
            logger: quietLogger)
    }

    /// The channel that takes connections, once there is one.
    private final class Listener: Sendable {
        private let channel = Mutex<(any Channel)?>(nil)

        func set(_ channel: any Channel) { self.channel.withLock { $0 = channel } }

        /// Stops listening.
        ///
        /// - Parameter done: called when no more connections are taken.
        func close(_ done: @escaping @Sendable () -> Void) {
            guard let channel = channel.withLock({ $0 }) else { return done() }
            channel.close(mode: .all).whenComplete { _ in done() }
        }
    }

    /// Runs a server until the task is cancelled. It stops listening first and ends its connections then: the other way
    /// round it would log an error at each stop.
    private static func run(_ application: some ApplicationProtocol, until listener: Listener) async throws {
        let work = Task { try await application.run() }
        try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            listener.close { work.cancel() }
        }
    }

    /// Where a server listens is for the caller to say, in better words.
    private var quietLogger: Logger {
        var logger = logger
        if logger.logLevel == .info { logger.logLevel = .notice }
        return logger
    }

    private func channel(_ occupancy: Occupancy) -> HTTP1Channel.Configuration {
        let limits = limits
        let handler: @Sendable () -> any RemovableChannelHandler = {
            limits.single.map { OneAnswer(within: $0) } ?? ConnectionGuard(limits, occupancy: occupancy)
        }
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [handler()],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 4096, maxHeaderListSize: 8192, maxHeaderFieldCount: 50))
    }

    /// Why an address could not be listened on; nil for any other error.
    private static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is SocketAddressError: "the host is not known"
        default: nil
        }
    }
}
