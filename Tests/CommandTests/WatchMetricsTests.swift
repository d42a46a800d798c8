import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that every documented metric changes.
struct WatchMetricsTests {
    /// Waits until each of these metrics has had a value other than 0.
    private func moved(_ names: [String], in watching: WatchProcess) async throws {
        var missing = Set(names)
        try await eventually("these metrics do not change: \(missing.sorted())") {
            let lines = try await watching.get("/metrics", from: "service").body.split(separator: "\n")
            for line in lines where !line.hasPrefix("#") && !line.hasSuffix(" 0") {
                missing = missing.filter { !line.hasPrefix($0) }
            }
            return missing.isEmpty
        }
    }

    @Test("each metric changes with its event")
    func all() async throws {
        let cli = try CLIFixture()
        var settings = Settings()
        settings.watch["massChangeShare"] = "0.5"
        settings.hooks = [
            "retries": "0", "seconds": "1",
            "onPublished": "[{ \"command\": [\"/bin/sleep\", \"60\"] }]",
            "onRejected": "[{ \"command\": [\"/bin/true\"] }]",
        ]
        try cli.configure(settings)
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        let watch = try await cli.watch("--address", "127.0.0.1:0")
        let names = try await watch.get("/metrics", from: "service").body.split(separator: "\n")
            .filter { $0.hasPrefix("# TYPE stickerd_") }.compactMap { $0.split(separator: " ").dropFirst(2).first }
        var left = Set(names.map { String($0) })
        func check(_ metrics: String...) async throws {
            try await moved(metrics, in: watch)
            for metric in metrics { left.remove(String(metric.prefix { $0 != "{" })) }
        }
        try cli.drop(Art.disc(1), as: "cats/One copy.svg")
        try cli.drop(Art.png(), as: "cats/Two.png")
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try cli.drop("no picture at all", as: "cats/Broken.png")
        try cli.drop(Array(Art.png().dropLast(12)), as: "cats/Waiting.png")
        // The file is kept open, because an incomplete file that no program has open is read after 10 s.
        let waiting = try #require(FileHandle(forWritingAtPath: cli.file("drop/cats/Waiting.png")))
        try await check(
            "stickerd_sources_total{outcome=\"published\"}", "stickerd_sources_total{outcome=\"rejected\"}",
            "stickerd_sources_total{outcome=\"duplicate\"}", "stickerd_sources_total{outcome=\"superseded\"}",
            "stickerd_rejections_total", "stickerd_publications_total", "stickerd_rescans_total",
            "stickerd_published_stickers", "stickerd_watched_folders", "stickerd_waiting_sources",
            "stickerd_drop_to_manifest_seconds_count", "stickerd_render_seconds_count",
            "stickerd_hook_deliveries_total{result=\"delivered\"}", "stickerd_hook_deliveries_total{result=\"failed\"}",
            "stickerd_hook_deliveries_total{result=\"given_up\"}")
        left.subtract(["stickerd_drop_to_manifest_seconds", "stickerd_render_seconds"])
        try waiting.close()
        try cli.remove("drop/cats/Waiting.png")

        for worker in WorkerProcesses.children(of: watch.command.pid) { kill(worker, SIGKILL) }
        try cli.drop(Art.disc(3), as: "cats/Three.svg")
        try await check("stickerd_worker_restarts_total")

        // Creates more packs than the number of events that can wait for a slow hook.
        for number in 0..<80 { try cli.drop(Art.disc(number), as: "pack \(number)/Disc.svg") }
        try await check("stickerd_hook_events_dropped_total")

        try cli.put("{ \"size\": \"enormous\" }", at: "pipeline.json")
        try await eventually("no log line is withheld") {
            watch.command.send(SIGHUP)
            return try await watch.get("/metrics", from: "service").body
                .contains(/\nstickerd_log_lines_withheld_total [1-9]/)
        }
        try await check("stickerd_log_lines_withheld_total")

        // While stickerd is stopped, more events occur than the queue of the kernel can contain.
        watch.command.send(SIGSTOP)
        let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        // The number of events that exceeds the queue of the kernel, the buffers of stickerd-inotify and the pipe
        // together.
        let enough = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines))) + 16_384
        for number in 0..<enough { try cli.drop("", as: "cats/\(number % 2).tmp") }
        watch.command.send(SIGCONT)
        try await check("stickerd_event_overflows_total")

        try cli.remove("drop/cats/Two.png")
        try cli.remove("drop/cats/Two.svg")
        try await check("stickerd_sources_total{outcome=\"removed\"}")
        for number in 0..<80 { try cli.remove("drop/pack \(number)/Disc.svg") }
        try await check("stickerd_frozen")
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        try await check("stickerd_queue_depth")
        try cli.move("drop", to: "elsewhere")
        try await check("stickerd_environment_problems_total")
        #expect(left == [], "no test changes these metrics")
        watch.command.send(SIGKILL)
    }
}
