import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// Serves groups of routes over HTTP at one address, and lets no client hold it.
package struct WebServer: Sendable {
    private let address: ListenAddress
    private let routes: [any WebRoutes]
    private let limits: WebLimits
    private let logger: Logger

    /// - Parameter routes: what is answered; anything else is 404.
    package init(address: ListenAddress, routes: [any WebRoutes], limits: WebLimits = WebLimits(), logger: Logger) {
        self.address = address
        self.routes = routes
        self.limits = limits
        self.logger = logger
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter onListening: called once with the port that it listens on.
    /// - Throws: `WebError.cannotListen` when the port is taken or may not be used.
    package func run(onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }) async throws {
        let router = Router(options: [.autoGenerateHeadEndpoints])
        for group in routes { group.add(to: router) }
        let room = DescriptorRoom.made(for: limits.connections)
        let application = Application(
            router: router,
            server: .http1(configuration: channel(Occupancy(room: room))),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), backlog: 512,
                availableConnectionsDelegate: MaximumAvailableConnections(room)),
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
            logger: logger)
        do {
            try await application.run()
        } catch {
            guard let reason = WebServer.reason(error) else { throw error }
            throw WebError.cannotListen(address: "\(address)", reason: reason)
        }
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
