import Foundation
import Testing

/// Tests `stickerd audit`.
@Suite struct AuditTests {
    private func built() async throws -> CLIFixture {
        let cli = try await CLIFixture.built(["cats/One.svg": 1, "cats/Two.svg": 2])
        return cli
    }

    private func audit(_ cli: CLIFixture) async throws -> (status: Int32, faults: [String]) {
        let ending = try await cli.run("audit", "--json")
        let event = try #require(try Event.read(ending.output).last)
        guard case .list(let faults) = event["faults"] else { return (ending.status, []) }
        #expect(event["balanced"] == .flag(faults.isEmpty))
        return (ending.status, faults)
    }

    @Test("after a build the state database accounts for every source")
    func balances() async throws {
        let ending = try await SharedBuild.built.cli.run("audit")
        #expect(ending.status == 0)
        #expect(ending.output.contains("Every file is accounted for."))
        #expect(ending.output.contains("4\tpublished"))
        #expect(ending.output.contains("1\trejected"))
    }

    @Test("a flipped byte in a published file is found, and the fix that audit suggests works")
    func flippedByte() async throws {
        let cli = try await built()
        let path = try #require(try cli.sticker("cats", "one")).renditions[0].path
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: cli.file("out/" + path)))
        try handle.seek(toOffset: 50)
        try handle.write(contentsOf: [0xFF, 0x00, 0xFF, 0x00])
        try handle.close()
        let (status, faults) = try await audit(cli)
        #expect(status == 1)
        #expect(faults.contains { $0.contains(path) && $0.contains("damaged") })
        #expect(faults.contains { $0.contains("Run `stickerd rebuild`") })
        #expect(try await cli.rebuild().status == 0)
        #expect(try await audit(cli).faults == [])
    }

    @Test("a missing file is found, and a build restores it")
    func missingFile() async throws {
        let cli = try await built()
        let name = try #require(try cli.sticker("cats", "one")).renditions[0].name
        try cli.remove("out/" + name)
        let (status, faults) = try await audit(cli)
        #expect(status == 1)
        #expect(faults.map { $0.hasPrefix("\(cli.file("out/" + name)) is missing.") } == [true])
        let build = try await cli.build()
        #expect(build.events.filter { $0.kind == "repaired" }.map { $0.text("path") } == [name])
        #expect(try await audit(cli).status == 0)
    }

    @Test("a missing manifest is reported, with the fix")
    func missingManifest() async throws {
        let cli = try await built()
        try cli.remove("out/catalog.json")
        #expect(
            try await audit(cli).faults.contains {
                $0.contains("Run `stickerd build`, which writes the manifest again")
            })
        #expect(try await cli.build().status == 0)
        #expect(try await audit(cli).status == 0)
    }

    @Test(
        "an unreferenced file is found, and a build removes it",
        arguments: ["packs/cats/x.png", "assets/x.png", "previews/y.png"])
    func unnamedFile(name: String) async throws {
        let cli = try await built()
        try cli.put("whose?", at: "out/" + name)
        let (status, faults) = try await audit(cli)
        #expect(status == 1)
        #expect(faults.map { $0.hasPrefix("\(cli.file("out/" + name)) is unused.") } == [true])
        try await cli.build()
        #expect(try await audit(cli).status == 0)
    }

    @Test("art that no build has processed is reported, and so is removed art")
    func unseen() async throws {
        let cli = try await built()
        try cli.drop(Art.disc(3), as: "cats/Three.svg")
        try cli.remove("drop/cats/Two.svg")
        let (status, faults) = try await audit(cli)
        #expect(status == 1)
        #expect(faults.count == 2)
        #expect(faults.contains { $0.hasPrefix("cats/Three.svg is new") })
        #expect(faults.contains { $0.hasPrefix("cats/Two.svg is recorded as") })
    }

    @Test("everything that ever arrived is counted once, also replaced and removed files")
    func counts() async throws {
        let cli = try await built()
        try cli.drop(Art.disc(5), as: "cats/One.svg")
        try cli.remove("drop/cats/Two.svg")
        try await cli.build()
        try cli.drop("broken", as: "cats/One.svg")
        try await cli.build()
        let ending = try await cli.run("audit")
        #expect(ending.status == 0, "\(ending.output)")
        for line in ["1\trejected", "2\treplaced", "1\tremoved", "4\tinput files in all"] {
            #expect(ending.output.contains(line), "\(ending.output)")
        }
    }

    @Test("audit itself writes nothing, and creates no state database")
    func writesNothing() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let before = try OutTree(cli.path).names
        #expect(try await audit(cli).status == 3)
        #expect(try OutTree(cli.path).names == before)
    }

    @Test("a state database that contradicts itself is reported with the fix, which works")
    func contradiction() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        let program =
            "import sqlite3; c = sqlite3.connect('.out.stickerd/ledger.sqlite'); "
            + "c.execute('DELETE FROM arrivals'); c.commit(); c.close()"
        #expect(try await Command(["python3", "-c", program], in: cli.path).ending().status == 0)
        let (status, faults) = try await audit(cli)
        #expect(status == 1)
        #expect(
            faults.last?.contains(
                "ledger.sqlite is damaged. It contains only history, so delete it and run `stickerd build`") == true)

        for name in try FileManager.default.contentsOfDirectory(atPath: cli.file(".out.stickerd"))
        where name.hasPrefix("ledger.sqlite") { try cli.remove(".out.stickerd/\(name)") }
        #expect(try await cli.build().total("rendered") == 0)
        #expect(try await audit(cli).status == 0)
    }
}
