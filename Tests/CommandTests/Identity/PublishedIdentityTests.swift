import Foundation
import Glibc
import StickerManifest
import TestSupport
import Testing

/// Tests that a file keeps its published id when other files arrive.
@Suite("Published ids")
struct PublishedIdentityTests {
    /// The path of each sticker's source in a pack, by sticker id.
    private func paths(_ cli: CLIFixture, pack: String = "cats") throws -> [String: String] {
        let stickers = try cli.catalog().packs.first { $0.id == pack }?.stickers ?? []
        return Dictionary(stickers.map { ($0.id, $0.source.path) }) { first, _ in first }
    }

    private func rules(of cli: CLIFixture, _ id: String) throws -> [String] {
        try cli.sticker("cats", id)?.findings.map(\.rule) ?? []
    }

    static let copyNames = [
        "Happy Cat copy.svg", "Happy Cat copy 2.svg", "Happy Cat - Copy.svg", "Happy Cat - Copy (2).svg",
        "Copy of Happy Cat.svg", "Happy Cat (1).svg", "Happy Cat (conflicted copy 2026-11-22).svg",
    ]

    @Test("a copy does not take the place of its original, published or not", arguments: copyNames)
    func copies(name: String) async throws {
        let cli = try CLIFixture(discs: ["cats/Happy Cat.svg": 1, "cats/\(name)": 1])
        let first = try await cli.build()
        #expect(first.states == ["cats/Happy Cat.svg": "published", "cats/\(name)": "duplicate"])
        #expect(try paths(cli) == ["happy-cat": "cats/Happy Cat.svg"])
        #expect(try rules(of: cli, "happy-cat").contains("duplicate-file"))
    }

    @Test("published stickers stay, although a copy has the shorter name, a sidecar and a position in the order")
    func publishedStays() async throws {
        let cli = try await CLIFixture.built(["cats/Happy Cat.svg": 1])
        try cli.drop(Art.disc(1), as: "cats/Cat.svg")
        try cli.drop("{ \"label\": \"A cat\" }", as: "cats/Cat.json")
        try cli.drop("{ \"order\": [\"Cat\"] }", as: "cats/pack.json")
        #expect(try await cli.build().states["cats/Cat.svg"] == "duplicate")
        #expect(try paths(cli) == ["happy-cat": "cats/Happy Cat.svg"])
    }

    @Test("without a manifest the file with a sidecar is published, else the one that pack.json names")
    func namedWins() async throws {
        let cli = try CLIFixture(discs: ["cats/Cat.svg": 1, "cats/Happy Cat.svg": 1])
        try cli.drop("{ \"label\": \"A happy cat\" }", as: "cats/Happy Cat.json")
        try cli.drop(["dogs/Dog.svg": 2, "dogs/Sleepy Dog.svg": 2])
        try cli.drop("{ \"order\": [\"Sleepy Dog\"] }", as: "dogs/pack.json")
        try await cli.build()
        #expect(try paths(cli) == ["happy-cat": "cats/Happy Cat.svg"])
        #expect(try paths(cli, pack: "dogs") == ["sleepy-dog": "dogs/Sleepy Dog.svg"])
    }

    @Test("without the state folder, the manifest alone determines the published state")
    func lostState() async throws {
        let cli = try await CLIFixture.built(["cats/Happy Cat.svg": 1, "cats/happy-dog.svg": 2])
        try cli.remove(".out.stickerd")
        try cli.drop(["cats/Cat.svg": 1, "cats/Happy Dog.svg": 3])
        try await cli.build()
        #expect(
            try paths(cli) == [
                "happy-cat": "cats/Happy Cat.svg", "happy-dog": "cats/happy-dog.svg",
                "happy-dog-2": "cats/Happy Dog.svg",
            ])
        #expect(try rules(of: cli, "happy-dog-2").contains("name-collision"))
        #expect(try await cli.build().total("rendered") == 0)
    }

    @Test("a folder that gives the id of a published pack gets a number, although it is first")
    func packs() async throws {
        let cli = try await CLIFixture.built(["big-cats/Leo.svg": 1])
        try cli.drop(Art.disc(2), as: "Big Cats/Leo.svg")
        try await cli.build()
        #expect(try paths(cli, pack: "big-cats") == ["leo": "big-cats/Leo.svg"])
        #expect(try paths(cli, pack: "big-cats-2") == ["leo": "Big Cats/Leo.svg"])
    }

    @Test("a renamed file gets its new id, and a copy whose original was removed gets the id of its own name")
    func renamed() async throws {
        let cli = try await CLIFixture.built(["cats/Happy Cat.svg": 1, "cats/Happy Cat copy.svg": 1, "cats/Dog.svg": 2])
        try cli.remove("drop/cats/Happy Cat.svg")
        try cli.move("drop/cats/Dog.svg", to: "drop/cats/Happy Dog.svg")
        try await cli.build()
        #expect(
            try paths(cli) == [
                "happy-cat-copy": "cats/Happy Cat copy.svg", "happy-dog": "cats/Happy Dog.svg",
            ])
    }

    @Test("while watching, a copy and a name that makes the same id leave a published sticker as it is")
    func watching() async throws {
        let cli = try CLIFixture(discs: ["cats/happy-cat.svg": 1])
        let watch = try await cli.engineWatch()
        try cli.drop(["cats/Copy of happy-cat.svg": 1, "cats/Happy Cat.svg": 2])
        try await eventually("the new file is not published") { try cli.sticker("cats", "happy-cat-2") != nil }
        try await eventually("the copy is not reported") {
            try rules(of: cli, "happy-cat").contains("duplicate-file")
        }
        #expect(
            try paths(cli) == ["happy-cat": "cats/happy-cat.svg", "happy-cat-2": "cats/Happy Cat.svg"])
        try await watch.stop()
    }

    @Test("while watching, a file in a folder that had art earlier leaves the pack alone that has its id by now")
    func takenOverID() async throws {
        let cli = try CLIFixture(Settings.withoutGrace)
        try cli.drop(Art.disc(1), as: "CATS/One.svg")
        try cli.drop("to do", as: "CATS/notes.txt")
        let watch = try await cli.engineWatch()
        try await eventually("the sticker cats/one is not published") { (try? cli.sticker("cats", "one")) != nil }
        try cli.remove("drop/CATS/One.svg")
        try await eventually("the sticker is not removed") { try cli.catalog().packs.isEmpty }
        try cli.drop(Art.disc(2), as: "Cats!/Two.svg")
        try await eventually("the sticker of the other folder is not published") {
            (try? cli.sticker("cats", "two")) != nil
        }
        try cli.drop("done", as: "CATS/more notes.txt")
        try await eventually("the unused file is not reported") {
            try watch.count("unused", "CATS/more notes.txt") == 1
        }
        #expect(try cli.sticker("cats", "two") != nil)
        try await watch.stop()
    }

    @Test("while watching, rejected art takes the pack's id that becomes free, as in a build")
    func freedNumber() async throws {
        let cli = try CLIFixture(Settings.withoutGrace)
        try cli.drop(["cats/One.svg": 1, "Cats!/Two.svg": 2])
        try cli.drop(#"{ "title": "Cats" }"#, as: "Cats!/pack.json")
        let watch = try await cli.engineWatch()
        func pack() throws -> String? { try cli.catalog().rejected.first?.pack }
        try cli.drop(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>"#, as: "CATS/Empty.svg")
        try await eventually("the rejected source is not in the pack cats-3") { try pack() == "cats-3" }
        // The removed folder sorts first, and its pack had the id that both folder names give.
        try cli.remove("drop/Cats!/Two.svg")
        try await eventually("the rejected source is not in the pack cats") { try pack() == "cats" }
        try await watch.stop()
    }

    @Test("while watching, a copy does not replace an original that is saved by removing it and writing it again")
    func savedByReplacing() async throws {
        let cli = try CLIFixture(discs: ["cats/Cat.svg": 1, "cats/Cat copy.svg": 1])
        var settings = Settings()
        settings.watch["retireAfterSeconds"] = "600"
        try cli.configure(settings)
        let watch = try await cli.engineWatch()
        try cli.remove("drop/cats/Cat.svg")
        try await eventually("the copy is not published with its own id") {
            try cli.sticker("cats", "cat-copy") != nil
        }
        #expect(try cli.sticker("cats", "cat") != nil)
        try cli.drop(Art.disc(1), as: "cats/Cat.svg")
        try await eventually("the sticker of the copy is not removed") { try cli.sticker("cats", "cat-copy") == nil }
        #expect(try paths(cli) == ["cat": "cats/Cat.svg"])
        try await watch.stop()
    }

    @Test("a rebuild leaves a published sticker its id")
    func rebuilding() async throws {
        let cli = try await CLIFixture.built(["cats/happy-cat.svg": 1])
        try cli.drop(["cats/Cat.svg": 1, "cats/Happy Cat.svg": 2])
        #expect(try await cli.rebuild().held == "")
        #expect(
            try paths(cli) == ["happy-cat": "cats/happy-cat.svg", "happy-cat-2": "cats/Happy Cat.svg"])
    }

    @Test("ids of stickers that a rule rejects before approval are assigned again by the next build")
    func unsettledIDs() async throws {
        let cli = try CLIFixture(Settings(requireApproval: true))
        for (number, name) in ["happy-cat", "Happy Cat", "Happy  Cat"].enumerated() {
            try cli.drop(Art.disc(number), as: "cats/\(name).svg")
            try await cli.build()
        }
        try cli.put(Settings(rules: ["name-collision": "\"error\""], requireApproval: true).json, at: "pipeline.json")
        try await cli.build()
        func ids() throws -> [String: String?] {
            let rejected = try cli.catalog().rejected.map { ($0.path, $0.id) }
            return Dictionary(rejected) { first, _ in first }
        }
        #expect(try ids() == ["cats/Happy Cat.svg": "happy-cat-2", "cats/Happy  Cat.svg": "happy-cat-3"])
        try await cli.build()
        #expect(try ids() == ["cats/Happy Cat.svg": "happy-cat-3", "cats/Happy  Cat.svg": "happy-cat-2"])
        let settled = try cli.read("out/catalog.json")
        try cli.remove(".out.stickerd")
        try await cli.build()
        #expect(try cli.read("out/catalog.json") == settled)
    }

    @Test("the choice between two copies is made again if the waiting one is rejected")
    func unsettledCopies() async throws {
        let cli = try await CLIFixture.built(["cats/Happy Cat.svg": 1], Settings(requireApproval: true))
        for name in ["Happy Cat", "Moon"] {
            try cli.drop(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>"#, as: "cats/\(name).svg")
        }
        try await cli.build()
        try await cli.build()
        // The file with the shorter name is used, because the published id of both files has been forgotten.
        #expect(try cli.catalog().rejected.map(\.path) == ["cats/Moon.svg"])
    }
}
