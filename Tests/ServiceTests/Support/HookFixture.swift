import FileAccess
import Foundation
import Service
import StickerConfiguration
import TestSupport

/// Hooks with short pauses between attempts. They write the received events to files in a folder.
struct HookFixture {
    let folder: TemporaryFolder
    let metrics = Metrics()
    let log = LogRecorder()

    init() throws {
        folder = try TemporaryFolder()
    }

    static var timing: HookTiming {
        var timing = HookTiming()
        timing.coalescingDelay = .milliseconds(10)
        timing.backoff = Backoff(first: .milliseconds(10), longest: .seconds(300))
        return timing
    }

    /// Runs `body` with hooks, and waits until every event is delivered.
    func run(
        _ settings: HookSettings, timing: HookTiming = Self.timing, drainLimit: Duration = .seconds(20),
        _ body: (Hooks) async throws -> Void
    ) async throws {
        try await Hooks.withHooks(
            settings, timing: timing, drainLimit: drainLimit, logger: log.logger(), metrics: metrics, body)
    }

    func deliveries(_ result: String) -> Double? {
        PrometheusText(metrics.prometheusText).samples["stickerd_hook_deliveries_total{result=\"\(result)\"}"]
    }

    static func published(_ ids: String..., pack: String = "cats") -> HookEvent {
        .published(
            ids.map { .init(id: $0, label: $0.capitalized, path: "packs/\(pack)/\($0)@3x.png", bytes: 1234) },
            pack: pack,
            report: "/srv/out/report.html")
    }

    /// Reads the events in a file that a hook wrote, with one event per line.
    func events(_ name: String = "events") throws -> [HookEvent] {
        guard folder.has(name) else { return [] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try folder.read(name).split(separator: "\n").map {
            try decoder.decode(HookEvent.self, from: Data($0.utf8))
        }
    }
}
