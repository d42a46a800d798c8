import Foundation
import Service
import TestSupport
import Testing

@Suite("Metrics")
struct MetricsTests {
    @Test("counters without events are shown as 0, in a form for strict readers")
    func start() {
        let text = PrometheusText(Metrics().prometheusText)
        #expect(text.faults == [])
        #expect(Set(Metric.all.map(\.name)).isSubset(of: text.types.keys))
        #expect(text.samples["stickerd_sources_total{outcome=\"published\"}"] == 0)
        #expect(text.samples["stickerd_environment_problems_total{subject=\"environment\"}"] == 0)
        #expect(text.samples["stickerd_frozen"] == 0)
        #expect(text.samples["stickerd_drop_to_manifest_seconds_bucket{le=\"+Inf\"}"] == 0)
    }

    @Test("counters add up, gauges have their last value")
    func values() {
        let metrics = Metrics()
        for _ in 0..<3 { metrics.count(.sources, "published") }
        metrics.count(.rejections, "file-size", by: 2)
        metrics.set(.queueDepth, to: 7)
        metrics.set(.queueDepth, to: 5)
        let text = PrometheusText(metrics.prometheusText)
        #expect(text.faults == [])
        #expect(text.samples["stickerd_sources_total{outcome=\"published\"}"] == 3)
        #expect(text.samples["stickerd_rejections_total{rule=\"file-size\"}"] == 2)
        #expect(text.samples["stickerd_queue_depth"] == 5)
    }

    @Test("values of other owners are shown with their labels, as of the request")
    func families() {
        let metrics = Metrics()
        metrics.show {
            [
                Metrics.Family(
                    "stickerd_pool_jobs_total", .counter, "Jobs.",
                    values: [([("pool", "farm"), ("host", "a\"b")], 3)]),
                Metrics.Family("stickerd_pool_slots_up", .gauge, "Slots.", values: []),
            ]
        }
        let text = PrometheusText(metrics.prometheusText)
        #expect(text.faults == [])
        #expect(text.samples["stickerd_pool_jobs_total{pool=\"farm\",host=\"a\\\"b\"}"] == 3)
        #expect(text.types["stickerd_pool_slots_up"] == nil)
    }

    @Test("an observation is in its bucket and in all larger ones")
    func histogram() {
        let metrics = Metrics()
        metrics.observe(.rendering, .milliseconds(25))
        metrics.observe(.rendering, .milliseconds(26))
        metrics.observe(.rendering, .seconds(1000))
        metrics.observe(.rendering, .nan)
        let text = PrometheusText(metrics.prometheusText)
        #expect(text.faults == [])
        let buckets = ["0.01", "0.025", "0.05", "60", "+Inf"].map {
            text.samples["stickerd_render_seconds_bucket{le=\"\($0)\"}"]
        }
        #expect(buckets == [0, 1, 2, 2, 3])
        #expect(text.samples["stickerd_render_seconds_sum"] == 1000.051)
    }

    @Test("a label with quotes, backslashes and line breaks is escaped")
    func escaping() {
        let metrics = Metrics()
        metrics.count(.rejections, "a \"b\" \\ c\nd")
        let text = PrometheusText(metrics.prometheusText)
        #expect(text.faults == [])
        #expect(text.samples[#"stickerd_rejections_total{rule="a \"b\" \\ c\nd"}"#] == 1)
    }

    @Test("a label that never repeats does not fill the memory")
    func labels() {
        let metrics = Metrics()
        for number in 0..<1000 { metrics.count(.rejections, "rule-\(number)") }
        let text = PrometheusText(metrics.prometheusText)
        #expect(text.samples.keys.filter { $0.hasPrefix("stickerd_rejections_total") }.count <= 101)
        #expect(text.samples["stickerd_rejections_total{rule=\"other\"}"] == 900)
    }

    @Test("concurrent counting from many threads loses no count")
    func threads() async {
        let metrics = Metrics()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { metrics.count(.rescans) } }
            }
        }
        #expect(PrometheusText(metrics.prometheusText).samples["stickerd_rescans_total"] == 8000)
    }

    @Test("the process's own figures equal the system's")
    func process() throws {
        let text = PrometheusText(Metrics().prometheusText)
        let memory = try #require(text.samples["process_resident_memory_bytes"])
        #expect(memory > 1e6 && memory < 1e11)
        let start = try #require(text.samples["process_start_time_seconds"])
        #expect(abs(start - Date().timeIntervalSince1970) < 86_400)
        let open = try #require(text.samples["process_open_fds"])
        #expect(open > 2)
        #expect(text.samples["process_cpu_seconds_total"] != nil)
    }
}
