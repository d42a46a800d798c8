import JobModel
import StickerConfiguration
import StickerManifest
import Testing

@Suite("Values of keys")
struct ConfigurationValueTests {
    private let folder: SettingsFolder

    init() throws { folder = try SettingsFolder() }

    @Test("a value that may be null has this in its documentation, and as its default")
    func null() {
        let value = ConfigurationValue<Int?>.orNull(.integer(1...9))
        #expect(value.accepts.cell == "1 to 9, or `null`" && value.accepts.note == "From 1 to 9.")
        #expect(value.defaultText(nil) == "null" && value.defaultText(5) == "5")
    }

    @Test("the words of a choice are documented in their order")
    func choice() {
        let accepts: AcceptedValues = ConfigurationValue<StickerSize>.choice.accepts
        #expect(accepts.cell == "`small`, `regular`, `large`" && accepts.note == "One of small, regular or large.")
    }

    @Test("a path starts at the folder of the file, and one that is empty or has a control character is refused")
    func path() throws {
        func read(_ json: String) throws -> String? {
            try JSONObjectReader.read(Array(json.utf8), file: "pipeline.json") {
                ConfigurationValue.path.read(ConfigurationReader(folder: "/base"), "drop", &$0)
            }
        }
        #expect(try read(#"{"drop": "art"}"#) == "/base/art" && read(#"{"drop": "/art"}"#) == "/art")
        #expect(try read("{}") == nil)
        for text in [#"{"drop": ""}"#, #"{"drop": "a\u0007"}"#, #"{"drop": 1}"#] {
            #expect(throws: ConfigurationError.self) { try read(text) }
        }
    }

    /// The keys with documented bounds.
    private static let bounded = ConfigurationSection.all.flatMap { section in
        section.keys.compactMap { key -> Bounds? in
            let bounds = key.accepts.cell.split(separator: ",")[0].split(separator: " to ").compactMap { Double($0) }
            guard bounds.count == 2 else { return nil }
            return Bounds(section: section.name, key: key.name, lowest: bounds[0], highest: bounds[1])
        }
    }

    struct Bounds: CustomTestStringConvertible, Sendable {
        let section: String
        let key: String
        let lowest: Double
        let highest: Double
        var testDescription: String { section.isEmpty ? key : "\(section).\(key)" }

        /// The key with a value, as a file.
        func text(_ value: Double) -> String {
            let number = Int(exactly: value).map { "\($0)" } ?? "\(value)"
            return section.isEmpty ? "{\"\(key)\": \(number)}" : "{\"\(section)\": {\"\(key)\": \(number)}}"
        }
    }

    @Test(
        "a value beyond the documented bounds is refused, and one at a bound is not called out of range",
        arguments: bounded)
    func bounds(key: Bounds) {
        for value in [key.lowest - 1, key.highest + 1] {
            #expect(folder.complaints(key.text(value)).contains { $0.contains(key.testDescription) }, "\(value)")
        }
        for value in [key.lowest, key.highest] {
            // A bound may conflict with another key's default.
            #expect(!folder.complaints(key.text(value)).contains { $0.contains(" number from ") }, "\(value)")
        }
    }

    @Test("most keys with a number have documented bounds")
    func boundedKeys() {
        #expect(ConfigurationValueTests.bounded.count > 20)
    }
}
