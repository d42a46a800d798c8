import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Pipeline
import Service

/// Serves `/healthz` and `/metrics` on a port that only this machine reaches.
package struct ServiceServer: Sendable {
    /// What keeps clients that are slow, on purpose or not, from holding the server.
    package struct Limits: Sendable {
        /// How long a connection may last, whatever is done on it. A request here takes a millisecond.
        package var connection = Duration.seconds(5)
        /// How many there may be at a time; more wait in the kernel's queue.
        package var connections = 32

        package init(connection: Duration = .seconds(5), connections: Int = 32) {
            self.connection = connection
            self.connections = connections
        }
    }

    private let address: LoopbackAddress
    private let health: Health
    private let metrics: Metrics
    private let limits: Limits
    private let logger: Logger

    package init(
        address: LoopbackAddress, health: Health, metrics: Metrics, limits: Limits = Limits(), logger: Logger
    ) {
        self.address = address
        self.health = health
        self.metrics = metrics
        self.limits = limits
        self.logger = logger
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter onListening: called once with the port that it listens on.
    /// - Throws: `WebError.cannotListen` when the port is taken or may not be used.
    package func run(onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let limit = limits.connection
        let application = Application(
            router: router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [OneAnswer(within: limit)],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 4096, maxHeaderListSize: 8192, maxHeaderFieldCount: 50))),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), backlog: 64,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(group), logger: logger)
        do {
            try await application.run()
            try? await group.shutdownGracefully()
        } catch let error as IOError {
            try? await group.shutdownGracefully()
            throw WebError.cannotListen(address: "\(address)", reason: String(cString: strerror(error.errnoCode)))
        }
    }

    private var router: Router<BasicRequestContext> {
        let router = Router()
        router.get("healthz") { _, _ in
            let report = health.report
            return try response(report.isGood ? .ok : .serviceUnavailable, "application/json", Self.json(report))
        }
        router.get("metrics") { _, _ in
            response(.ok, Metrics.contentType, Array(metrics.prometheusText.utf8))
        }
        return router
    }

    /// An answer that nobody keeps, on a connection that nobody keeps either.
    private func response(_ status: HTTPResponse.Status, _ type: String, _ body: [UInt8]) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: type, .cacheControl: "no-store", .connection: "close", .xContentTypeOptions: "nosniff",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    private static func json(_ report: Health.Report) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(report)) + [UInt8(ascii: "\n")]
    }
}
