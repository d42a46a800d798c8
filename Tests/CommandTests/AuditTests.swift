import Foundation
import Testing

/// `stickerd audit`.
@Suite struct AuditTests {
    private func built() async throws -> Workshop {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        #expect(try await workshop.build().status == 0)
        return workshop
    }

    private func audit(_ workshop: Workshop) async throws -> (status: Int32, faults: [String]) {
        let ending = try await workshop.run("audit", "--json")
        let event = try #require(try Event.read(ending.output).last)
        guard case .list(let faults) = event["faults"] else { return (ending.status, []) }
        #expect(event["balanced"] == .flag(faults.isEmpty))
        return (ending.status, faults)
    }

    @Test("after a build the books balance, whatever came in")
    func balances() async throws {
        let ending = try await Showroom.built.workshop.run("audit")
        #expect(ending.status == 0)
        #expect(ending.output.contains("Every file is accounted for."))
        #expect(ending.output.contains("4\tpublished"))
        #expect(ending.output.contains("1\trejected"))
    }

    @Test("a flipped byte in a published file is found, and what audit says to do mends it")
    func flippedByte() async throws {
        let workshop = try await built()
        let path = try #require(try workshop.sticker("cats", "one")).renditions[0].path
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: workshop.file("out/" + path)))
        try handle.seek(toOffset: 50)
        try handle.write(contentsOf: [0xFF, 0x00, 0xFF, 0x00])
        try handle.close()
        let (status, faults) = try await audit(workshop)
        #expect(status == 1)
        #expect(faults.contains { $0.contains(path) && $0.contains("damaged") })
        #expect(faults.contains { $0.contains("Run `stickerd rebuild`") })
        #expect(try await workshop.rebuild().status == 0)
        #expect(try await audit(workshop).faults == [])
    }

    @Test("a missing file is found, and a build mends it")
    func missingFile() async throws {
        let workshop = try await built()
        let name = try #require(try workshop.sticker("cats", "one")).renditions[0].name
        try workshop.remove("out/" + name)
        let (status, faults) = try await audit(workshop)
        #expect(status == 1)
        #expect(faults.map { $0.hasPrefix("\(workshop.file("out/" + name)) is missing.") } == [true])
        let build = try await workshop.build()
        #expect(build.events.filter { $0.kind == "repaired" }.map { $0.text("path") } == [name])
        #expect(try await audit(workshop).status == 0)
    }

    @Test("a missing manifest is found, with what to do")
    func missingManifest() async throws {
        let workshop = try await built()
        try workshop.remove("out/catalog.json")
        #expect(
            try await audit(workshop).faults.contains { $0.contains("Run `stickerd build`, which writes it again") })
        #expect(try await workshop.build().status == 0)
        #expect(try await audit(workshop).status == 0)
    }

    @Test(
        "a file that nobody names is found, and a build clears it away",
        arguments: ["packs/cats/x.png", "assets/x.png", "previews/y.png"])
    func unnamedFile(name: String) async throws {
        let workshop = try await built()
        try workshop.put("whose?", at: "out/" + name)
        let (status, faults) = try await audit(workshop)
        #expect(status == 1)
        #expect(faults.map { $0.hasPrefix("\(workshop.file("out/" + name)) is named by nothing.") } == [true])
        try await workshop.build()
        #expect(try await audit(workshop).status == 0)
    }

    @Test("art that no build has seen is found, and so is art that went away")
    func unseen() async throws {
        let workshop = try await built()
        try workshop.drop(Art.disc(3), as: "cats/Three.svg")
        try workshop.remove("drop/cats/Two.svg")
        let (status, faults) = try await audit(workshop)
        #expect(status == 1)
        #expect(faults.count == 2)
        #expect(faults.contains { $0.hasPrefix("cats/Three.svg has arrived") })
        #expect(faults.contains { $0.hasPrefix("cats/Two.svg is recorded as") })
    }

    @Test("everything that ever came in is counted once, also what was replaced and what was removed")
    func counts() async throws {
        let workshop = try await built()
        try workshop.drop(Art.disc(5), as: "cats/One.svg")
        try workshop.remove("drop/cats/Two.svg")
        try await workshop.build()
        try workshop.drop("broken", as: "cats/One.svg")
        try await workshop.build()
        let ending = try await workshop.run("audit")
        #expect(ending.status == 0, "\(ending.output)")
        for line in ["1\trejected", "2\treplaced", "1\tremoved", "4\tinput files in all"] {
            #expect(ending.output.contains(line), "\(ending.output)")
        }
    }

    @Test("audit itself writes nothing, not even a ledger where there is none")
    func writesNothing() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let before = try OutTree(workshop.path).names
        #expect(try await audit(workshop).status == 1)
        #expect(try OutTree(workshop.path).names == before)
    }
}
