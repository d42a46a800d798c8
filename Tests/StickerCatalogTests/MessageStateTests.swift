import Foundation
import StickerCatalog
import Testing

@Suite("The state of an interactive message")
struct MessageStateTests {
    /// A payload with all types of JSON values.
    struct Board: Codable, Sendable, Equatable {
        var title: String
        var stones: [Int]
        var weight: Double
        var isOver: Bool?
        var names: [String: String]
    }

    private static let bases = [
        "https://example.com/game", "http://example.com", "https://example.com/a?lang=de&x=%26", "data:,Stone%20Circle",
        "https://example.com/game?a=1#part", "HTTPS://EXAMPLE.COM/?",
    ]

    private static func base(_ text: String = bases[0]) throws -> URL { try #require(URL(string: text)) }

    private static func board(_ random: inout SeededNumbers) -> Board {
        let texts: [String] = (0..<4).map { _ in
            String(
                String.UnicodeScalarView(
                    (0..<random.next(20)).compactMap { _ in Unicode.Scalar(random.next(0x1_1000)) }))
        }
        return Board(
            title: texts[0], stones: (0..<random.next(30)).map { _ in Int(truncatingIfNeeded: random.next()) },
            weight: Double(random.next(1 << 40)) / 1024, isOver: [nil, true, false][random.next(3)],
            names: [texts[1]: texts[2], "a/b+c=&?#%": texts[3]])
    }

    // MARK: There and back

    @Test("arrives unchanged, with any content and any URL", arguments: 0..<200)
    func roundTrip(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        let state = try MessageState(
            version: random.next(1_000_000_000), move: random.next(1_000_000_000), payload: Self.board(&random))
        let url = try state.url(base: Self.base(Self.bases[random.next(Self.bases.count)]))
        let received = try MessageState<Board>(url: url, version: state.version)
        #expect(received == state && received.payload == state.payload && received.move == state.move)
        #expect(!received.isNewer(than: state) && !state.isNewer(than: received))
        #expect(try received.url(base: url) == url)
    }

    @Test("is added to the items of the URL, and replaces an earlier state", arguments: bases)
    func keepsBase(base: String) throws {
        let start = try MessageState(version: 1, payload: "a")
        let later = try start.next("b")
        let url = try later.url(base: start.url(base: Self.base(base)))
        #expect(url == (try later.url(base: Self.base(base))))
        let text = url.absoluteString
        #expect(text.hasPrefix(base.prefix { $0 != "?" && $0 != "#" }))
        for item in base.split(separator: "?").dropFirst().joined().prefix(while: { $0 != "#" }).split(separator: "&") {
            #expect(text.contains(item))
        }
        #expect(base.contains("#") == text.hasSuffix("#part"))
    }

    @Test("is read where something on the way encoded characters that need no encoding")
    func percentEncoding() throws {
        let state = try MessageState(version: 1, payload: ["x"])
        let text = try state.url(base: Self.base()).absoluteString
        let encoded = text.replacing("state=1.0.", with: "%73tate=%31%2E0%2e")
        #expect(try MessageState<[String]>(url: URL(string: encoded), version: 1) == state)
    }

    @Test("takes 5,000 characters, and the error for a longer one has the difference")
    func limit() throws {
        let base = try Self.base()
        let empty = try MessageState(version: 1, payload: "").url(base: base).absoluteString.count
        // Three bytes are encoded as four characters.
        let fitting = String(repeating: "x", count: (5000 - empty) / 4 * 3)
        let url = try MessageState(version: 1, payload: fitting).url(base: base)
        #expect((4996...5000).contains(url.absoluteString.count))
        #expect(try MessageState<String>(url: url, version: 1).payload == fitting)
        let excess = url.absoluteString.count + 8 - 5000
        #expect(throws: MessageStateError.tooLong(excess: excess)) {
            try MessageState(version: 1, payload: fitting + "xxxxxx").url(base: base)
        }
        #expect(throws: MessageStateError.tooLong(excess: url.absoluteString.count + 19 - 5000)) {
            try MessageState<String>(url: URL(string: url.absoluteString + "&padding=0123456789"), version: 1)
        }
    }

    @Test("is not made from a payload that cannot be decoded again")
    func notEncodable() throws {
        #expect(throws: MessageStateError.self) { try MessageState(version: 1, payload: Double.infinity) }
        #expect(throws: MessageStateError.outOfRange(-1)) { try MessageState(version: -1, payload: 0) }
        #expect(throws: MessageStateError.outOfRange(1_000_000_000)) {
            try MessageState(version: 1, move: 999_999_999, payload: 0).next(1)
        }
        #expect(throws: MessageStateError.self) { try MessageState(version: 1, payload: Nest(depth: 33)) }
        let deep = try MessageState(version: 1, payload: Nest(depth: 32)).url(base: Self.base())
        #expect(try MessageState<Nest>(url: deep, version: 1).payload.depth == 32)
    }

    @Test(
        "is not added to a URL that Messages does not take",
        arguments: ["ftp://example.com", "file:///x", "game", "https:"])
    func wrongBase(base: String) throws {
        #expect(throws: MessageStateError.unsuitableURL(base)) {
            try MessageState(version: 1, payload: 0).url(base: Self.base(base))
        }
    }

    // MARK: Damaged and hostile URLs

    @Test("is an error or a separate case if a URL was damaged, and never a crash", arguments: 0..<200)
    func damaged(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        let state = try MessageState(version: 1, move: 7, payload: Self.board(&random))
        let characters = Array("%&=?#.-_+/ \"\\{}[]0aZ~\u{0}é😀")
        for _ in 0..<50 {
            var text = Array(try state.url(base: Self.base()).absoluteString)
            for _ in 0...random.next(3) {
                let place = random.next(text.count)
                switch random.next(3) {
                case 0: text[place] = characters[random.next(characters.count)]
                case 1: text.insert(characters[random.next(characters.count)], at: place)
                default: text.remove(at: place)
                }
            }
            do {
                let received = try MessageState<Board>(url: URL(string: String(text)), version: 1)
                #expect(received == state || received.isNewer(than: state) != state.isNewer(than: received))
            } catch is MessageStateError {}
        }
    }

    @Test("is an error where a URL was cut off", arguments: [true, false])
    func cutOff(atEnd: Bool) throws {
        let text = try MessageState(version: 1, payload: ["a": ["b", "c"]]).url(base: Self.base()).absoluteString
        for count in 1..<text.count - 1 {
            let rest = atEnd ? text.dropLast(count) : text.dropFirst(count)
            #expect(throws: MessageStateError.self, "\(rest)") {
                try MessageState<[String: [String]]>(url: URL(string: String(rest)), version: 1)
            }
        }
    }

    @Test("needs a message with a URL that has one")
    func noState() throws {
        for url in [
            nil, URL(string: "https://example.com"), URL(string: "data:,x?states=1"), URL(string: "https://a#?state=1"),
        ] {
            #expect(throws: MessageStateError.noState) { try MessageState<Int>(url: url, version: 1) }
        }
    }

    @Test("of two in one URL, none is used")
    func repeated() throws {
        let url = try MessageState(version: 1, payload: 1).url(base: Self.base()).absoluteString
        for second in ["&state=1.0.MQ", "&%73tate=", "&state"] {
            #expect(throws: MessageStateError.repeatedState) {
                try MessageState<Int>(url: URL(string: url + second), version: 1)
            }
        }
    }

    @Test("of another version of the app is not decoded")
    func otherVersion() throws {
        let url = try MessageState(version: 3, payload: "new").url(base: Self.base())
        #expect(throws: MessageStateError.otherVersion(found: 3, expected: 2)) {
            try MessageState<Int>(url: url, version: 2)
        }
        let newer = MessageStateError.otherVersion(found: 3, expected: 2)
        #expect(newer.description.contains("Update the app"))
        #expect(!MessageStateError.otherVersion(found: 1, expected: 2).description.contains("Update"))
    }

    /// The expected payload is an integer.
    @Test(
        "of a strange form is an error",
        arguments: [
            "", ".", "..", "1", "1.0", "1.0.", "1.0.MQ.", "1.0.MQ.MQ", "a.0.MQ", "1.b.MQ", "-1.0.MQ", "+1.0.MQ",
            "01.0.MQ",
            "1.00.MQ", "1.-1.MQ", "1.1e3.MQ", "1.99999999999999999999999999.MQ", "1.1000000000.MQ", "1.٣.MQ",
            "1.0.MQ%3D%3D",
            "1.0.MQ==", "1.0.MR", "1.0.M", "1.0.!!", "1.0. MQ", "1.0.MQ%00", "1.0.%", "1.0.%4", "1.0.%FF", "1.0.M%2",
            "1.0.MQ%250A", "1.0.+_", "1.0.//", "1.0.é",
        ])
    func strange(text: String) throws {
        for query in [
            "state=" + text, "state=" + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""),
        ] {
            guard let url = URL(string: "https://example.com?" + query) else { continue }
            #expect(throws: MessageStateError.self, "\(url)") { try MessageState<Int>(url: url, version: 1) }
        }
    }

    private static func url(payload: [UInt8]) -> URL? {
        let text = Data(payload).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        return URL(string: "data:,?state=1.0.\(text)")
    }

    @Test("with a payload that is not JSON, or other JSON, is an error")
    func strangePayload() {
        let payloads: [[UInt8]] = [
            [], [0], [0xFF, 0xFE, 0x31, 0x00], [0x31, 0x00], [0xC3, 0x28], [0xEF, 0xBB, 0xBF], Array("null".utf8),
            Array("{}".utf8), Array("1e999".utf8), Array("1.5".utf8), Array("99999999999999999999".utf8),
            Array("nan".utf8),
            Array("\"1\"".utf8), Array("[1".utf8), Array("1 1".utf8), Array("\"\\ud800\"".utf8), Array("]]]]".utf8),
        ]
        for payload in payloads {
            #expect(throws: MessageStateError.self, "\(payload)") {
                try MessageState<Int>(url: Self.url(payload: payload), version: 1)
            }
        }
    }

    @Test("that is nested deeply is an error before anything is decoded", arguments: ["[", "{\"a\":", "[\"\\\"\",["])
    func nested(text: String) {
        for count in [40, 400, 1800 / text.count] {
            let payload = Array(String(repeating: text, count: count).utf8)
            let error = #expect(throws: MessageStateError.self) {
                try MessageState<Nest>(url: Self.url(payload: payload), version: 1)
            }
            #expect(error?.description.contains("nested") ?? false, "\(error as Any)")
        }
    }

    @Test("with brackets in its texts is not mistaken for a nested one")
    func bracketsInText() throws {
        let state = try MessageState(version: 1, payload: [String(repeating: "[{\"\\", count: 100)])
        #expect(try MessageState<[String]>(url: state.url(base: Self.base()), version: 1) == state)
    }

    // MARK: Races

    @Test("with more moves replaces the other, regardless of the payloads")
    func moreMoves() throws {
        let states = try (0..<20).map { try MessageState(version: 1, move: $0 / 2, payload: "\($0 &* 7919)") }
        for (one, other) in zip(states, states.dropFirst(2)) {
            #expect(other.isNewer(than: one) && !one.isNewer(than: other))
        }
    }

    @Test(
        "of several made at the same time, all devices keep the same, in any order of arrival", arguments: 0..<50)
    func race(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        let states = try (0..<6).map { try MessageState(version: 1, move: $0 / 3, payload: random.next(1000)) }
        let newest = try #require(MessageState.newest(of: states))
        #expect(newest.move == 1)
        for _ in 0..<10 {
            var order = states
            for place in order.indices { order.swapAt(place, random.next(order.count)) }
            // A device keeps one state, and compares it with each state that arrives.
            let kept = order.dropFirst().reduce(order[0]) { $1.isNewer(than: $0) ? $1 : $0 }
            #expect(kept == newest && MessageState.newest(of: order) == newest)
        }
        for one in states {
            for other in states where one != other { #expect(one.isNewer(than: other) != other.isNewer(than: one)) }
        }
        #expect(MessageState<Int>.newest(of: []) == nil)
    }

    @Test("is compared as it travelled, also by an app that would write its payload otherwise")
    func comparedAsItCame() throws {
        struct Newer: Codable, Sendable { var a = 1, b = 2 }
        struct Older: Codable, Sendable { var a: Int }
        let sent = try MessageState(version: 1, move: 5, payload: Newer())
        let other = try MessageState(version: 1, move: 5, payload: Newer(a: 3))
        let base = try Self.base()
        let (old, oldOther) = (
            try MessageState<Older>(url: sent.url(base: base), version: 1),
            try MessageState<Older>(url: other.url(base: base), version: 1)
        )
        #expect(old.isNewer(than: oldOther) == sent.isNewer(than: other))
        #expect(try old.url(base: base) == sent.url(base: base))
    }

    @Test("has an error with the problem and the fix")
    func descriptions() {
        #expect(MessageStateError.tooLong(excess: 1).description.contains("1 character longer than the 5000"))
        #expect(MessageStateError.tooLong(excess: 12).description.contains("12 characters longer"))
    }
}

/// Nested arrays.
private struct Nest: Codable, Sendable {
    let depth: Int

    init(depth: Int) { self.depth = depth }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        depth = 1 + (container.isAtEnd ? 0 : try container.decode(Nest.self).depth)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if depth > 1 { try container.encode(Nest(depth: depth - 1)) }
    }
}

/// Pseudorandom numbers that are the same in every run.
struct SeededNumbers {
    private var state: UInt64

    init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// The next number, from 0 to below the limit.
    mutating func next(_ limit: Int) -> Int { Int(next() >> 33) % max(limit, 1) }

    mutating func next(_ limit: UInt32) -> UInt32 { UInt32(next(Int(limit))) }
}
