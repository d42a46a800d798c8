import BuildEngine
import Foundation
import Snapshots
import StickerManifest
import TestSupport
import Testing

/// Tests the events that scripts read.
@Suite("Events for programs")
struct EventFieldsTests {
    private func lines(_ event: BuildEvent) -> [String] { event.fields(secondsLeft: 1.2).compactMap(text) }

    private func text(_ fields: EventFields) -> String? {
        fields.line.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a line is one JSON object with sorted keys, whatever is in its texts")
    func line() {
        let fields: EventFields = ["b": .text("a\n/\"ü"), "a": .number(-1), "c": .flag(true), "d": .list(["x", "y"])]
        #expect(text(fields) == "{\"a\":-1,\"b\":\"a\\n/\\\"ü\",\"c\":true,\"d\":[\"x\",\"y\"]}\n")
    }

    @Test("the events of a build")
    func build() {
        #expect(lines(.planned(sources: 3, toRender: 2)) == ["{\"event\":\"planned\",\"sources\":3,\"toRender\":2}\n"])
        #expect(
            lines(.rendered(path: "cats/Cat.png", done: 1, of: 2, slots: 4))
                == [
                    "{\"done\":1,\"event\":\"rendered\",\"of\":2,\"path\":\"cats/Cat.png\",\"secondsLeft\":2,\"slots\":4}\n"
                ])
        #expect(lines(.repaired(["a", "b"])).count == 2 && lines(.repaired([])).isEmpty)
        #expect(lines(.drawingSheets(2)) == ["{\"event\":\"sheets\",\"pages\":2}\n"])
        let hold = PublishHold(id: "0123", since: Date(timeIntervalSince1970: 0))
        #expect(lines(.held(hold, waiting: 1)).first?.contains("\"since\":\"1970-01-01T00:00:00Z\"") == true)
    }

    @Test("the events of a watch; those for the engine itself are not for programs")
    func watch() {
        func line(_ event: WatchEvent) -> String? { event.fields.flatMap(text) }
        #expect(
            line(.unapproved(UnapprovedStickers(awaiting: 2, published: 1)))
                == "{\"count\":2,\"event\":\"awaitingApproval\",\"publishedUnapproved\":1}\n")
        #expect(line(.decisionsLost(nil)) == "{\"event\":\"decisionsBack\"}\n")
        #expect(line(.watchStalled(nil)) == "{\"event\":\"watchResumed\"}\n")
        #expect(line(.rendered(path: "a", took: .milliseconds(1_500)))?.contains("\"milliseconds\":1500") == true)
        for event in [
            WatchEvent.turned, .yielded(state: .duplicate), .manifestReplaced, .publication(PublishWork()),
            .workerRestarted,
        ] {
            #expect(event.fields == nil)
        }
    }

    @Test("a rejected source has the reason and the fix of its first error")
    func rejected() throws {
        let source = try #require(
            PlanSamples.catalog([(PlanSamples.source("Bad.png"), PlanSamples.damaged)]).rejected.first)
        let line = try #require(WatchEvent.rejected(source).fields.flatMap(text))
        #expect(
            line.contains("\"event\":\"rejected\"") && line.contains("\"path\":\"cats/Bad.png\"")
                && line.contains("cut off"))
    }

    @Test("a published sticker has the size of its largest file, and its latency if that is known")
    func published() throws {
        let catalog = PlanSamples.catalog([
            (PlanSamples.source("Cat.png"), PlanSamples.result("cat", bytes: [3: 321, 2: 200]))
        ])
        let sticker = try #require(catalog.packs.first?.stickers.first)
        var event = WatchEvent.Published(pack: "cats", sticker: sticker, latency: nil)
        #expect(WatchEvent.published(event).fields.flatMap(text)?.contains("\"bytes\":321") == true)
        #expect(WatchEvent.published(event).fields?["milliseconds"] == nil)
        event.latency = .milliseconds(12)
        #expect(WatchEvent.published(event).fields.flatMap(text)?.contains("\"milliseconds\":12") == true)
    }
}
