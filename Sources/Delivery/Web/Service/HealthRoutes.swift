import Foundation
import Hummingbird
import Logging
import NIOCore
import Service
import StickerConfiguration

/// `/healthz` and `/metrics`.
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

    /// A response that is not cached, on a connection that is closed after it.
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

extension WebServer {
    /// Serves `/healthz` and `/metrics` on a port that only this machine reaches. A request here takes a millisecond, so
    /// that a connection may last five seconds, and ends with its answer.
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
