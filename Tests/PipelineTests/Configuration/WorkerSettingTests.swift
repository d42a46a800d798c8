import Foundation
import StickerConfiguration
import Testing

@Suite struct WorkerSettingTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
    }

    private func poolComplaints(_ pools: String) -> [String] {
        folder.complaints("{ \"workers\": { \"pools\": [\(pools)] } }").map {
            $0.replacingOccurrences(of: "pipeline.json:1: workers.pools[0]", with: "")
        }
    }

    @Test("without the keys only this machine renders, and nothing is shared")
    func defaults() throws {
        let configuration = try folder.configuration("{}")
        #expect(configuration.workers == WorkerSettings() && configuration.cache == CacheSettings())
        #expect(configuration.workers.mostSlots == 0)
    }

    @Test("a pool is a command and its limits; a path is taken from the file's folder, a name is looked up later")
    func pools() throws {
        let configuration = try folder.configuration(
            """
            { "workers": { "attachedSlots": 8, "requireSandbox": false, "prefetch": false,
              "verifyShare": 0.25, "pools": [
              { "name": "farm", "launch": ["ssh", "render2", "stickerd-render", "--slots", "4"], "slots": 4, "max": 3 },
              { "name": "own", "launch": ["bin/../agent"], "slots": 2, "min": 2, "idleSeconds": 5, "startSeconds": 0,
                "launchSeconds": 7 }
            ] }, "cache": { "url": "https://cache.example.com/stickers", "write": true } }
            """)
        let pools = configuration.workers.pools
        #expect(pools.map(\.name) == ["farm", "own"])
        #expect(pools.map(\.launch.first) == ["ssh", "\(folder.path)/agent"])
        #expect(pools.map(\.max) == [3, 2] && pools.map(\.min) == [0, 2])
        #expect(pools[1].idleSeconds == 5 && pools[1].startSeconds == 0 && pools[1].launchSeconds == 7)
        #expect(configuration.workers.mostSlots == 8 + 3 * 4 + 2 * 2)
        #expect(!configuration.workers.requireSandbox && !configuration.workers.prefetch)
        #expect(configuration.workers.verifyShare == 0.25)
        #expect(configuration.cache.url == "https://cache.example.com/stickers" && configuration.cache.write)
    }

    @Test("missing and impossible values of a pool are reported")
    func wrongPools() {
        #expect(poolComplaints("{}").count == 3)
        #expect(poolComplaints("{}").contains(": expected a launch, found none"))
        let launch = "\"launch\": [\"ssh\"], \"slots\": 1"
        let spaced = poolComplaints("{ \"name\": \"a b\", \(launch) }")
        #expect(spaced.first?.hasPrefix(".name: expected a name of") == true)
        #expect(poolComplaints("{ \"name\": \"attached\", \(launch) }").count == 1)
        #expect(poolComplaints("{ \"name\": \"a\", \"launch\": [], \"slots\": 1 }").count == 1)
        #expect(poolComplaints("{ \"name\": \"a\", \"launch\": \"ssh render2\", \"slots\": 1 }").count == 1)
        #expect(poolComplaints("{ \"name\": \"a\", \(launch), \"min\": 3, \"max\": 2 }").count == 1)
        #expect(poolComplaints("{ \"name\": \"a\", \"launch\": [\"ssh\"], \"slots\": 0, \"max\": 2 }").count == 1)
    }

    @Test("a file with commands that every user may change is refused, and one without is not")
    func writable() throws {
        let path = "\(folder.path)/pipeline.json"
        func read(_ json: String, mode: Int) throws -> Configuration {
            try Data(json.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return try Configuration(contentsOf: path)
        }
        let pools = "{ \"workers\": { \"pools\": [{ \"name\": \"a\", \"launch\": [\"ssh\"], \"slots\": 1 }] } }"
        #expect(throws: ConfigurationError.self) { try read(pools, mode: 0o666) }
        #expect(try read(pools, mode: 0o664).workers.pools.count == 1)
        #expect(try read("{}", mode: 0o666).workers.pools.isEmpty)
        let hook = "{ \"hooks\": { \"onPublished\": [{ \"command\": [\"/usr/bin/true\"] }] } }"
        #expect(throws: ConfigurationError.self) { try read(hook, mode: 0o666) }
        #expect(try read(hook, mode: 0o644).hooks.onPublished.count == 1)
    }
}
