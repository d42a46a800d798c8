import Glibc
import Testing

/// What is done about files and folders that the system keeps from stickerd, which root cannot see.
@Suite(.enabled(if: Nobody.canWork, "needs a user without rights who can run the program"))
struct UnreadableTests {
    private func built() async throws -> Workshop {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.disc(2), as: "dogs/Rex.svg")
        Nobody.mayUse(workshop)
        #expect(try await workshop.build(under: Nobody.wrapper).status == 0)
        return workshop
    }

    @Test("a published file that cannot be read for now keeps its sticker, and the run ends with status 1")
    func unreadableFile() async throws {
        let workshop = try await built()
        let good = try #require(try workshop.sticker("cats", "one"))
        try workshop.drop(Art.disc(9), as: "cats/One.svg")
        chmod(workshop.file("drop/cats/One.svg"), 0)
        let build = try await workshop.build(under: Nobody.wrapper)
        #expect(build.status == 1)
        #expect(build.states["cats/One.svg"] == "waiting")
        #expect(build.reasons["cats/One.svg"]?.contains("ermission") == true)
        #expect(try workshop.sticker("cats", "one") == good)
        chmod(workshop.file("drop/cats/One.svg"), 0o644)
        #expect(try await workshop.build(under: Nobody.wrapper).status == 0)
        #expect(try workshop.sticker("cats", "one")?.source.sha256 != good.source.sha256)
    }

    @Test("art that cannot be read waits, with its path once and the system's reason")
    func unreadableLine() async throws {
        let workshop = try await built()
        chmod(workshop.file("drop/cats/One.svg"), 0)
        defer { chmod(workshop.file("drop/cats/One.svg"), 0o644) }
        try workshop.drop(Art.disc(3), as: "cats/Two.svg")
        chmod(workshop.file("drop/cats/Two.svg"), 0)
        let lines = try await workshop.run("build", under: Nobody.wrapper).complaint
        #expect(lines.contains("… cats/Two.svg: the file cannot be read (Permission denied)."))
        #expect(lines.contains(" waiting"))
    }

    @Test("a pack that cannot be read for now keeps its stickers, and the run does not end well")
    func unreadablePack() async throws {
        let workshop = try await built()
        let good = try #require(try workshop.sticker("cats", "one"))
        chmod(workshop.file("drop/cats"), 0)
        defer { chmod(workshop.file("drop/cats"), 0o755) }
        let build = try await workshop.build(under: Nobody.wrapper)
        #expect(build.status != 0)
        #expect(try workshop.sticker("cats", "one") == good)
    }

    @Test("a drop folder that cannot be read ends the run with status 3 and changes nothing")
    func unreadableDrop() async throws {
        let workshop = try await built()
        let before = try workshop.out.stamps
        chmod(workshop.file("drop"), 0)
        defer { chmod(workshop.file("drop"), 0o755) }
        let build = try await workshop.build(under: Nobody.wrapper)
        #expect(build.status == 3)
        #expect(build.failure?.contains(workshop.file("drop")) == true)
        #expect(OutTree.differences(try workshop.out.stamps, before) == [])
    }

    @Test("results that may not be written end the run with status 3, and the message names the folder")
    func unwritableOut() async throws {
        let workshop = try await built()
        for name in ["out", "out/assets", "out/packs", "out/packs/cats"] { chmod(workshop.file(name), 0o555) }
        defer {
            for name in ["out", "out/assets", "out/packs", "out/packs/cats"] { chmod(workshop.file(name), 0o755) }
        }
        try workshop.drop(Art.disc(9), as: "cats/One.svg")
        let build = try await workshop.build(under: Nobody.wrapper)
        #expect(build.status == 3)
        #expect(build.failure?.contains(workshop.file("out")) == true)
        #expect(build.failure?.contains("permission denied") == true)
        #expect(try workshop.out.faults() == [])
    }
}
