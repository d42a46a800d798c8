import Logging
import Service
import StickerConfiguration

extension WebServer {
    /// Serves `/healthz` and `/metrics` on a port that only this machine reaches. A request here takes a millisecond, so
    /// that a connection may last five seconds, and ends with its answer.
    package static func service(
        _ address: LoopbackAddress, health: Health, metrics: Metrics,
        limits: WebLimits = WebLimits(oneAnswerWithin: .seconds(5), connections: 32), hosts: [String] = [],
        logger: Logger
    ) -> WebServer {
        WebServer(
            address: ListenAddress(address), routes: [HealthRoutes(health: health, metrics: metrics)], limits: limits,
            hosts: hosts, logger: logger)
    }
}
