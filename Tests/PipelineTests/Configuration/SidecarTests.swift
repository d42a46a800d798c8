import StickerConfiguration
import Testing

@Suite struct SidecarTests {
    private func complaints(_ text: String) -> [String] {
        do {
            _ = try Sidecar(json: Array(text.utf8), file: "Cat.json")
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0) }
        }
    }

    @Test("every key is taken")
    func everyKey() throws {
        let text = """
            { "label": "A cat", "labels": { "zh-hant-tw": "貓" }, "size": "large", "trim": false, "padding": 0.25 }
            """
        #expect(
            try Sidecar(json: Array(text.utf8), file: "Cat.json")
                == Sidecar(label: "A cat", labels: ["zh-Hant-TW": "貓"], size: .large, trim: false, padding: 0.25))
    }

    @Test("wrong values are all refused together")
    func wrongValues() {
        #expect(
            complaints(
                "{ \"label\": \"\",\n\"labels\": [],\n\"size\": \"Large\",\n\"trim\": \"no\",\n\"padding\": 0.3 }")
                == [
                    "Cat.json:1: label: expected a label that is not empty, found \"\"",
                    "Cat.json:2: labels: expected an object in { }, found a list",
                    "Cat.json:3: size: expected \"small\", \"regular\" or \"large\", found \"Large\"; "
                        + "did you mean \"large\"?",
                    "Cat.json:4: trim: expected true or false, found \"no\"",
                    "Cat.json:5: padding: expected a number from 0 to 0.25, found 0.3",
                ])
    }

    @Test("null is not a value: an unwanted key must be omitted")
    func null() {
        #expect(
            complaints("{ \"label\": null }") == ["Cat.json:1: label: expected a label that is not empty, found null"])
    }
}
