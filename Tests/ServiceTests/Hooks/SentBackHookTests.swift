import Foundation
import Service
import StickerConfiguration
import Testing

@Suite("Hooks about stickers that are sent back")
struct SentBackHookTests {
    private func event(_ id: String, comment: String = "Too dark.") -> HookEvent {
        .sentBack(
            [
                HookEvent.SentBack(
                    id: id, path: "cats/\(id).svg", reviewer: "Ada", comment: comment, decided: "2026-11-25T14:03:00Z")
            ], pack: "cats", report: "/r")
    }

    @Test("stickers that are sent back together are one event, each with its last decision")
    func together() async throws {
        let fixture = try HookFixture()
        let hook = try fixture.folder.script(
            "cat >> \(fixture.folder.file("events")); echo >> \(fixture.folder.file("events"))")
        var timing = HookFixture.timing
        timing.coalescingDelay = .milliseconds(300)
        try await fixture.run(HookSettings(onSentBack: [.command([hook])]), timing: timing) { hooks in
            for id in ["one", "two"] { hooks.notify(event(id)) }
            hooks.notify(event("one", comment: "Too bright."))
        }
        let events = try fixture.events()
        #expect(events.map(\.event) == [.sentBack] && events.first?.pack == "cats")
        #expect(events.first?.sentBack.map(\.id) == ["two", "one"])
        #expect(events.first?.sentBack.last?.comment == "Too bright.")
    }

    @Test("Slack gets a line for each sticker, in which nothing is markup")
    func slack() async throws {
        let (fixture, server) = (try HookFixture(), try await WebhookServer())
        let settings = HookSettings(onSentBack: [.post(url: server.url, format: .slack)])
        try await fixture.run(settings) { $0.notify(event("one", comment: "<!channel> no")) }
        let body = try #require(server.requests.first?.body)
        let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: String]
        #expect(
            object == ["text": "1 sticker sent back in *cats*:\n• `cats/one.svg` by Ada: &lt;!channel&gt; no"])
    }
}
