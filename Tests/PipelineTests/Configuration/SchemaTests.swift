import Foundation
import StickerConfiguration
import StickerManifest
import Testing

/// Tests that the schemas for editors agree with the readers of the settings files.
@Suite(.enabled(if: SchemaValidator.isInstalled, "needs python3-jsonschema"))
struct SchemaTests {
    private let pipeline = SchemaValidator(name: "pipeline")

    @Test("both configuration files follow the schema")
    func configurations() throws {
        let texts = [StarterFiles.configuration, StarterFiles.repositoryConfiguration]
        #expect(try pipeline.problems(inEach: texts) == [[], []])
    }

    @Test("everything that the reader of pipeline.json refuses is refused by its schema")
    func refused() throws {
        let texts = [
            #"[]"#, #"{ "dorp": "x" }"#, #"{ "drop": "" }"#, #"{ "jobs": 1.5 }"#, #"{ "jobs": "two" }"#,
            #"{ "size": "medium" }"#, #"{ "language": "german" }"#, #"{ "render": { "crop": 1 } }"#,
            #"{ "encode": { "fidelityFloor": "high" } }"#, #"{ "rules": { "empty-art": "off" } }"#,
            #"{ "rules": { "opaque-background": "loud" } }"#,
            #"{ "rules": { "same-picture": { "limit": 1 } } }"#,
            #"{ "rules": { "touches-edge": { "limit": 101 } } }"#,
            #"{ "previews": { "backgrounds": [] } }"#,
            #"{ "previews": { "backgrounds": [{ "name": "a" }] } }"#,
            ##"{ "previews": { "backgrounds": [{ "colour": "#fff" }] } }"##,
            ##"{ "previews": { "backgrounds": [{ "name": "A b", "colour": "#fff" }] } }"##,
            ##"{ "previews": { "backgrounds": [{ "name": "a", "colour": "#ff" }] } }"##,
            ##"{ "previews": { "backgrounds": [{ "name": "a", "colour": "#fff", "image": "a.jpg" }] } }"##,
            #"{ "hooks": { "onPublished": [{}] } }"#, #"{ "hooks": { "onPublished": [{ "command": [] }] } }"#,
            #"{ "hooks": { "onPublished": [{ "command": ["tell"] }] } }"#,
            #"{ "hooks": { "onPublished": [{ "command": ["/a"], "format": "slack" }] } }"#,
            #"{ "hooks": { "onPublished": [{ "command": ["/a"], "url": "https://a" }] } }"#,
            #"{ "hooks": { "onRejected": [{ "url": "ftp://a" }] } }"#, #"{ "hooks": { "retries": 11 } }"#,
            #"{ "service": { "address": "0.0.0.0:80" } }"#, #"{ "service": { "logLevel": "loud" } }"#,
        ]
        let folder = try SettingsFolder()
        for (text, problems) in zip(texts, try pipeline.problems(inEach: texts)) {
            #expect(!folder.complaints(text).isEmpty, "\(text)")
            #expect(!problems.isEmpty, "\(text)")
        }
    }

    @Test("everything that the reader of pipeline.json accepts is accepted by its schema")
    func taken() throws {
        let texts = [
            #"{}"#, #"{ "//": 1, "state": null, "language": "zh-Hant-TW" }"#,
            #"{ "rules": { "// why": [], "touches-edge": { "limit": 7.5 } } }"#,
            #"{ "rules": { "same-picture": { "level": "off", "//": "twins" } } }"#,
            ##"{ "previews": { "backgrounds": [{ "//": 0, "name": "sea-2", "colour": "#0AF" }] } }"##,
            #"{ "render": { "padding": 0.25, "trimThreshold": 0 }, "encode": { "byteLimit": 10000 } }"#,
            #"{ "hooks": { "onPublished": [{ "command": ["./tell", ""] }, { "//": 0, "url": "https://a/b?c" }] } }"#,
            #"{ "hooks": { "onProblem": [{ "url": "HTTP://127.0.0.1:1", "format": "slack" }], "seconds": 1 } }"#,
            #"{ "service": { "address": "[::1]:9818", "stopSeconds": 1 } }"#, #"{ "service": { "address": null } }"#,
        ]
        let folder = try SettingsFolder()
        for (text, problems) in zip(texts, try pipeline.problems(inEach: texts)) {
            #expect(folder.complaints(text) == [])
            #expect(problems == [])
        }
    }

    @Test("pack.json has the keys of the reader")
    func pack() throws {
        let right = """
            { "$schema": "x", "//": 0, "title": "A", "titles": { "de": "B", "//": 0 }, "size": "small", "order": ["C"],
              "available": { "from": "2026-12-01", "until": "2026-12-27T00:00:00+01:00" },
              "productID": "com.example.stickers.cats", "kind": "pieces", "box": 48 }
            """
        let wrong = [
            #"{ "title": " " }"#, #"{ "titles": { "german": "B" } }"#, #"{ "order": ["A", "A"] }"#,
            #"{ "label": "A" }"#, #"{ "available": { "from": "soon" } }"#, #"{ "available": { "to": "2026-12-01" } }"#,
            #"{ "available": "2026-12-01" }"#, #"{ "productID": "a b" }"#, #"{ "productID": "" }"#,
            #"{ "kind": "cards" }"#, #"{ "kind": "pieces", "box": 4 }"#, #"{ "box": 64 }"#,
            #"{ "kind": "stickers", "box": 64 }"#, #"{ "kind": "pieces", "box": 1.5 }"#,
        ]
        try expect(SchemaValidator(name: "pack"), right: right, wrong: wrong) {
            _ = try PackSettings(json: $0, file: "pack.json")
        }
    }

    @Test("a sidecar has the keys of the reader")
    func sidecar() throws {
        let right = """
            { "$schema": "x", "//": 0, "label": "A", "labels": { "de": "B" }, "size": "small", "trim": true, "padding": 0.1,
              "anchor": { "x": 0, "y": 0.75 } }
            """
        let wrong = [
            #"{ "label": "" }"#, #"{ "labels": { "x": "B" } }"#, #"{ "padding": 0.3 }"#, #"{ "title": "A" }"#,
            #"{ "anchor": 0.5 }"#, #"{ "anchor": { "x": -0.1 } }"#, #"{ "anchor": { "y": 1.1 } }"#,
            #"{ "anchor": { "z": 0 } }"#,
        ]
        try expect(SchemaValidator(name: "sticker"), right: right, wrong: wrong) {
            _ = try Sidecar(json: $0, file: "A.json")
        }
    }

    @Test("a message's sidecar has the keys of the reader")
    func message() throws {
        let right = """
            { "$schema": "x", "//": 0, "caption": "A", "subcaption": "B", "trailingCaption": "C",
              "expires": true, "trailingSubcaption": "D {sender}", "imageTitle": "E", "imageSubtitle": "F", "summary": "G", "label": "H",
              "translations": { "//": 0, "de": { "caption": "I", "//": 0 }, "pt-BR": {} } }
            """
        let long = String(repeating: "a", count: 501)
        let wrong = [
            #"{ "caption": "" }"#, #"{ "title": "A" }"#, #"{ "caption": "\(long)" }"#, #"{ "translations": [] }"#,
            #"{ "label": "By {sender}" }"#, #"{ "imageTitle": "{recipient}" }"#, #"{ "expires": "yes" }"#,
            #"{ "translations": { "german": {} } }"#, #"{ "translations": { "de": { "text": "A" } } }"#,
            #"{ "translations": { "de": "A" } }"#,
        ].map { $0.replacing(#"\(long)"#, with: long) }
        try expect(SchemaValidator(name: "message"), right: right, wrong: wrong) {
            _ = try MessageTexts(json: $0, file: "A.json")
        }
    }

    private func expect(
        _ schema: SchemaValidator, right: String, wrong: [String], read: ([UInt8]) throws -> Void
    ) throws {
        let problems = try schema.problems(inEach: [right] + wrong)
        #expect(throws: Never.self) { try read(Array(right.utf8)) }
        #expect(problems.first == [])
        for (text, problems) in zip(wrong, problems.dropFirst()) {
            #expect(throws: ConfigurationError.self, "\(text)") { try read(Array(text.utf8)) }
            #expect(!problems.isEmpty, "\(text)")
        }
    }
}
