import Foundation
import JobModel
import StickerConfiguration
import StickerManifest
import Testing

/// The committed `pipeline.json` and the starter are both written from `ConfigurationKey.all`.
@Suite struct StarterFilesTests {
    private let folder: SettingsFolder
    private let committed = SchemaValidator.repository.appendingPathComponent("pipeline.json")

    init() throws {
        folder = try SettingsFolder()
    }

    @Test("the repository's pipeline.json is what the keys' documentation renders")
    func committedFile() throws {
        if ProcessInfo.processInfo.environment["STICKERD_RENEW"] == "1" {
            try Data(StarterFiles.repositoryConfiguration.utf8).write(to: committed)
        }
        #expect(
            try String(contentsOf: committed, encoding: .utf8) == StarterFiles.repositoryConfiguration,
            "Change ConfigurationKey, not the file; then run the tests once with STICKERD_RENEW=1.")
    }

    /// With `STICKERD_RENEW=1` the page is written instead.
    @Test("docs/reference/pipeline.md lists every key as it is")
    func reference() throws {
        let page = SchemaValidator.repository.appending(path: "docs/reference/pipeline.md")
        if ProcessInfo.processInfo.environment["STICKERD_RENEW"] == "1" {
            try Data(ConfigurationReference.page.utf8).write(to: page)
        }
        let written = try String(contentsOf: page, encoding: .utf8)
        #expect(written == ConfigurationReference.page, "run STICKERD_RENEW=1 scripts/test --filter StarterFiles")
    }

    @Test("the repository's pipeline.json says what the code does without a file")
    func committedValues() throws {
        try folder.write("a photo", to: "samples/backgrounds/photo.jpg")
        var configuration = try folder.configuration(String(contentsOf: committed, encoding: .utf8))
        #expect(configuration.drop == folder.path + "/samples/drop")
        #expect(configuration.out == folder.path + "/out")
        #expect(configuration.backgrounds.map(\.name) == ["white", "black", "red", "yellow", "photo"])
        let defaults = Configuration.defaults(folder: folder.path)
        configuration.drop = defaults.drop
        configuration.backgrounds.removeLast()
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
        for key in ConfigurationKey.all {
            let comment = lines.firstIndex { $0.hasPrefix("\"// \(key.name)\": \"\(key.sentence.prefix(10))") }
            #expect(comment.map { lines[$0 + 1].hasPrefix("\"\(key.name)\":") } == true, "\(key.path)")
        }
    }

    @Test("the starter is the defaults of a new project, with a photo beside it")
    func starter() throws {
        try folder.write("a photo", to: "backgrounds/photo.jpg")
        var configuration = try folder.configuration(StarterFiles.configuration)
        #expect(configuration.backgrounds.map(\.name) == ["white", "black", "red", "yellow", "photo"])
        configuration.backgrounds.removeLast()
        #expect(configuration == Configuration.defaults(folder: folder.path))
        #expect(StarterFiles.folders == ["drop", "out", "backgrounds"])
    }
}
