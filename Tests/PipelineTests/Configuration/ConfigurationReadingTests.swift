import Foundation
import JobModel
import StickerConfiguration
import StickerManifest
import Testing

@Suite struct ConfigurationReadingTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
    }

    @Test("an empty object gives the defaults")
    func empty() throws {
        #expect(try folder.configuration("{}") == Configuration.defaults(folder: folder.path))
    }

    @Test("every key is read")
    func everyKey() throws {
        try folder.write("a photo", to: "art/photo.jpg")
        let configuration = try folder.configuration(
            """
            {
              "$schema": "schemas/pipeline.schema.json",
              "drop": "in", "out": "../results", "state": "/var/lib/stickerd", "jobs": 3, "language": "pt-br",
              "size": "large",
              "render": { "trim": false, "trimThreshold": 9, "padding": 0.1 },
              "encode": {
                "effort": "max", "fidelityTarget": 0.95, "fidelityFloor": 0.9, "byteLimit": 400000,
                "maximumColours": 64, "dither": "off"
              },
              "previews": { "backgrounds": [
                { "name": "sea-2", "colour": "#0AF" }, { "name": "photo", "image": "art/photo.jpg" }
              ] },
              "limits": { "fileBytes": 5000, "pixels": 20000, "seconds": 9, "memoryMegabytes": 512 },
              "watch": {
                "mode": "poll", "quietMilliseconds": 80, "pollSeconds": 7, "rescanSeconds": 60,
                "retireAfterSeconds": 0, "massChangeShare": 0.25, "notes": false
              },
              "rules": { "opaque-background": "off", "touches-edge": { "level": "error", "limit": 5 } }
            }
            """)
        let parent = URL(fileURLWithPath: folder.path).deletingLastPathComponent().path
        var expected = Configuration(drop: folder.path + "/in", out: parent + "/results")
        expected.state = "/var/lib/stickerd"
        expected.jobs = 3
        expected.language = "pt-BR"
        expected.recipe.size = .large
        expected.recipe.render = RenderSettings(trim: false, trimThreshold: 9, padding: 0.1)
        expected.recipe.encode = EncodeSettings(
            effort: .max, fidelityTarget: 0.95, fidelityFloor: 0.9, byteLimit: 400_000, maximumColours: 64, dither: .off
        )
        expected.recipe.backgrounds = [
            .init(name: "sea-2", fill: .colour("#00aaff")),
            .init(name: "photo", fill: .image(folder.path + "/art/photo.jpg")),
        ]
        expected.recipe.limits = SourceLimits(fileBytes: 5000, pixels: 20_000, seconds: 9, memoryMegabytes: 512)
        expected.watch.mode = .poll
        expected.watch.quietMilliseconds = 80
        expected.watch.pollSeconds = 7
        expected.watch.rescanSeconds = 60
        expected.watch.retireAfterSeconds = 0
        expected.watch.massChangeShare = 0.25
        expected.watch.notes = false
        expected.rules.levels = ["opaque-background": .off, "touches-edge": .error]
        expected.rules.limits = ["touches-edge": 5]
        #expect(configuration == expected)
    }

    @Test("every setting has a key")
    func settings() {
        let sections = Set(ConfigurationSection.all.map(\.name))
        let properties = Mirror(reflecting: Configuration.defaults(folder: "/")).children.flatMap { property in
            // The settings of recipes are in several sections.
            property.label == "recipe" ? Array(Mirror(reflecting: property.value).children) : [property]
        }
        let settings = properties.flatMap { property in
            let name = property.label ?? ""
            return sections.contains(name)
                ? Mirror(reflecting: property.value).children.map { "\(name).\($0.label ?? "")" } : [name]
        }
        let keys = ConfigurationSection.all.flatMap { section in section.keys.map { section.path(of: $0) } }
        // These settings have keys with other names, or are used only by a rebuild.
        let others: Set = ["backgrounds", "photoFormat", "rules.levels", "rules.limits", "encode.pressing"]
        #expect(Set(settings).subtracting(others).subtracting(keys) == [])
    }

    @Test("a relative path is relative to the file's folder, not to the current folder")
    func relativePath() throws {
        let file = try folder.write("{ \"drop\": \"./art/../in/\" }", to: "settings/pipeline.json")
        #expect(try Configuration(contentsOf: file).drop == folder.path + "/settings/in")
    }

    @Test("a tilde is the home folder")
    func home() throws {
        #expect(try folder.configuration("{ \"drop\": \"~/stickers\" }").drop == NSHomeDirectory() + "/stickers")
    }

    @Test("a state of null is the default folder next to out")
    func nullState() throws {
        #expect(try folder.configuration("{ \"state\": null }").state == nil)
    }

    @Test("a rule that is set to its default level and limit equals one that is not set")
    func ownLevel() throws {
        let limit = try #require(Rule.touchesEdge.limit)
        let text = """
            { "rules": { "low-resolution": "warning", "touches-edge": { "level": "warning", "limit": \(limit) } } }
            """
        #expect(try folder.configuration(text) == Configuration.defaults(folder: folder.path))
    }

    @Test("a rule may have a limit without a level")
    func limitAlone() throws {
        let configuration = try folder.configuration("{ \"rules\": { \"touches-edge\": { \"limit\": 7 } } }")
        #expect(configuration.rules.limits == ["touches-edge": 7])
        #expect(configuration.rules.levels.isEmpty)
    }

    @Test("a missing file is reported with the command that creates it")
    func missing() throws {
        let path = folder.path + "/pipeline.json"
        #expect(throws: ConfigurationError.missing(file: path)) { try Configuration(contentsOf: path) }
        #expect(ConfigurationError.missing(file: path).description.contains("stickerd init"))
    }

    @Test("a folder at the path of the file is unreadable, with the reason")
    func isFolder() throws {
        #expect(throws: ConfigurationError.unreadable(file: folder.path, reason: "it is a folder")) {
            try Configuration(contentsOf: folder.path)
        }
    }
}
