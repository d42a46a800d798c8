import Foundation
import Glibc
import TestSupport
import Testing

/// Tests a running `stickerd watch` from end to end.
struct WatchTests {
    private let cli: CLIFixture

    init() throws { cli = try CLIFixture() }

    @Test("existing and later drops are published, and a stop ends it with status 0")
    func drops() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        #expect(try cli.sticker("cats", "one") != nil)
        try cli.drop(Art.png(), as: "cats/Two.png")
        try await eventually("the sticker cats/two is not published") { try cli.sticker("cats", "two") != nil }
        try await watch.stop()
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("sheets and report are updated automatically")
    func sheets() async throws {
        let watch = try await cli.engineWatch()
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        try await eventually("the sheet is not drawn") { cli.has("out/sheets/cats.png") }
        try await eventually("the report is not written") {
            try cli.has("out/report.html") && cli.text("out/report.html").contains("One")
        }
        try await watch.stop()
    }

    @Test("a watch that ends writes the pending report")
    func reportAtTheEnd() async throws {
        let watch = try await cli.engineWatch()
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        try await eventually("the sticker cats/one is not published") { try cli.sticker("cats", "one") != nil }
        try await watch.stop()
        #expect(try cli.text("out/report.html").contains("One"))
    }

    @Test("sheets that cannot be drawn are reported once, and drawn when they can be")
    func sheetsFail() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.engineWatch()
        try await eventually("the sheet is not drawn") { cli.has("out/sheets/cats.png") }
        let sticker = try #require(try cli.sticker("cats", "one"))
        let files = Set(sticker.renditions.map(\.path) + sticker.previews.map(\.path))
        for file in files { try cli.move("out/" + file, to: file.replacing("assets/", with: "away-")) }
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        func reports() throws -> Int {
            try watch.events.count { $0.text("message")?.contains("sheets could not be drawn") == true }
        }
        try await eventually("the problem of the sheets is not reported") { try reports() == 1 }
        for file in files { try cli.move(file.replacing("assets/", with: "away-"), to: "out/" + file) }
        try await eventually("the sheets are not drawn") { try cli.text("out/sheets/cats.html").contains("Two") }
        #expect(try reports() == 1)
        try await watch.stop()
        #expect(try cli.out.faults() == [])
    }

    @Test("watching has the same result as a build of the same folder, except for the report")
    func sameAsBuild() async throws {
        let watch = try await cli.engineWatch()
        try cli.drop(.numbered(0..<4))
        try cli.drop(["icon.svg": 9, "cats/icon.svg": 9])
        try cli.remove("drop/cats/Disc 2.svg")
        try cli.drop(Array(Art.png().prefix(30)), as: "cats/Broken.png")
        try await eventually("the watch does not finish the sheets and the report") {
            guard cli.has("out/sheets/cats.png"), cli.has("out/catalog.json") else { return false }
            let catalog = try cli.catalog()
            return catalog.rejected.count == 1 && catalog.packs.first?.stickers.count == 3
                && catalog.packs.first?.icon.isEmpty == false
        }
        let built = try await cli.build("--out", "built")
        #expect(built.status == 1)
        try await eventually("the sheet differs from the sheet of a build") {
            try cli.out.bytes("sheets/cats.png") == OutTree(cli.file("built")).bytes("sheets/cats.png")
        }
        try await watch.stop()
        let (watched, clean) = (try cli.out.contents, try OutTree(cli.file("built")).contents)
        #expect(OutTree.differences(watched, clean).filter { !$0.hasPrefix("report.") } == [])
    }

    @Test("a renamed source keeps its sticker under the new name, and nothing is rendered again")
    func renamed() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.engineWatch()
        try cli.move("drop/cats/One.svg", to: "drop/cats/Other.svg")
        try await eventually("the sticker is not published with its new name") {
            try cli.sticker("cats", "other") != nil && cli.sticker("cats", "one") == nil
        }
        #expect(try watch.count("rendered") == 1)
        try await watch.stop()
    }

    @Test("the sticker of a removed source is removed after the grace period")
    func removed() async throws {
        let cli = try CLIFixture(discs: .numbered(0..<3))
        let watch = try await cli.engineWatch()
        try cli.remove("drop/cats/Disc 1.svg")
        try await eventually("the sticker is not removed") { try cli.sticker("cats", "disc-1") == nil }
        try await eventually("the removal of the sticker of cats/Disc 1.svg is not reported") {
            try watch.count("retired", "cats/Disc 1.svg") == 1
        }
        try await watch.stop()
        #expect(try cli.out.faults() == [])
    }

    @Test("a rejected file has a note next to it with the reason, until it is good again")
    func notes() async throws {
        let watch = try await cli.engineWatch()
        try cli.drop("no picture at all", as: "cats/Broken.png")
        try await eventually("the note is not written") { cli.has("drop/cats/Broken.png.rejected.txt") }
        #expect(
            try cli.text("drop/cats/Broken.png.rejected.txt").contains("Broken.png could not be used"))
        try cli.drop(Art.png(), as: "cats/Broken.png")
        try await eventually("the note is not removed") { !cli.has("drop/cats/Broken.png.rejected.txt") }
        try await eventually("the sticker cats/broken is not published") { try cli.sticker("cats", "broken") != nil }
        try await watch.stop()
    }

    @Test("a removed note is written again while its file exists, and not after it")
    func removedNotes() async throws {
        let watch = try await cli.engineWatch()
        let note = "drop/cats/Broken.png.rejected.txt"
        try cli.drop("no picture at all", as: "cats/Broken.png")
        try await eventually("the note is not written") { cli.has(note) }
        let text = try cli.text(note)
        try cli.remove(note)
        try await eventually("the removed note is not written again") { cli.has(note) }
        #expect(try cli.text(note) == text)
        try cli.remove("drop/cats")
        try cli.drop(Art.disc(1), as: "dogs/Rex.svg")
        try await eventually("the sticker dogs/rex is not published") { try cli.sticker("dogs", "rex") != nil }
        try await Task.sleep(for: .seconds(3))
        #expect(!cli.has("drop/cats"))
        try await watch.stop()
    }

    @Test("a note of an earlier run is removed, and another file with such a name is not")
    func oldNotes() async throws {
        try cli.drop("no picture at all", as: "cats/Broken.png")
        try cli.drop("remember the milk", as: "cats/Mine.rejected.txt")
        let first = try await cli.watch()
        try await eventually("the note is not written") { cli.has("drop/cats/Broken.png.rejected.txt") }
        try await first.command.end(by: SIGKILL)
        try cli.remove("drop/cats/Broken.png")
        let second = try await cli.engineWatch()
        try await eventually("the note is not removed") { !cli.has("drop/cats/Broken.png.rejected.txt") }
        #expect(cli.has("drop/cats/Mine.rejected.txt"))
        try await second.stop()
    }

    @Test("a broken version leaves the last good one published")
    func keepsEarlier() async throws {
        try cli.drop(Art.png(), as: "cats/One.png")
        let watch = try await cli.engineWatch()
        let good = try cli.sticker("cats", "one")
        try cli.drop("no picture at all", as: "cats/One.png")
        try await eventually("the new art is not rejected") { try cli.catalog().rejected.count == 1 }
        #expect(try cli.sticker("cats", "one") == good)
        try await watch.stop()
    }

    @Test("when most sources disappear together nothing is retired until a person confirms")
    func massChange() async throws {
        var settings = Settings()
        settings.watch["massChangeShare"] = "0.5"
        let cli = try CLIFixture(settings, discs: .numbered(0..<12))
        let watch = try await cli.engineWatch()
        for number in 0..<11 { try cli.remove("drop/cats/Disc \(number).svg") }
        try await eventually("the hold on removals is not reported") { try watch.count("frozen") == 1 }
        #expect(try cli.catalog().packs.first?.stickers.count == 12)
        #expect(try await cli.run("accept-removals").status == 0)
        try await eventually("the confirmation has no effect") {
            try cli.catalog().packs.first?.stickers.count == 1
        }
        try await watch.stop()
    }

    @Test("while the drop folder is missing its stickers stay, and it is picked up when it is back")
    func rootGone() async throws {
        let cli = try CLIFixture(discs: .numbered(0..<3))
        let watch = try await cli.engineWatch()
        try cli.move("drop", to: "elsewhere")
        try await eventually("the failure of the environment is not reported") { try watch.count("problem") > 0 }
        #expect(try cli.catalog().packs.first?.stickers.count == 3)
        try cli.move("elsewhere", to: "drop")
        try cli.drop(Art.disc(9), as: "cats/New.svg")
        try await eventually("the sticker cats/new is not published") { try cli.sticker("cats", "new") != nil }
        #expect(try cli.catalog().packs.first?.stickers.count == 4)
        try await watch.stop()
    }

    @Test("the second watch of the same output is refused with the name of the holder")
    func secondDaemon() async throws {
        let watch = try await cli.watch()
        let second = try await cli.run("watch")
        #expect(second.status == 3)
        #expect(second.complaint.contains("stickerd watch"))
        #expect(second.complaint.contains("\(watch.command.pid)"))
        try await watch.stop()
    }

    @Test("SIGHUP reads the configuration again; a bad one is refused and the old one stays")
    func reload() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        #expect(try cli.sticker("cats", "one")?.renditions.first?.width == 300)
        try cli.put("{ \"size\": \"enormous\" }", at: "pipeline.json")
        watch.command.send(SIGHUP)
        try await eventually("the invalid configuration is not reported") {
            watch.command.complaint.contains("enormous")
        }
        try cli.configure(Settings(size: "regular"))
        watch.command.send(SIGHUP)
        try await eventually("the new configuration is not applied") {
            try cli.sticker("cats", "one")?.renditions.first?.width == 408
        }
        try await watch.stop()
    }

    @Test("hooks are notified of published and rejected art")
    func hooks() async throws {
        var settings = Settings()
        settings.hooks = [
            "onPublished": "[{ \"command\": [\"/bin/sh\", \"-c\", \"cat >> published.json\"] }]",
            "onRejected": "[{ \"command\": [\"/bin/sh\", \"-c\", \"cat >> rejected.json\"] }]",
        ]
        let cli = try CLIFixture(settings)
        settings.hooks = settings.hooks.mapValues { $0.replacing(">> ", with: ">> \(cli.path)/") }
        try cli.configure(settings)
        let watch = try await cli.watch()
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        try cli.drop("no picture at all", as: "cats/Broken.png")
        try await eventually("the hook does not receive the published sticker") {
            try cli.has("published.json") && cli.text("published.json").contains("\"one\"")
        }
        try await eventually("the hook does not receive the rejection") {
            try cli.has("rejected.json") && cli.text("rejected.json").contains("Broken.png")
        }
        try await watch.stop()
    }

    @Test("kill -9 of the daemon loses nothing: the next start continues")
    func killed() async throws {
        let first = try await cli.watch()
        try cli.drop(.numbered(0..<8))
        try await eventually("no source is rendered") { try first.count("rendered") > 1 }
        try await first.command.end(by: SIGKILL)
        #expect(try cli.out.faults(namesMatter: false).filter { !$0.contains("left over") } == [])
        let second = try await cli.engineWatch()
        #expect(try cli.catalog().packs.first?.stickers.count == 8)
        try await second.stop()
        #expect(try cli.out.faults() == [])
    }

    @Test("an unwritable output is reported once, retried, and caught up with")
    func readOnly() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.engineWatch()
        try cli.move("out", to: "away")
        try cli.put("in the way", at: "out")
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the failure of the environment is not reported") { try watch.count("problem") > 0 }
        try cli.remove("out")
        try cli.move("away", to: "out")
        try await eventually("the watch does not publish after the output returned", within: 120) {
            try cli.sticker("cats", "two") != nil
        }
        try await eventually("the recovery is not reported") { try watch.count("recovered") == 1 }
        #expect(try watch.count("problem") == 1)
        try await watch.stop()
        #expect(try cli.out.faults() == [])
    }
}
