import Foundation
import Hummingbird
import NIOCore
import Service

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
