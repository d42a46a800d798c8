import FileAccess
import Foundation
import Service
import StickerConfiguration
import TestSupport
import Testing

@Suite("Hooks and time")
struct HookQueueTests {
    private let fixture: HookFixture
    private var folder: TemporaryFolder { fixture.folder }

    init() throws {
        fixture = try HookFixture()
    }

    /// A hook that writes each event to a file, as soon as the file `go` exists.
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
        var timing = HookFixture.timing
        // The delay ends when the service stops.
        timing.coalescingDelay = .seconds(60)
        try await fixture.run(HookSettings(onPublished: [try patientHook()]), timing: timing) { hooks in
            for number in 0..<50 { hooks.notify(HookFixture.published("sticker-\(number)")) }
            hooks.notify(HookFixture.published("sticker-7"))
            hooks.notify(HookFixture.published("rex", pack: "dogs"))
        }
        let events = try fixture.events()
        #expect(events.map(\.pack) == ["cats", "dogs"])
        #expect(events.first?.stickers.count == 50 && events.first?.stickers.last?.id == "sticker-7")
    }

    @Test("a very long list is cut, with the number of the others")
    func longList() async throws {
        try folder.write("", to: "go")
        try await fixture.run(HookSettings(onPublished: [try patientHook()])) { hooks in
            for number in 0..<50_000 { hooks.notify(HookFixture.published("sticker-\(number)")) }
        }
        let events = try fixture.events()
        #expect(events.allSatisfy { $0.stickers.count <= 100 })
        #expect(events.reduce(0) { $0 + $1.stickers.count + $1.more } == 50_000)
    }

    @Test("while a hook hangs nothing waits for it, and the oldest events are dropped and counted")
    func overflow() async throws {
        try await fixture.run(HookSettings(onPublished: [try patientHook()])) { hooks in
            hooks.notify(HookFixture.published("first", pack: "pack-0"))
            try await eventually("the hook does not receive the first event") { folder.has("started") }
            for number in 1...100 { hooks.notify(HookFixture.published("a", pack: "pack-\(number)")) }
            try folder.write("", to: "go")
        }
        let packs = try fixture.events().map(\.pack)
        #expect(packs == ["pack-0"] + (37...100).map { "pack-\($0)" })
        let text = PrometheusText(fixture.metrics.prometheusText)
        #expect(text.samples["stickerd_hook_events_dropped_total"] == 36)
    }

    @Test("a hook that hangs does not delay others")
    func independence() async throws {
        let quick = HookTarget.command([try folder.script("quick", "echo >> \(folder.file("quick-received"))")])
        try await fixture.run(HookSettings(onPublished: [try patientHook(), quick])) { hooks in
            hooks.notify(HookFixture.published("a"))
            try await eventually("the fast hook does not receive the event") { folder.has("quick-received") }
            try folder.write("", to: "go")
        }
    }

    @Test("at the end, queued events are delivered, also when the service was cancelled")
    func draining() async throws {
        try folder.write("", to: "go")
        let hook = try patientHook()
        let task = Task { [fixture] in
            try await fixture.run(HookSettings(onPublished: [hook])) { hooks in
                hooks.notify(HookFixture.published("a"))
                try await Task.sleep(for: .seconds(1000))
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try fixture.events().count == 1)
    }

    @Test("a hook that hangs at the end is abandoned at the time limit")
    func boundedDraining() async throws {
        let hook = try patientHook()
        try await fixture.run(HookSettings(onPublished: [hook], seconds: 600), drainLimit: .milliseconds(200)) {
            hooks in
            hooks.notify(HookFixture.published("a"))
            try await eventually("the hook does not start") { folder.has("started") }
            hooks.notify(HookFixture.published("b"))
        }
        #expect(fixture.deliveries("given_up") == 2)
        #expect(fixture.log.text.contains("the service is stopping"))
    }

    @Test("a long pause between attempts does not delay a stop, which tries once more")
    func pauseAtTheEnd() async throws {
        let hook = try folder.script("echo x >> \(folder.file("tries")); exit 1")
        var timing = HookFixture.timing
        timing.backoff = Backoff(first: .seconds(3000), longest: .seconds(3000))
        try await fixture.run(HookSettings(onPublished: [.command([hook])]), timing: timing) { hooks in
            hooks.notify(HookFixture.published("a"))
            try await eventually("the first attempt does not fail") { fixture.deliveries("failed") == 1 }
        }
        #expect(try folder.read("tries") == "x\nx\n")
    }

    @Test("other settings add and remove hooks while events wait")
    func reload() async throws {
        let old = try patientHook()
        let new = HookTarget.command([try folder.script("new", "cat > \(folder.file("new-received"))")])
        try await fixture.run(HookSettings(onPublished: [old])) { hooks in
            hooks.notify(HookFixture.published("a"))
            try await eventually("the old hook does not start") { folder.has("started") }
            hooks.use(HookSettings(onPublished: [new]))
            hooks.notify(HookFixture.published("b"))
            try await eventually("the new hook does not receive the event") { folder.has("new-received") }
            try folder.write("", to: "go")
        }
        #expect(try fixture.events().map { $0.stickers.map(\.id) } == [["a"]])
    }
}
