import StickerConfiguration
import Testing

/// Tests the parsed values of a settings file, before its keys are interpreted.
@Suite("Values of JSON with positions")
struct JSONValueTests {
    private func members(_ text: String) throws -> [JSONValue.Member] {
        guard case .object(let members) = try JSONParser.value(of: Array(text.utf8)).content else { return [] }
        return members
    }

    @Test("keys stay in their written order, repeated ones included, each with the position of its quote")
    func order() throws {
        let members = try members("{ \"b\": 1,\n  \"a\": 2,\n\t\"b\": 3 }")
        #expect(members.map(\.key) == ["b", "a", "b"])
        #expect(
            members.map(\.position) == [
                JSONPosition(line: 1, column: 3), JSONPosition(line: 2, column: 3), JSONPosition(line: 3, column: 2),
            ])
    }

    @Test("a value has the position of its first character, also in a list over several lines")
    func positions() throws {
        let value = try #require(try members("{\"list\": [\n 1,\n   [true]]}").first?.value)
        guard case .list(let items) = value.content else { throw ListMissing() }
        #expect(value.position == JSONPosition(line: 1, column: 10))
        #expect(items.map(\.position) == [JSONPosition(line: 2, column: 2), JSONPosition(line: 3, column: 4)])
    }

    @Test("a number keeps the characters that it was written with")
    func numbers() throws {
        let contents = try members(#"{"a": 1e3, "b": 1000.0, "c": -0, "d": 1e999}"#).map(\.value.content)
        let expected: [JSONValue.Content] = [
            .number(1000, written: "1e3"), .number(1000, written: "1000.0"), .number(0, written: "-0"),
            .number(.infinity, written: "1e999"),
        ]
        #expect(contents == expected)
    }

    @Test("text that looks like another type stays text")
    func text() throws {
        let contents = try members(#"{"a": "null", "b": null, "c": "1", "d": false}"#).map(\.value.content)
        let expected: [JSONValue.Content] = [.text("null"), .null, .text("1"), .boolean(false)]
        #expect(contents == expected)
    }

    @Test("a syntax error has the position of the wrong character, and that of a whole file has none")
    func errors() {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.value(of: Array("{\n \"a\" 1}".utf8)) }
        #expect(error?.position == JSONPosition(line: 2, column: 6))
        let whole = #expect(throws: JSONSyntaxError.self) { try JSONParser.value(of: [0x7B, 0xC3]) }
        #expect(whole?.position == nil && whole?.message.contains("UTF-8") == true)
    }

    @Test("positions are ordered by line, and then by column")
    func comparing() {
        let sorted = [(1, 1), (1, 9), (2, 1), (10, 1)].map { JSONPosition(line: $0, column: $1) }
        #expect(sorted.reversed().sorted() == sorted)
    }
}

private struct ListMissing: Error {}

/// Tests that the keys of an object are read with the required types.
@Suite("Reading an object's keys")
struct JSONObjectReaderTests {
    private enum Colour: String, CaseIterable {
        case red, green, blue
    }

    private func complaints<Settings>(_ text: String, _ read: (inout JSONObjectReader) -> Settings) -> [String] {
        do {
            _ = try JSONObjectReader.read(Array(text.utf8), file: "a.json", read)
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0) }
        }
    }

    @Test("a list of words is in the order of the enumeration, or in its written order")
    func words() throws {
        let (sorted, written) = try JSONObjectReader.read(
            Array(#"{"a": ["blue", "red"], "b": ["blue", "red"]}"#.utf8), file: "a.json"
        ) { reader in (reader.choices("a", of: Colour.self), reader.orderedChoices("b", of: Colour.self)) }
        #expect(sorted == [.red, .blue])
        #expect(written == [.blue, .red])
    }

    @Test("a word that is listed twice in an ordered list is reported with its place")
    func twice() {
        #expect(
            complaints("{\"b\": [\"red\",\n\"red\"]}") { $0.orderedChoices("b", of: Colour.self) }
                == ["a.json:2: b[1]: \"red\" is listed twice"])
    }

    @Test("an absent key and a wrong one are both nil, and only the wrong one is reported")
    func absent() {
        var found: [Bool?] = []
        let absent = complaints("{}") { found.append($0.boolean("a")) }
        let wrong = complaints(#"{"a": 1}"#) { found.append($0.boolean("a")) }
        #expect(found == [nil, nil])
        #expect(absent == [] && wrong == ["a.json:1: a: expected true or false, found 1"])
    }

    @Test("keys of an inner object have its path, and unknown ones the names that it knows")
    func inner() {
        let found = complaints(#"{"outer": {"x": 2.5, "zebra": 1}}"#) { reader in
            reader.object("outer") { _ = $0.integer("x", in: 0...9) }
        }
        #expect(
            found == [
                "a.json:1: outer.x: expected a whole number from 0 to 9, found 2.5",
                "a.json:1: outer.zebra: there is no such key; the keys here are x",
            ])
    }

    @Test("the items of a list have paths with their numbers from 0")
    func items() throws {
        let paths = try JSONObjectReader.read(Array(#"{"a": [1, 2]}"#.utf8), file: "a.json") { reader in
            reader.list("a")?.map(\.path)
        }
        #expect(paths == ["a[0]", "a[1]"])
    }
}

@Suite("Errors in settings")
struct ConfigurationIssueTests {
    @Test(
        "an error names as much of its place as is known",
        arguments: [
            (
                ConfigurationIssue(file: "p.json", position: .init(line: 4, column: 7), key: "jobs", message: "bad"),
                "p.json:4: jobs: bad"
            ),
            (
                ConfigurationIssue(file: "p.json", position: .init(line: 4, column: 7), key: nil, message: "bad"),
                "p.json:4:7: bad"
            ),
            (ConfigurationIssue(file: "p.json", position: nil, key: nil, message: "bad"), "p.json: bad"),
            (
                ConfigurationIssue(file: nil, position: .init(line: 4, column: 7), key: "jobs", message: "bad"),
                "jobs: bad"
            ),
            (ConfigurationIssue(file: nil, position: nil, key: nil, message: "bad"), "bad"),
        ])
    func place(issue: ConfigurationIssue, text: String) {
        #expect(issue.description == text)
    }

    @Test("the errors of a file are thrown in the order of its lines, those of the whole file first")
    func order() {
        let issues = IssueList(file: "p.json")
        issues.add("b", at: JSONPosition(line: 10, column: 1), "ten")
        issues.add("a", at: JSONPosition(line: 9, column: 5), "nine")
        issues.add(nil, at: nil, "whole")
        let error = #expect(throws: ConfigurationError.self) { try issues.throwIfAny() }
        #expect(error?.description == "p.json: whole\np.json:9: a: nine\np.json:10: b: ten")
    }

    @Test("a file without errors throws none")
    func none() throws {
        try IssueList(file: "p.json").throwIfAny()
    }
}
