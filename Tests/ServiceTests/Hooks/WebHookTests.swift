import Foundation
import Service
import StickerConfiguration
import TestSupport
import Testing

@Suite("Hooks that are addresses")
struct WebHookTests {
    private let fixture: HookFixture

    init() throws {
        fixture = try HookFixture()
    }

    private func settings(_ url: String, _ format: HookTarget.Format = .stickerd, retries: Int = 5) -> HookSettings {
        HookSettings(onPublished: [.post(url: url, format: format)], seconds: 10, retries: retries)
    }

    @Test("an address gets the event posted as JSON")
    func post() async throws {
        let server = try await WebhookServer()
        try await fixture.run(settings(server.url + "/hook?a=b")) { hooks in
            hooks.notify(
                .published(
                    [.init(id: "a", label: "A \"quoted\" \\ cat\n🐱", path: "p", bytes: 1)], pack: "@cats", report: "/r")
            )
        }
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /hook?a=b" && request.type == "application/json")
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let event = try decoder.decode(HookEvent.self, from: Data(request.body.utf8))
        #expect(event.stickers.first?.label == "A \"quoted\" \\ cat\n🐱" && event.pack == "@cats")
    }

    @Test("a long event arrives completely")
    func long() async throws {
        let server = try await WebhookServer()
        let label = String(repeating: "\"\\", count: 75)
        let stickers = (0..<100).map { HookEvent.Sticker(id: "s\($0)", label: label, path: "p", bytes: 1) }
        try await fixture.run(settings(server.url)) { hooks in
            hooks.notify(.published(stickers, pack: "cats", report: "/r"))
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let body = try #require(server.requests.first?.body)
        let event = try decoder.decode(HookEvent.self, from: Data(body.utf8))
        #expect(event.stickers.count + event.more == 100)
        #expect(event.stickers.allSatisfy { $0.label == label })
    }

    @Test("Slack gets a text in which names of art are never markup")
    func slack() async throws {
        let server = try await WebhookServer()
        try await fixture.run(settings(server.url, .slack)) { hooks in
            hooks.notify(
                .published(
                    [
                        .init(id: "a", label: "<!channel> & co", path: "p", bytes: 1),
                        .init(id: "b", label: "B", path: "p", bytes: 1),
                    ], pack: "cats", report: "/r"))
        }
        let body = try #require(server.requests.first?.body)
        let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: String]
        #expect(object == ["text": "2 stickers published in *cats*: &lt;!channel&gt; &amp; co, B"])
    }

    @Test("a busy server gets a retry after the time that it states")
    func busy() async throws {
        let server = try await WebhookServer(answers: ["503", "429 1", "200"])
        try await fixture.run(settings(server.url)) { hooks in
            hooks.notify(HookFixture.published("a"))
            try await eventually("the third attempt does not succeed") { fixture.deliveries("delivered") == 1 }
        }
        #expect(server.requests.count == 3 && fixture.deliveries("failed") == 2)
        #expect(fixture.log.text.contains("status 429. stickerd retries. attempt=2 seconds=1"))
    }

    @Test("a permanent refusal or a redirect is not retried", arguments: ["404", "302"])
    func refused(answer: String) async throws {
        let server = try await WebhookServer(answers: [answer, "200"])
        try await fixture.run(settings(server.url, retries: answer == "302" ? 0 : 5)) { hooks in
            hooks.notify(HookFixture.published("a"))
            try await eventually("the event is not given up") { fixture.deliveries("given_up") == 1 }
        }
        #expect(server.requests.count == 1)
    }

    @Test("an address without a server is reported as unreachable, without its secret path")
    func nobody() async throws {
        try await fixture.run(settings("http://127.0.0.1:1/services/SECRET", retries: 0)) { hooks in
            hooks.notify(HookFixture.published("a"))
        }
        #expect(fixture.log.text.contains("The hook http://127.0.0.1:1/… was not notified"))
        #expect(fixture.log.text.contains("Failed to connect"))
        #expect(!fixture.log.text.contains("SECRET"))
    }

    @Test("a request without an answer ends at the time limit")
    func silent() async throws {
        let server = try await WebhookServer(answers: ["silence"])
        var settings = settings(server.url, retries: 0)
        settings.seconds = 1
        try await fixture.run(settings) { hooks in hooks.notify(HookFixture.published("a")) }
        #expect(fixture.log.text.contains("it took longer than 1 s and was terminated"))
    }
}
