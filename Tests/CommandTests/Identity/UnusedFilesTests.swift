import Foundation
import Glibc
import TestSupport
import Testing

/// Every file that is not used is reported.
@Suite("Files that are not used")
struct UnusedFilesTests {
    private let noted = ["cats/Movie.mp4", "cats/deep", "cats/Lottie.json", "cats/One copy.svg", "cats/One.png"]

    /// A pack with one good sticker and one of each kind of file that is not used.
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop("a film", as: "cats/Movie.mp4")
        try workshop.drop(Art.disc(2), as: "cats/deep/White.svg")
        try workshop.drop("{}", as: "cats/Lottie.json")
        try workshop.drop(Art.disc(1), as: "cats/One copy.svg")
        try workshop.drop(Art.png(), as: "cats/One.png")
        try workshop.drop("about the pack", as: "cats/README.txt")
        try workshop.drop("", as: "cats/.DS_Store")
        try workshop.drop("", as: ".stickerd-drop")
        return workshop
    }

    @Test("a build names each of them and why, and no file of the system or of stickerd")
    func build() async throws {
        let workshop = try workshop()
        let lines = try await workshop.run("build").complaint
        for path in noted + ["cats/README.txt"] { #expect(lines.contains("  \(path): ")) }
        #expect(lines.contains("Not used (6):"))
        #expect(lines.contains("cats/One copy.svg: the same file as cats/One.svg"))
        #expect(!lines.contains("DS_Store") && !lines.contains("stickerd-drop"))
        #expect(try await workshop.build("--retry-failed").ignored[".stickerd-drop"] == nil)
    }

    @Test("a watch reports each once, also over restarts, and leaves notes that go with the files")
    func watch() async throws {
        let workshop = try workshop()
        let command = try await workshop.watch()
        for path in noted {
            try await eventually("no note of \(path)") { workshop.has("drop/\(path).unused.txt") }
            #expect(try workshop.happened("unused", path, in: command) == 1)
        }
        #expect(try workshop.happened("unused", in: command) == 6)
        #expect(!workshop.has("drop/cats/README.txt.unused.txt"))
        try workshop.remove("drop/cats/Movie.mp4")
        try await eventually("the note stays") { !workshop.has("drop/cats/Movie.mp4.unused.txt") }
        try await workshop.stop(command)
        let second = try await workshop.watch()
        try workshop.drop("an archive", as: "cats/Art.zip")
        try await eventually("the new file is not reported") {
            try workshop.happened("unused", "cats/Art.zip", in: second) == 1
        }
        #expect(try workshop.happened("unused", in: second) == 1)
        try await workshop.stop(second)
    }

    @Test("a folder of unused files gets twenty notes and no more")
    func bounded() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        for number in 10..<60 { try workshop.drop("a film", as: "cats/Movie \(number).mp4") }
        let command = try await workshop.watch()
        try await eventually("there is no note") { workshop.has("drop/cats/Movie 29.mp4.unused.txt") }
        try await workshop.stop(command)
        let names = try FileManager.default.contentsOfDirectory(atPath: workshop.file("drop/cats"))
        #expect(names.count { $0.hasSuffix(".unused.txt") } == 20)
    }

    @Test("names in the order that no sticker has are reported by build and watch")
    func order() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/Happy Cat.svg")
        try workshop.drop("{ \"order\": [\"happy cat\", \"Sleepy Cat\"] }", as: "cats/pack.json")
        let lines = try await workshop.run("build").complaint
        #expect(lines.contains("cats/pack.json: \"order\" names \"Sleepy Cat\""))
        try workshop.drop("{ \"order\": [\"Sad Cat\"] }", as: "cats/pack.json")
        let command = try await workshop.watch()
        #expect(try workshop.happened("unused", "cats/pack.json", in: command) == 1)
        try await workshop.stop(command)
    }

    @Test("a watch reports a broken pack.json once, also over restarts")
    func brokenPackFileWatched() async throws {
        let workshop = try Workshop()
        let command = try await workshop.watch()
        try workshop.drop("{ \"size\": \"huge\" }", as: "cats/pack.json")
        for number in 1...3 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try await eventually("they are not rejected") {
            try workshop.has("out/catalog.json") && workshop.catalog().rejected.count == 3
        }
        try await eventually("it is not reported") {
            try workshop.happened("rejected", "cats/pack.json", in: command) == 1
        }
        try await workshop.stop(command)
        #expect(try workshop.happened("rejected", in: command) == 1)
        let second = try await workshop.watch()
        #expect(try workshop.happened("rejected", in: second) == 0)
        try await workshop.stop(second)
    }

    @Test("a pack.json that cannot be understood is reported once for the pack, and noted beside it")
    func brokenPackFile() async throws {
        let workshop = try Workshop()
        for number in 1...3 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try workshop.drop("{ \"size\": \"huge\" }", as: "cats/pack.json")
        let lines = try await workshop.run("build").complaint
        #expect(lines.components(separatedBy: "Fix the pack.json").count == 2)
        let words = lines.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(
                "found \"huge\". Fix the pack.json, or remove it. The stickers of the pack are held back until then."))
        let command = try await workshop.watch()
        try await eventually("there is no note") { workshop.has("drop/cats/pack.json.rejected.txt") }
        #expect(!workshop.has("drop/cats/Disc 1.svg.rejected.txt"))
        try await workshop.stop(command)
    }
}
