import Foundation
import Glibc
import TestSupport
import Testing

/// A running `stickerd watch`, end to end.
struct WatchTests {
    /// Starts to watch, and waits until it has looked at everything.
    private func watch(_ workshop: Workshop, _ arguments: String...) async throws -> Command {
        let command = try workshop.start(["watch", "--json"] + arguments)
        try await eventually("it does not get ready: \(command.complaint)") { try happened("ready", in: command) > 0 }
        return command
    }

    /// How often something happened, to a path if one is given.
    private func happened(_ kind: String, _ path: String? = nil, in command: Command) throws -> Int {
        guard !command.output.isEmpty else { return 0 }
        return try Event.read(command.output).count { $0.kind == kind && (path == nil || $0.text("path") == path) }
    }

    private func stop(_ command: Command) async throws {
        command.send(SIGTERM)
        #expect(try await command.ending().status == 0)
    }

    @Test("what is there at the start and what is dropped later is published, and a stop ends it with status 0")
    func drops() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let command = try await watch(workshop)
        #expect(try workshop.sticker("cats", "one") != nil)
        try workshop.drop(Art.png(), as: "cats/Two.png")
        try await eventually("the drop is not published") { try workshop.sticker("cats", "two") != nil }
        try await stop(command)
        #expect(try workshop.out.faults() == [])
        #expect(try await workshop.run("audit").status == 0)
    }

    @Test("sheets and report follow by themselves")
    func sheets() async throws {
        let workshop = try Workshop()
        let command = try await watch(workshop)
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try await eventually("there is no sheet") { workshop.has("out/sheets/cats.png") }
        #expect(try workshop.text("out/report.html").contains("One"))
        try await stop(command)
    }

    @Test("watching leaves what a build of the same folder makes, but for the report")
    func sameAsBuild() async throws {
        let workshop = try Workshop()
        let command = try await watch(workshop)
        for number in 0..<4 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try workshop.drop(Art.disc(9), as: "icon.svg")
        try workshop.drop(Art.disc(9), as: "cats/icon.svg")
        try workshop.remove("drop/cats/Disc 2.svg")
        try workshop.drop(Array(Art.png().prefix(30)), as: "cats/Broken.png")
        try await eventually("it does not come to rest") {
            guard workshop.has("out/sheets/cats.png"), workshop.has("out/catalog.json") else { return false }
            let catalog = try workshop.catalog()
            return catalog.rejected.count == 1 && catalog.packs.first?.stickers.count == 3
                && catalog.packs.first?.icon.isEmpty == false
        }
        let built = try await workshop.build("--out", "built")
        #expect(built.status == 1)
        try await eventually("the sheet is not that of a build") {
            try workshop.out.bytes("sheets/cats.png") == OutTree(workshop.file("built")).bytes("sheets/cats.png")
        }
        try await stop(command)
        let (watched, clean) = (try workshop.out.contents, try OutTree(workshop.file("built")).contents)
        #expect(OutTree.differences(watched, clean).filter { !$0.hasPrefix("report.") } == [])
    }

    @Test("a renamed source keeps its sticker under the new name, and nothing is rendered again")
    func renamed() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let command = try await watch(workshop)
        try workshop.move("drop/cats/One.svg", to: "drop/cats/Other.svg")
        try await eventually("the new name is not published") {
            try workshop.sticker("cats", "other") != nil && workshop.sticker("cats", "one") == nil
        }
        #expect(try happened("rendered", in: command) == 1)
        try await stop(command)
    }

    @Test("the sticker of a removed source goes after the time of grace")
    func removed() async throws {
        let workshop = try Workshop()
        for number in 0..<3 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        let command = try await watch(workshop)
        try workshop.remove("drop/cats/Disc 1.svg")
        try await eventually("the sticker stays") { try workshop.sticker("cats", "disc-1") == nil }
        try await eventually("nobody is told") { try happened("retired", "cats/Disc 1.svg", in: command) == 1 }
        try await stop(command)
        #expect(try workshop.out.faults() == [])
    }

    @Test("a rejected file has a note beside it that says why, until it is good again")
    func notes() async throws {
        let workshop = try Workshop()
        let command = try await watch(workshop)
        try workshop.drop("no picture at all", as: "cats/Broken.png")
        try await eventually("there is no note") { workshop.has("drop/cats/Broken.png.rejected.txt") }
        #expect(
            try workshop.text("drop/cats/Broken.png.rejected.txt").contains("Broken.png was not made into a sticker"))
        try workshop.drop(Art.png(), as: "cats/Broken.png")
        try await eventually("the note stays") { !workshop.has("drop/cats/Broken.png.rejected.txt") }
        try await eventually("it is not published") { try workshop.sticker("cats", "broken") != nil }
        try await stop(command)
    }

    @Test("a note that an earlier run left is taken away, and a file of such a name that somebody else wrote is not")
    func oldNotes() async throws {
        let workshop = try Workshop()
        try workshop.drop("no picture at all", as: "cats/Broken.png")
        try workshop.drop("remember the milk", as: "cats/Mine.rejected.txt")
        let first = try await watch(workshop)
        try await eventually("there is no note") { workshop.has("drop/cats/Broken.png.rejected.txt") }
        first.send(SIGKILL)
        _ = try await first.ending()
        try workshop.remove("drop/cats/Broken.png")
        let second = try await watch(workshop)
        try await eventually("the note stays") { !workshop.has("drop/cats/Broken.png.rejected.txt") }
        #expect(workshop.has("drop/cats/Mine.rejected.txt"))
        try await stop(second)
    }

    @Test("a broken version leaves the last good one published")
    func keepsEarlier() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.png(), as: "cats/One.png")
        let command = try await watch(workshop)
        let good = try workshop.sticker("cats", "one")
        try workshop.drop("no picture at all", as: "cats/One.png")
        try await eventually("it is not rejected") { try workshop.catalog().rejected.count == 1 }
        #expect(try workshop.sticker("cats", "one") == good)
        try await stop(command)
    }

    @Test("when most sources vanish at once nothing is retired until a person agrees")
    func massChange() async throws {
        var settings = Settings()
        settings.watch["massChangeShare"] = "0.5"
        let workshop = try Workshop(settings)
        for number in 0..<12 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        let command = try await watch(workshop)
        for number in 0..<11 { try workshop.remove("drop/cats/Disc \(number).svg") }
        try await eventually("nobody is told") { try happened("frozen", in: command) == 1 }
        #expect(try workshop.catalog().packs.first?.stickers.count == 12)
        #expect(try await workshop.run("accept-removals").status == 0)
        try await eventually("the agreement counts for nothing") {
            try workshop.catalog().packs.first?.stickers.count == 1
        }
        try await stop(command)
    }

    @Test("a drop folder that is gone is waited for, and keeps its stickers")
    func rootGone() async throws {
        let workshop = try Workshop()
        for number in 0..<3 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        let command = try await watch(workshop)
        try workshop.move("drop", to: "elsewhere")
        try await eventually("nobody is told") { try happened("problem", in: command) > 0 }
        #expect(try workshop.catalog().packs.first?.stickers.count == 3)
        try workshop.move("elsewhere", to: "drop")
        try workshop.drop(Art.disc(9), as: "cats/New.svg")
        try await eventually("it does not go on") { try workshop.sticker("cats", "new") != nil }
        #expect(try workshop.catalog().packs.first?.stickers.count == 4)
        try await stop(command)
    }

    @Test("the second that wants the same output is told who has it")
    func secondDaemon() async throws {
        let workshop = try Workshop()
        let command = try await watch(workshop)
        let second = try await workshop.run("watch")
        #expect(second.status == 3)
        #expect(second.complaint.contains("stickerd watch"))
        #expect(second.complaint.contains("\(command.pid)"))
        try await stop(command)
    }

    @Test("SIGHUP reads the configuration again; a bad one is refused and the old one goes on")
    func reload() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let command = try await watch(workshop)
        #expect(try workshop.sticker("cats", "one")?.renditions.first?.width == 300)
        try workshop.put("{ \"size\": \"enormous\" }", at: "pipeline.json")
        command.send(SIGHUP)
        try await eventually("the bad one is not complained of") { command.complaint.contains("enormous") }
        try workshop.configure(Settings(size: "regular"))
        command.send(SIGHUP)
        try await eventually("the new one does not hold") {
            try workshop.sticker("cats", "one")?.renditions.first?.width == 408
        }
        try await stop(command)
    }

    @Test("hooks are told of what was published and what was rejected")
    func hooks() async throws {
        var settings = Settings()
        settings.hooks = [
            "onPublished": "[{ \"command\": [\"/bin/sh\", \"-c\", \"cat >> published.json\"] }]",
            "onRejected": "[{ \"command\": [\"/bin/sh\", \"-c\", \"cat >> rejected.json\"] }]",
        ]
        let workshop = try Workshop(settings)
        settings.hooks = settings.hooks.mapValues { $0.replacing(">> ", with: ">> \(workshop.path)/") }
        try workshop.configure(settings)
        let command = try await watch(workshop)
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop("no picture at all", as: "cats/Broken.png")
        try await eventually("nobody is told of the sticker") {
            try workshop.has("published.json") && workshop.text("published.json").contains("\"one\"")
        }
        try await eventually("nobody is told of the rejection") {
            try workshop.has("rejected.json") && workshop.text("rejected.json").contains("Broken.png")
        }
        try await stop(command)
    }

    @Test("kill -9 of the daemon loses nothing: the next start goes on where it was")
    func killed() async throws {
        let workshop = try Workshop()
        let first = try await watch(workshop)
        for number in 0..<8 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try await eventually("nothing is rendered") { try happened("rendered", in: first) > 1 }
        first.send(SIGKILL)
        _ = try await first.ending()
        #expect(try workshop.out.faults(namesMatter: false).filter { !$0.contains("left over") } == [])
        let second = try await watch(workshop)
        #expect(try workshop.catalog().packs.first?.stickers.count == 8)
        try await stop(second)
        #expect(try workshop.out.faults() == [])
    }

    @Test("an output that cannot be written is said once, waited for, and caught up with")
    func readOnly() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let command = try await watch(workshop)
        try workshop.move("out", to: "away")
        try workshop.put("in the way", at: "out")
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("nobody is told") { try happened("problem", in: command) > 0 }
        try workshop.remove("out")
        try workshop.move("away", to: "out")
        try await eventually("it does not catch up", within: 120) { try workshop.sticker("cats", "two") != nil }
        try await eventually("nobody is told that it is over") { try happened("recovered", in: command) == 1 }
        #expect(try happened("problem", in: command) == 1)
        try await stop(command)
        #expect(try workshop.out.faults() == [])
    }
}
