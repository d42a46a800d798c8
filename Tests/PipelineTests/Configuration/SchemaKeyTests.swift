import Foundation
import StickerConfiguration
import Testing

/// Key by key: the schema of `pipeline.json` against the table of keys.
@Suite struct SchemaKeyTests {
    private let schema: [String: Any]

    init() throws {
        let data = try Data(contentsOf: SchemaValidator(name: "pipeline").schema)
        schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func properties(_ object: [String: Any]?) -> [String: [String: Any]] {
        object?["properties"] as? [String: [String: Any]] ?? [:]
    }

    private func schema(of path: String) -> [String: Any]? {
        path.split(separator: ".").reduce(schema) { properties($0)[String($1)] ?? [:] }
    }

    @Test("the schema has every key, and no other")
    func keys() {
        var paths: Set<String> = []
        for (name, entry) in properties(schema) where name != "$schema" {
            paths.insert(name)
            paths.formUnion(properties(entry).keys.map { "\(name).\($0)" })
        }
        #expect(paths == Set(ConfigurationKey.all.map(\.path)))
    }

    @Test("the schema has the same ranges and choices", arguments: ConfigurationKey.all)
    func ranges(key: ConfigurationKey) throws {
        let entry = try #require(schema(of: key.path))
        switch key.accepts {
        case .integer(let range):
            #expect(entry["type"] as? String == "integer")
            #expect(entry["minimum"] as? Int == range.lowerBound && entry["maximum"] as? Int == range.upperBound)
        case .number(let range):
            #expect(entry["type"] as? String == "number")
            #expect(entry["minimum"] as? Double == range.lowerBound && entry["maximum"] as? Double == range.upperBound)
        case .choice(let words):
            #expect(entry["enum"] as? [String] == words)
        case .choices(let words):
            #expect((entry["items"] as? [String: Any])?["enum"] as? [String] == words)
        case .rule(let rule):
            let forms = try #require(entry["anyOf"] as? [[String: Any]])
            let limit = properties(forms.last)["limit"]
            #expect(limit?["minimum"] as? Double == rule.settableLimits?.lowerBound)
            #expect(limit?["maximum"] as? Double == rule.settableLimits?.upperBound)
        case .colour:
            #expect(entry["pattern"] is String)
        case .section, .folder, .language, .boolean, .backgrounds, .hooks, .text, .properties, .address:
            break
        }
        #expect(entry["description"] is String)
    }
}
