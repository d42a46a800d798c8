import Foundation
import Testing

/// Tests the messages about invalid keys and values.
@Suite struct ConfigurationComplaintTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
    }

    @Test("a wrong type is reported with the file, the line, the key, the expected and the found type")
    func wrongType() {
        #expect(
            folder.complaints("{\n \"encode\": {\n  \"fidelityFloor\": \"high\" } }")
                == ["pipeline.json:3: encode.fidelityFloor: expected a number from 0.5 to 1, found \"high\""])
    }

    @Test("all errors are reported together, in the order of the lines")
    func everything() {
        let text = """
            {
              "rules": { "opaque-background": "loud" },
              "jobs": 1.5,
              "render": [],
              "size": "medium"
            }
            """
        #expect(
            folder.complaints(text) == [
                "pipeline.json:2: rules.opaque-background: expected \"off\", \"warning\" or \"error\", found \"loud\"",
                "pipeline.json:3: jobs: expected a whole number from 0 to 256, found 1.5",
                "pipeline.json:4: render: expected an object in { }, found a list",
                "pipeline.json:5: size: expected \"small\", \"regular\" or \"large\", found \"medium\"",
            ])
    }

    @Test(
        "a mistyped key is answered with the nearest one",
        arguments: [
            ("{ \"dorp\": \"x\" }", "dorp: there is no such key; did you mean \"drop\"?"),
            (
                "{ \"encode\": { \"fidelityflor\": 1 } }",
                "encode.fidelityflor: there is no such key; did you mean \"fidelityFloor\"?"
            ),
            (
                "{ \"rules\": { \"opaque-backround\": \"off\" } }",
                "rules.opaque-backround: there is no such key; did you mean \"opaque-background\"?"
            ),
            (
                "{ \"previews\": { \"backgrounds\": [{ \"name\": \"a\", \"colour\": \"#fff\", \"image2\": 1 }] } }",
                "previews.backgrounds[0].image2: there is no such key; did you mean \"image\"?"
            ),
        ])
    func unknownKey(text: String, complaint: String) {
        #expect(folder.complaints(text) == ["pipeline.json:1: \(complaint)"])
    }

    @Test("an unknown key is reported with the possible ones")
    func strangeKey() {
        #expect(
            folder.complaints("{ \"render\": { \"watermark\": 1 } }") == [
                "pipeline.json:1: render.watermark: there is no such key; the keys here are trim, trimThreshold, padding"
            ])
    }

    @Test("the same key twice is an error that names both lines")
    func duplicateKey() {
        #expect(
            folder.complaints("{ \"jobs\": 1,\n\"jobs\": 2 }")
                == ["pipeline.json:2: jobs: expected each key once, found it again; it is already on line 1"])
    }

    @Test(
        "numbers out of range are refused",
        arguments: [
            ("jobs", "257"), ("jobs", "-1"), ("jobs", "true"), ("render.trimThreshold", "255"),
            ("render.padding", "0.26"), ("render.padding", "-0.01"), ("encode.fidelityFloor", "0.49"),
            ("encode.fidelityFloor", "1.01"), ("encode.byteLimit", "9999"), ("encode.byteLimit", "500001"),
            ("encode.maximumColours", "1"), ("encode.maximumColours", "257"), ("limits.fileBytes", "0"),
            ("limits.pixels", "1"), ("limits.seconds", "0"), ("limits.memoryMegabytes", "1"),
            ("watch.quietMilliseconds", "49"), ("watch.pollSeconds", "0"), ("watch.rescanSeconds", "9"),
            ("watch.retireAfterSeconds", "-1"), ("watch.massChangeShare", "1.1"),
        ])
    func outOfRange(path: String, value: String) throws {
        let parts = path.split(separator: ".")
        var text = "{ \"\(try #require(parts.last))\": \(value) }"
        if parts.count == 2 { text = "{ \"\(parts[0])\": \(text) }" }
        let complaints = folder.complaints(text)
        #expect(complaints.count == 1)
        #expect(complaints.first?.hasPrefix("pipeline.json:1: \(path): expected a ") == true)
        #expect(complaints.first?.hasSuffix("found \(value)") == true)
    }

    @Test(
        "a fidelity target below the floor is refused, at the key that the file sets",
        arguments: [
            (
                "{ \"encode\": {\n\"fidelityTarget\": 0.6 } }",
                "pipeline.json:2: encode.fidelityTarget: expected at least encode.fidelityFloor, which is 0.985, found 0.6"
            ),
            (
                "{ \"encode\": { \"fidelityFloor\": 1 } }",
                "pipeline.json:1: encode.fidelityFloor: expected at most encode.fidelityTarget, which is 0.9998, found 1"
            ),
            (
                "{ \"animation\": { \"fidelityFloor\": 0.8,\n\"fidelityTarget\": 0.7 } }",
                "pipeline.json:2: animation.fidelityTarget: expected at least animation.fidelityFloor, which is 0.8, found "
                    + "0.7"
            ),
        ])
    func targetBelowFloor(text: String, complaint: String) {
        #expect(folder.complaints(text) == [complaint])
    }

    @Test("an empty path is refused", arguments: ["drop", "out", "state"])
    func emptyPath(key: String) {
        #expect(folder.complaints("{ \"\(key)\": \"\" }") == ["pipeline.json:1: \(key): expected a path, found \"\""])
    }

    @Test("an invalid language tag is refused", arguments: ["german", "d", "de_DE", "", "de-", "x"])
    func language(tag: String) {
        #expect(
            folder.complaints("{ \"language\": \"\(tag)\" }") == [
                "pipeline.json:1: language: expected a language tag like \"de\" or \"pt-BR\", found \"\(tag)\""
            ])
    }

    @Test("a rule that is always on accepts no level, and the message has the reason")
    func fixedRule() {
        #expect(
            folder.complaints("{ \"rules\": { \"empty-art\": \"off\" } }") == [
                "pipeline.json:1: rules.empty-art: this rule has no level, because a file with this problem can "
                    + "never be published: Every pixel is transparent. Remove the key."
            ])
    }

    @Test("a limit is refused for a rule that measures nothing")
    func limitOfNothing() {
        #expect(
            folder.complaints("{ \"rules\": { \"same-picture\": { \"level\": \"off\", \"limit\": 3 } } }") == [
                "pipeline.json:1: rules.same-picture.limit: expected no limit, because this rule measures nothing, "
                    + "found 3"
            ])
    }

    @Test("a limit must be possible in its unit")
    func limitRange() {
        #expect(
            folder.complaints("{ \"rules\": { \"touches-edge\": { \"limit\": 101 } } }")
                == ["pipeline.json:1: rules.touches-edge.limit: expected a number from 0 to 100, found 101"])
    }

    @Test("a wrong level of a rule with a limit is answered with both ways to set it")
    func levelOrObject() {
        #expect(
            folder.complaints("{ \"rules\": { \"touches-edge\": \"of\" } }") == [
                "pipeline.json:1: rules.touches-edge: expected \"off\", \"warning\" or \"error\", or an object with level "
                    + "and limit, found \"of\"; did you mean \"off\"?"
            ])
    }

    @Test("text from a file in a message cannot control a terminal")
    func controlCharacters() {
        let complaints = folder.complaints(#"{ "size": "\u001b[31mred", "\u001b[2J": 1 }"#)
        #expect(complaints.count == 2)
        #expect(!complaints.joined().unicodeScalars.contains("\u{1B}"))
    }

    @Test("a thousand errors are reported as the first one and a number")
    func thousandMistakes() {
        let text = "{" + (0..<1000).map { "\"nonsense-\($0)\": 1" }.joined(separator: ",\n") + "}"
        let complaints = folder.complaints(text)
        #expect(complaints.count == 41)
        #expect(complaints.last == "… and 960 more")
    }
}
