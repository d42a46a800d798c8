import Foundation
import Service
import StickerConfiguration
import TestSupport
import Testing

@Suite("Hooks and time")
struct HookQueueTests {
    private let bench: HookBench
    private var folder: TemporaryFolder { bench.folder }

    init() throws {
        bench = try HookBench()
    }

    /// A hook that writes each event down, once the file `go` is there.
    private func patientHook() throws -> HookTarget {
        .command([
            try folder.script(
                """
                echo >> \(folder.file("started"))
                until [ -e \(folder.file("go")) ]; do sleep 0.01; done
                cat >> \(folder.file("events")); echo >> \(folder.file("events"))
                """)
        ])
    }

    @Test("a burst becomes one event that carries all its stickers")
    func coalescing() async throws {
        try folder.write("", to: "go")
        var timing = HookBench.timing
        timing.gathering = .milliseconds(300)
        try await bench.run(HookSettings(onPublished: [try patientHook()]), timing: timing) { hooks in
            for number in 0..<50 { hooks.tell(HookBench.published("sticker-\(number)")) }
            hooks.tell(HookBench.published("sticker-7"))
            hooks.tell(HookBench.published("rex", pack: "dogs"))
        }
        let events = try bench.events()
        #expect(events.map(\.pack) == ["cats", "dogs"])
        #expect(events.first?.stickers.count == 50 && events.first?.stickers.last?.id == "sticker-7")
    }

    @Test("a very long list is cut, and says by how much")
    func longList() async throws {
        try folder.write("", to: "go")
        try await bench.run(HookSettings(onPublished: [try patientHook()])) { hooks in
            for number in 0..<50_000 { hooks.tell(HookBench.published("sticker-\(number)")) }
        }
        let events = try bench.events()
        #expect(events.allSatisfy { $0.stickers.count <= 100 })
        #expect(events.reduce(0) { $0 + $1.stickers.count + $1.more } == 50_000)
    }

    @Test("while a hook hangs nothing waits for it, and the oldest events are dropped and counted")
    func overflow() async throws {
        try await bench.run(HookSettings(onPublished: [try patientHook()])) { hooks in
            hooks.tell(HookBench.published("first", pack: "pack-0"))
            try await eventually("the hook is at the first event") { folder.has("started") }
            for number in 1...100 { hooks.tell(HookBench.published("a", pack: "pack-\(number)")) }
            try folder.write("", to: "go")
        }
        let packs = try bench.events().map(\.pack)
        #expect(packs == ["pack-0"] + (37...100).map { "pack-\($0)" })
        let text = PrometheusText(bench.metrics.prometheusText)
        #expect(text.samples["stickerd_hook_events_dropped_total"] == 36)
    }

    @Test("one hook that hangs holds up no other")
    func independence() async throws {
        let quick = HookTarget.command([try folder.script("quick", "echo >> \(folder.file("quick-told"))")])
        try await bench.run(HookSettings(onPublished: [try patientHook(), quick])) { hooks in
            hooks.tell(HookBench.published("a"))
            try await eventually("the quick one is told") { folder.has("quick-told") }
            try folder.write("", to: "go")
        }
    }

    @Test("at the end, what waits is told, also when the service was cancelled")
    func draining() async throws {
        try folder.write("", to: "go")
        let hook = try patientHook()
        let task = Task { [bench] in
            try await bench.run(HookSettings(onPublished: [hook])) { hooks in
                hooks.tell(HookBench.published("a"))
                try await Task.sleep(for: .seconds(1000))
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try bench.events().count == 1)
    }

    @Test("a hook that hangs at the end is given up when the time is over")
    func boundedDraining() async throws {
        let hook = try patientHook()
        try await bench.run(HookSettings(onPublished: [hook], seconds: 600), drainLimit: .milliseconds(200)) { hooks in
            hooks.tell(HookBench.published("a"))
            try await eventually("it hangs") { folder.has("started") }
            hooks.tell(HookBench.published("b"))
        }
        #expect(bench.deliveries("given_up") == 2)
        #expect(bench.book.text.contains("the service is stopping"))
    }

    @Test("a long pause between attempts does not hold up a stop, which tries once more")
    func pauseAtTheEnd() async throws {
        let hook = try folder.script("echo x >> \(folder.file("tries")); exit 1")
        var timing = HookBench.timing
        timing.firstPause = .seconds(3000)
        timing.longestPause = .seconds(3000)
        try await bench.run(HookSettings(onPublished: [.command([hook])]), timing: timing) { hooks in
            hooks.tell(HookBench.published("a"))
            try await eventually("the first attempt fails") { bench.deliveries("failed") == 1 }
        }
        #expect(try folder.read("tries") == "x\nx\n")
    }

    @Test("other settings add and remove hooks while events wait")
    func reload() async throws {
        let old = try patientHook()
        let new = HookTarget.command([try folder.script("new", "cat > \(folder.file("new-told"))")])
        try await bench.run(HookSettings(onPublished: [old])) { hooks in
            hooks.tell(HookBench.published("a"))
            try await eventually("the old one is at it") { folder.has("started") }
            hooks.use(HookSettings(onPublished: [new]))
            hooks.tell(HookBench.published("b"))
            try await eventually("the new one is told") { folder.has("new-told") }
            try folder.write("", to: "go")
        }
        #expect(try bench.events().map { $0.stickers.map(\.id) } == [["a"]])
    }
}
