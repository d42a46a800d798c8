import Foundation
import Service
import Testing

@Suite struct RebuiltHookTests {
    @Test("a rebuild's event carries its summary, its count and its report")
    func event() throws {
        let event = HookEvent.rebuilt("Nothing has changed.", needsPerson: 2, report: "/x/morning.html")
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let read = try decoder.decode(HookEvent.self, from: try encoder.encode(event))
        #expect(read.event == .rebuilt)
        #expect(read.summary == "Nothing has changed.")
        #expect(read.more == 2)
        #expect(read.report == "/x/morning.html")
    }
}
