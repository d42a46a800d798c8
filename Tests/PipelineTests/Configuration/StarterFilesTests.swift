import Foundation
import JobModel
import StickerConfiguration
import StickerManifest
import TestSupport
import Testing

/// Tests the committed `pipeline.json` and the file that `stickerd init` writes. Both are generated from
/// `ConfigurationSection.all`.
@Suite struct StarterFilesTests {
    private let folder: SettingsFolder
    private let committed = Repository.url.appendingPathComponent("pipeline.json")

    init() throws {
        folder = try SettingsFolder()
    }

    /// If `STICKERD_RENEW=1` is set, the file is written and not compared.
    @Test(
        "pipeline.json, its schema and its page in the documentation are as the program makes them",
        arguments: [
            ("pipeline.json", StarterFiles.repositoryConfiguration),
            ("schemas/pipeline.schema.json", ConfigurationSchema.text),
            ("docs/reference/pipeline.md", ConfigurationReference.page),
        ])
    func generated(path: String, text: String) throws {
        let file = Repository.url.appending(path: path)
        if ProcessInfo.processInfo.environment["STICKERD_RENEW"] == "1" { try Data(text.utf8).write(to: file) }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == text,
            "the file differs from ConfigurationSection; run STICKERD_RENEW=1 scripts/test --filter StarterFiles")
    }

    @Test("the repository's pipeline.json equals the built-in defaults")
    func committedValues() throws {
        try folder.write("a photo", to: "samples/backgrounds/photo.jpg")
        var configuration = try folder.configuration(String(contentsOf: committed, encoding: .utf8))
        #expect(configuration.drop == folder.path + "/samples/drop")
        #expect(configuration.out == folder.path + "/out")
        #expect(configuration.recipe.backgrounds.map(\.name) == ["white", "black", "red", "yellow", "photo"])
        let defaults = Configuration.defaults(folder: folder.path)
        configuration.drop = defaults.drop
        configuration.recipe.backgrounds.removeLast()
        #expect(configuration == defaults)
    }

    @Test("both files are strict JSON", arguments: [StarterFiles.configuration, StarterFiles.repositoryConfiguration])
    func strictJSON(text: String) throws {
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    }

    @Test("every rule that can be set is in the file with its level, and no other")
    func rules() throws {
        let file = try JSONSerialization.jsonObject(with: Data(StarterFiles.repositoryConfiguration.utf8))
        let rules = try #require((file as? [String: Any])?["rules"] as? [String: Any])
        let levels = rules.filter { !$0.key.hasPrefix("//") }.mapValues { value in
            value as? String ?? (value as? [String: Any])?["level"] as? String ?? ""
        }
        let adjustable = RuleSet.rules.filter(\.isAdjustable)
        #expect(
            levels == Dictionary(uniqueKeysWithValues: adjustable.map { ($0.id, $0.defaultLevel.rawValue) }))
    }

    @Test("every key has a comment right above it")
    func comments() {
        let lines = StarterFiles.repositoryConfiguration.split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        for key in ConfigurationSection.all.flatMap(\.keys) {
            let comment = lines.firstIndex { $0.hasPrefix("\"// \(key.name)\": \"\(key.sentence.prefix(10))") }
            #expect(comment.map { lines[$0 + 1].hasPrefix("\"\(key.name)\":") } == true, "\(key.name)")
        }
    }

    @Test("the starter has the defaults of a new project, and a photo")
    func starter() throws {
        try folder.write("a photo", to: "backgrounds/photo.jpg")
        var configuration = try folder.configuration(StarterFiles.configuration)
        #expect(configuration.recipe.backgrounds.map(\.name) == ["white", "black", "red", "yellow", "photo"])
        configuration.recipe.backgrounds.removeLast()
        #expect(configuration == Configuration.defaults(folder: folder.path))
        #expect(StarterFiles.folders == ["drop", "out", "backgrounds"])
    }
}
