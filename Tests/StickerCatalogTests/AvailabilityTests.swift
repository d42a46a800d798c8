import Foundation
import StickerManifest
import Testing

@Suite("When a pack may be shown")
struct AvailabilityTests {
    private func moment(_ text: String) throws -> Date { try #require(Availability.moment(text)) }

    @Test("from its first moment until before its last")
    func window() throws {
        let window = Availability(from: try moment("2026-12-01"), until: try moment("2026-12-27"))
        #expect(!window.contains(try moment("2026-11-30T23:59:59Z")))
        #expect(window.contains(try moment("2026-12-01T00:00:00Z")))
        #expect(window.contains(try moment("2026-12-26T23:59:59Z")))
        #expect(!window.contains(try moment("2026-12-27T00:00:00Z")))
        #expect(Availability().contains(Date()))
    }

    @Test("is written in UTC, and read again")
    func coding() throws {
        let window = Availability(from: try moment("2026-12-01T09:30:00+01:00"))
        let json = try JSONEncoder().encode(window)
        #expect(String(decoding: json, as: UTF8.self) == #"{"from":"2026-12-01T08:30:00Z"}"#)
        #expect(try JSONDecoder().decode(Availability.self, from: json) == window)
    }

    @Test(
        "does not accept other forms of time",
        arguments: ["", "tomorrow", "2026", "2026-13-01", "2026-12-01T09:00", "2026-12-01 09:00:00Z", "01.12.2026"])
    func others(text: String) {
        #expect(Availability.moment(text) == nil)
        let json = Data(#"{"until":"\#(text)"}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Availability.self, from: json) }
    }
}
