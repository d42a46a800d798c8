import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that every unused file is reported.
@Suite("Files that are not used")
struct UnusedFilesTests {
    private let noted = ["cats/Movie.mp4", "cats/deep", "cats/Lottie.json", "cats/One copy.svg", "cats/One.png"]

    /// A pack with one good sticker and one unused file of each kind.
    private func cli() throws -> CLIFixture {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        try cli.drop("a video", as: "cats/Movie.mp4")
        try cli.drop(Art.disc(2), as: "cats/deep/White.svg")
        try cli.drop("{}", as: "cats/Lottie.json")
        try cli.drop(Art.disc(1), as: "cats/One copy.svg")
        try cli.drop(Art.png(), as: "cats/One.png")
        try cli.drop("about the pack", as: "cats/README.txt")
        try cli.drop("", as: "cats/.DS_Store")
        try cli.drop("", as: ".stickerd-drop")
        return cli
    }

    @Test("a build names each of them and why, and no file of the system or of stickerd")
    func build() async throws {
        let cli = try cli()
        let lines = try await cli.run("build").output
        for path in noted + ["cats/README.txt"] { #expect(lines.contains("  \(path): ")) }
        #expect(lines.contains("Not used (6):"))
        #expect(lines.contains("cats/One copy.svg: the same file as cats/One.svg"))
        #expect(!lines.contains("DS_Store") && !lines.contains("stickerd-drop"))
        #expect(try await cli.build("--retry-failed").ignored[".stickerd-drop"] == nil)
    }

    @Test("a watch reports each once, also over restarts, and writes notes that are removed with the files")
    func watch() async throws {
        let cli = try cli()
        let watch = try await cli.engineWatch()
        for path in noted {
            try await eventually("there is no note about \(path)") { cli.has("drop/\(path).unused.txt") }
            #expect(try watch.count("unused", path) == 1)
        }
        #expect(try watch.count("unused") == 6)
        #expect(!cli.has("drop/cats/README.txt.unused.txt"))
        try cli.remove("drop/cats/Movie.mp4")
        try await eventually("the note is not removed") { !cli.has("drop/cats/Movie.mp4.unused.txt") }
        try await watch.stop()
        let second = try await cli.engineWatch()
        try cli.drop("an archive", as: "cats/Art.zip")
        try await eventually("cats/Art.zip is not reported as unused") {
            try second.count("unused", "cats/Art.zip") == 1
        }
        #expect(try second.count("unused") == 1)
        try await second.stop()
    }

    @Test("a folder of unused files gets at most twenty notes")
    func bounded() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        for number in 10..<60 { try cli.drop("a video", as: "cats/Movie \(number).mp4") }
        let watch = try await cli.engineWatch()
        try await eventually("the note is not written") { cli.has("drop/cats/Movie 29.mp4.unused.txt") }
        try await watch.stop()
        let names = try FileManager.default.contentsOfDirectory(atPath: cli.file("drop/cats"))
        #expect(names.count { $0.hasSuffix(".unused.txt") } == 20)
    }

    @Test("names in the order that no sticker has are reported by build and watch")
    func order() async throws {
        let cli = try CLIFixture(discs: ["cats/Happy Cat.svg": 1])
        try cli.drop("{ \"order\": [\"happy cat\", \"Sleepy Cat\"] }", as: "cats/pack.json")
        let lines = try await cli.run("build").output
        #expect(lines.contains("cats/pack.json: \"order\" lists \"Sleepy Cat\""))
        try cli.drop("{ \"order\": [\"Sad Cat\"] }", as: "cats/pack.json")
        let watch = try await cli.engineWatch()
        #expect(try watch.count("unused", "cats/pack.json") == 1)
        try await watch.stop()
    }

    @Test("a watch reports a broken pack.json once, also over restarts")
    func brokenPackFileWatched() async throws {
        let cli = try CLIFixture()
        let watch = try await cli.engineWatch()
        try cli.drop("{ \"size\": \"huge\" }", as: "cats/pack.json")
        try cli.drop(.numbered(1...3))
        try await eventually("the three discs are not rejected") {
            try cli.has("out/catalog.json") && cli.catalog().rejected.count == 3
        }
        try await eventually("the rejection of cats/pack.json is not reported") {
            try watch.count("rejected", "cats/pack.json") == 1
        }
        try await watch.stop()
        #expect(try watch.count("rejected") == 1)
        let second = try await cli.engineWatch()
        #expect(try second.count("rejected") == 0)
        try await second.stop()
    }

    @Test("an invalid pack.json is reported once for the pack, with a note next to it")
    func brokenPackFile() async throws {
        let cli = try CLIFixture(discs: .numbered(1...3))
        try cli.drop("{ \"size\": \"huge\" }", as: "cats/pack.json")
        let lines = try await cli.run("build").output
        #expect(lines.components(separatedBy: "Fix the pack.json").count == 2)
        let words = lines.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(
                "found \"huge\". Fix the pack.json, or remove it. The stickers of the pack are held back until then."))
        let watch = try await cli.engineWatch()
        try await eventually("the note is not written") { cli.has("drop/cats/pack.json.rejected.txt") }
        #expect(!cli.has("drop/cats/Disc 1.svg.rejected.txt"))
        try await watch.stop()
    }
}
