import Foundation
import Hummingbird
import JobModel
import Logging
import NIOCore
import Service
import StickerConfiguration

/// The routes `/healthz` and `/metrics`.
package struct HealthRoutes: WebRoutes {
    private let health: Health
    private let metrics: Metrics

    package init(health: Health, metrics: Metrics) {
        self.health = health
        self.metrics = metrics
    }

    package func add(to router: Router<BasicRequestContext>) {
        router.get("healthz") { _, _ in
            let report = health.report
            return try response(report.isGood ? .ok : .serviceUnavailable, "application/json", Self.json(report))
        }
        router.get("metrics") { _, _ in
            response(.ok, Metrics.contentType, Array(metrics.prometheusText.utf8))
        }
    }

    /// A response that must not be cached. The connection is closed after it.
    private func response(_ status: HTTPResponse.Status, _ type: String, _ body: [UInt8]) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: type, .cacheControl: "no-store", .connection: "close", .xContentTypeOptions: "nosniff",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    private static func json(_ report: Health.Report) throws -> [UInt8] {
        Array(try JSONEncoder.sorted.encode(report)) + [UInt8(ascii: "\n")]
    }
}

extension WebServer {
    /// A server for `/healthz` and `/metrics` at a port that only this machine can reach. Each connection is closed
    /// after its response, or after five seconds. A response normally takes a millisecond.
    package static func service(
        _ address: LoopbackAddress, health: Health, metrics: Metrics,
        limits: WebLimits = WebLimits(singleResponseWithin: .seconds(5), connections: 32), hosts: [String] = [],
        logger: Logger
    ) -> WebServer {
        WebServer(
            address: BindAddress(address), routes: [HealthRoutes(health: health, metrics: metrics)], limits: limits,
            hosts: hosts, logger: logger)
    }
}
