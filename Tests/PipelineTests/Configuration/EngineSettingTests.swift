import Foundation
import StickerConfiguration
import Testing

@Suite struct EngineSettingTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
    }

    private func complaints(_ engine: String) -> [String] {
        folder.complaints("{ \"engine\": { \(engine) } }")
    }

    @Test("without the keys only this machine renders")
    func defaults() throws {
        let configuration = try folder.configuration("{}")
        #expect(configuration.engine == EngineSettings() && configuration.engine.mostJobs == 0)
    }

    @Test("an engine has an address, properties of its workers, and files beside pipeline.json")
    func engine() throws {
        let engine = try folder.configuration(
            """
            { "engine": { "url": "grpcs://farm.example.com:443", "instance": "stickers", "jobs": 20, "write": true,
              "salt": "2", "platform": { "// note": 1, "OSFamily": "linux" }, "environment": "inputs",
              "tokenFile": "secret/token", "authority": "ca.pem", "certificate": "own.pem", "key": "own.key",
              "verifyShare": 0.25 } }
            """
        ).engine
        #expect(engine.host == "farm.example.com" && engine.mostJobs == 32 && engine.write && engine.salt == "2")
        #expect(engine.instance == "stickers" && engine.platform == ["OSFamily": "linux"])
        #expect(engine.environment == .inputs && engine.verifyShare == 0.25)
        #expect(engine.tokenFile == "\(folder.path)/secret/token" && engine.authority == "\(folder.path)/ca.pem")
        #expect(engine.certificate == "\(folder.path)/own.pem" && engine.key == "\(folder.path)/own.key")
    }

    @Test(
        "an unencrypted connection to another machine must be allowed by name",
        arguments: [
            ("\"url\": \"grpc://farm.example.com:50051\"", 1),
            ("\"url\": \"grpc://farm.example.com:50051\", \"insecure\": true", 0),
            ("\"url\": \"grpc://127.0.0.1:50051\"", 0), ("\"url\": \"grpc://localhost:50051\"", 0),
            ("\"url\": \"unix:/run/casd.sock\"", 0), ("\"url\": \"grpcs://farm.example.com:443\"", 0),
        ])
    func encryption(engine: String, count: Int) {
        #expect(complaints(engine).count == count)
    }

    @Test(
        "invalid values are reported",
        arguments: [
            "\"url\": \"https://farm.example.com\"", "\"url\": \"grpcs://farm.example.com\"",
            "\"url\": \"grpcs://user@farm.example.com:443\"", "\"jobs\": 2001", "\"platform\": [\"linux\"]",
            "\"platform\": { \"cores\": 4 }", "\"environment\": \"docker\"", "\"certificate\": \"own.pem\"",
            "\"key\": \"own.key\"",
        ])
    func wrong(engine: String) {
        #expect(complaints(engine).count == 1)
    }

    @Test("a section of an earlier version is one error that names the new key", arguments: ["workers", "cache"])
    func earlier(section: String) {
        let found = folder.complaints("{ \"\(section)\": { \"pools\": [], \"url\": null, \"write\": true } }")
        #expect(found.count == 1)
        #expect(found.first?.contains("there is no such key any more") == true)
        #expect(found.first?.contains("engine.url") == true)
    }

    @Test("a file with commands or an engine that every user may change is refused, and one without is not")
    func writable() throws {
        let path = "\(folder.path)/pipeline.json"
        func read(_ json: String, mode: Int) throws -> Configuration {
            try Data(json.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return try Configuration(contentsOf: path)
        }
        let engine = "{ \"engine\": { \"url\": \"unix:/run/casd.sock\" } }"
        #expect(throws: ConfigurationError.self) { try read(engine, mode: 0o666) }
        #expect(try read(engine, mode: 0o664).engine.url != nil)
        #expect(try read("{}", mode: 0o666).engine.url == nil)
        let hook = "{ \"hooks\": { \"onPublished\": [{ \"command\": [\"/usr/bin/true\"] }] } }"
        #expect(throws: ConfigurationError.self) { try read(hook, mode: 0o666) }
        #expect(try read(hook, mode: 0o644).hooks.onPublished.count == 1)
    }
}
