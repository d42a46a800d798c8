import Foundation
import Testing

/// Tests `stickerd check`.
@Suite struct CheckTests {
    private func cli() throws -> CLIFixture {
        let cli = try CLIFixture()
        try cli.put(Art.disc(1), at: "art/Good.svg")
        try cli.put(Art.png(opaque: true), at: "art/Opaque.png")
        try cli.put("no picture", at: "art/Torn.png")
        return cli
    }

    @Test("good art, even with warnings, ends with status 0; the text names sizes, bytes and what to fix")
    func text() async throws {
        let ending = try await cli().run("check", "art/Good.svg", "art/Opaque.png")
        #expect(ending.status == 0)
        for hint in ["✓ art/Good.svg", "! art/Opaque.png", "300 × 300 px", "bytes", "opaque-background", "→"] {
            #expect(ending.output.contains(hint), "\(ending.output)")
        }
    }

    @Test("art that would be rejected ends with status 1, and the other files are judged as well")
    func rejected() async throws {
        let ending = try await cli().run("check", "art/Torn.png", "art/Good.svg")
        #expect(ending.status == 1)
        #expect(ending.output.contains("✗ art/Torn.png"))
        #expect(ending.output.contains("✓ art/Good.svg"))
    }

    @Test("a name that does not fit the content is found, as a build finds it")
    func wrongExtension() async throws {
        let cli = try cli()
        try cli.put(Art.png(), at: "art/Photo.jpg")
        let ending = try await cli.run("check", "art/Photo.jpg")
        #expect(ending.status == 0)
        #expect(ending.output.contains("wrong-extension"), "\(ending.output)")
    }

    @Test("--json prints an object per file, in the given order")
    func json() async throws {
        let ending = try await cli().run("check", "--json", "art/Torn.png", "art/Good.svg", "art/Opaque.png")
        #expect(ending.status == 1)
        let lines = try ending.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["file"] as? String } == ["art/Torn.png", "art/Good.svg", "art/Opaque.png"])
        let rules = lines.map { ($0["findings"] as? [[String: Any]])?.compactMap { $0["rule"] as? String } }
        #expect(rules[0] == ["unknown-format"])
        #expect(rules[1] == [])
        #expect(rules[2]?.contains("opaque-background") == true)
    }

    @Test("it writes nothing: not in the project, next to the art, or in the folder for temporary files")
    func writesNothing() async throws {
        let cli = try cli()
        try FileManager.default.createDirectory(atPath: cli.file("tmp"), withIntermediateDirectories: true)
        let before = try OutTree(cli.path).names
        #expect(
            try await cli.run("check", "art/Good.svg", environment: ["TMPDIR": cli.file("tmp")]).status == 0)
        #expect(try OutTree(cli.path).names == before)
    }

    @Test("it judges by the configured levels, and for the size that is requested")
    func configured() async throws {
        let cli = try cli()
        try cli.configure(Settings(rules: ["opaque-background": "\"error\""]))
        let ending = try await cli.run("check", "--size", "large", "art/Opaque.png")
        #expect(ending.status == 1)
        #expect(ending.output.contains("error opaque-background"))
        #expect(ending.output.contains("618 × 618 px"))
    }

    @Test("a file is measured with its sidecar and the pack.json of its folder, unless --size is given")
    func settings() async throws {
        let cli = try cli()
        try cli.put("{ \"size\": \"large\" }", at: "art/Good.json")
        try cli.put("{ \"size\": \"regular\" }", at: "art/pack.json")
        let own = try await cli.run("check", "art/Good.svg", "art/Opaque.png").output
        #expect(own.contains("618 × 618 px") && own.contains("408 × 408 px"), "\(own)")
        let given = try await cli.run("check", "--size", "small", "art/Good.svg").output
        #expect(given.contains("300 × 300 px") && !given.contains("618 × 618 px"), "\(given)")
    }

    @Test(
        "a sidecar or pack.json that a build rejects ends with status 1", arguments: ["art/Good.json", "art/pack.json"])
    func badSettings(file: String) async throws {
        let cli = try cli()
        try cli.put("{ \"lable\": 1 }", at: file)
        let ending = try await cli.run("check", "art/Good.svg")
        #expect(ending.status == 1 && ending.output.contains("lable"), "\(ending.output)")
    }

    @Test("a missing file is reported as missing, with status 3, and the other files are checked nevertheless")
    func missing() async throws {
        let ending = try await cli().run("check", "art/Good.svg", "art/Missing.png")
        #expect(ending.status == 3)
        #expect(ending.complaint.contains("art/Missing.png"))
        #expect(ending.output.contains("✓ art/Good.svg"))
    }

    @Test("a folder means the art in it and in its subfolders, where a folder of frames is one piece")
    func folder() async throws {
        let cli = try cli()
        try cli.put(Art.disc(2), at: "art/cats/Two.svg")
        try cli.put(Art.disc(3), at: "art/cats/icon.svg")
        try cli.put("notes", at: "art/notes.txt")
        try cli.put(Art.png(), at: "art/Wave.frames/1.png")
        let ending = try await cli.run("check", "--json", "art/")
        #expect(ending.status == 1, "one of the files is incomplete")
        let files = try ending.output.split(separator: "\n").map {
            try (JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["file"] as? String
        }
        #expect(files == ["art/Good.svg", "art/Opaque.png", "art/Torn.png", "art/Wave.frames", "art/cats/Two.svg"])
    }

    @Test("a folder without art is an error with a message")
    func emptyFolder() async throws {
        let cli = try cli()
        try cli.put("notes", at: "texts/notes.txt")
        let ending = try await cli.run("check", "texts")
        #expect(ending.status == 3)
        #expect(ending.complaint.contains("texts: the folder contains no art."))
    }

    @Test("the drop folder need not exist to judge a file")
    func withoutDrop() async throws {
        let cli = try cli()
        try cli.remove("drop")
        #expect(try await cli.run("check", "art/Good.svg").status == 0)
    }
}
