import ControlSocket
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests files and folders that stickerd is not permitted to read. The tests need an ordinary user, because root can
/// read all files.
@Suite(.enabled(if: UnprivilegedUser.canWork, "needs a user without rights who can run the program"))
struct UnreadableTests {
    private func built() async throws -> CLIFixture {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1, "dogs/Rex.svg": 2])
        UnprivilegedUser.grantAccess(cli)
        #expect(try await cli.build(under: UnprivilegedUser.wrapper).status == 0)
        return cli
    }

    @Test("a published file that is temporarily unreadable keeps its sticker, and the run ends with status 1")
    func unreadableFile() async throws {
        let cli = try await built()
        let good = try #require(try cli.sticker("cats", "one"))
        try cli.drop(Art.disc(9), as: "cats/One.svg")
        chmod(cli.file("drop/cats/One.svg"), 0)
        let build = try await cli.build(under: UnprivilegedUser.wrapper)
        #expect(build.status == 1)
        #expect(build.states["cats/One.svg"] == "waiting")
        #expect(build.reasons["cats/One.svg"]?.contains("ermission") == true)
        #expect(try cli.sticker("cats", "one") == good)
        chmod(cli.file("drop/cats/One.svg"), 0o644)
        #expect(try await cli.build(under: UnprivilegedUser.wrapper).status == 0)
        #expect(try cli.sticker("cats", "one")?.source.sha256 != good.source.sha256)
    }

    @Test("a dry run removes nothing of a folder that cannot be listed")
    func dryRun() async throws {
        let cli = try await built()
        try cli.remove("drop/cats/One.svg")
        chmod(cli.file("drop/dogs"), 0)
        defer { chmod(cli.file("drop/dogs"), 0o755) }
        let ending = try await cli.run("build", "--dry-run", "--json", under: UnprivilegedUser.wrapper)
        #expect(ending.output.contains("\"toRemove\":[\"cats/One.svg\"]"), "\(ending)")
    }

    @Test("art that cannot be read waits, with its path once and the system's reason")
    func unreadableLine() async throws {
        let cli = try await built()
        chmod(cli.file("drop/cats/One.svg"), 0)
        defer { chmod(cli.file("drop/cats/One.svg"), 0o644) }
        try cli.drop(Art.disc(3), as: "cats/Two.svg")
        chmod(cli.file("drop/cats/Two.svg"), 0)
        let lines = try await cli.run("build", under: UnprivilegedUser.wrapper).output
        #expect(lines.contains("… cats/Two.svg: the file cannot be read (Permission denied)."))
        #expect(lines.contains("Waiting ("))
    }

    @Test("a watch lists unreadable art, leaves a note next to it, and processes it when it can be read")
    func watched() async throws {
        let cli = try await built()
        try cli.drop(Art.disc(3), as: "cats/Two.svg")
        chmod(cli.file("drop/cats"), 0o777)
        chmod(cli.file("drop/cats/Two.svg"), 0)
        let watch = try await WatchProcess(cli, under: UnprivilegedUser.wrapper)
        try await eventually("the deferral of cats/Two.svg is not reported: \(watch.command.complaint)") {
            try watch.count("waiting", "cats/Two.svg") > 0
        }
        try await eventually("the note is not written") { cli.has("drop/cats/Two.svg.waiting.txt") }
        #expect(try cli.text("drop/cats/Two.svg.waiting.txt").contains("Permission denied"))
        let shown = try await cli.run("status", under: UnprivilegedUser.wrapper)
        #expect(shown.output.contains("Waiting (1):\n  cats/Two.svg"), "\(shown.output)")
        chmod(cli.file("drop/cats/Two.svg"), 0o644)
        try await eventually("the sticker cats/two is not published") { try cli.sticker("cats", "two") != nil }
        try await eventually("the note is not removed") { !cli.has("drop/cats/Two.svg.waiting.txt") }
        #expect(try watch.count("waiting", "cats/Two.svg") == 1)
        try await watch.stop()
    }

    @Test("a user without access to the watch gets status 77 from `status`")
    func forbiddenSocket() async throws {
        // Only root can start processes of different users.
        guard geteuid() == 0 else { return }
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        chmod(cli.path, 0o755)
        let shown = try await cli.run("status", under: UnprivilegedUser.wrapper)
        #expect(shown.status == 77, "\(shown.output)\(shown.complaint)")
        #expect(shown.output.contains("Permission denied"))
        #expect(shown.output.contains("root"))
        try await watch.stop()
    }

    @Test("a pack that is temporarily unreadable keeps its stickers, and the run does not succeed")
    func unreadablePack() async throws {
        let cli = try await built()
        let good = try #require(try cli.sticker("cats", "one"))
        chmod(cli.file("drop/cats"), 0)
        defer { chmod(cli.file("drop/cats"), 0o755) }
        let build = try await cli.build(under: UnprivilegedUser.wrapper)
        #expect(build.status != 0)
        #expect(try cli.sticker("cats", "one") == good)
    }

    @Test("a pack that cannot be read is named with the system's reason by build and status, which ends with status 1")
    func unreadableReason() async throws {
        let cli = try await built()
        let watch = try await WatchProcess(cli, under: UnprivilegedUser.wrapper)
        chmod(cli.file("drop/cats"), 0)
        defer { chmod(cli.file("drop/cats"), 0o755) }
        let reason = "cats: it cannot be read (Permission denied); check its permissions"
        try await eventually("the status does not list the unreadable folder") {
            let shown = try await cli.run("status")
            return shown.status == 1 && shown.output.contains("Unreadable (1):\n  \(reason)")
        }
        try await watch.stop()
        let lines = try await cli.run("build", under: UnprivilegedUser.wrapper).output
        #expect(lines.contains("✗ \(reason). Its published stickers are kept."))
    }

    @Test("a watch keeps the stickers of an unreadable pack, names the pack, and processes it afterwards")
    func unreadablePackInWatch() async throws {
        let cli = try await built()
        let good = try #require(try cli.sticker("cats", "one"))
        let watch = try await WatchProcess(cli, under: UnprivilegedUser.wrapper)
        chmod(cli.file("drop/cats"), 0)
        defer { chmod(cli.file("drop/cats"), 0o755) }
        try await eventually("the unreadable pack is not reported: \(watch.command.complaint)") {
            try watch.count("unused", "cats") == 1
        }
        // The sticker of a source that is really missing is removed after the grace period. If the sources of the
        // unreadable pack were treated as missing, their stickers would have been removed by then.
        try cli.drop(Art.disc(7), as: "dogs/Max.svg")
        try await eventually("the sticker dogs/max is not published") { try cli.sticker("dogs", "max") != nil }
        try cli.remove("drop/dogs/Rex.svg")
        try await eventually("the removal of the sticker of dogs/Rex.svg is not reported") {
            try watch.count("retired", "dogs/Rex.svg") == 1
        }
        #expect(try cli.sticker("cats", "one") == good)
        #expect(try watch.count("retired", "cats/One.svg") == 0)
        chmod(cli.file("drop/cats"), 0o777)
        try cli.drop(Art.disc(9), as: "cats/Two.svg")
        try await eventually("the sticker cats/two is not published") { try cli.sticker("cats", "two") != nil }
        #expect(try cli.sticker("cats", "one") == good)
        try await watch.stop()
    }

    @Test("an unreadable folder of frames keeps its sticker")
    func unreadableFrames() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        for number in 1...3 {
            try cli.drop(Art.png(120, shade: UInt8(60 * number)), as: "cats/Wave.frames/\(number).png")
        }
        UnprivilegedUser.grantAccess(cli)
        #expect(try await cli.build(under: UnprivilegedUser.wrapper).status == 0)
        let good = try #require(try cli.sticker("cats", "wave"))
        chmod(cli.file("drop/cats/Wave.frames"), 0)
        defer { chmod(cli.file("drop/cats/Wave.frames"), 0o755) }
        try cli.drop(Art.disc(4), as: "cats/Two.svg")
        #expect(try await cli.build(under: UnprivilegedUser.wrapper).status == 1)
        #expect(try cli.sticker("cats", "wave") == good)
    }

    @Test("a build keeps the sources of an unreadable pack: a later watch does not report them as new")
    func unreadablePackStaysKnown() async throws {
        let cli = try await built()
        chmod(cli.file("drop/cats"), 0)
        try cli.drop(Art.disc(3), as: "dogs/Max.svg")
        #expect(try await cli.build(under: UnprivilegedUser.wrapper).status == 1)
        chmod(cli.file("drop/cats"), 0o755)
        let watch = try await WatchProcess(cli, under: UnprivilegedUser.wrapper)
        try cli.drop(Art.disc(4), as: "cats/Two.svg")
        try await eventually("cats/Two.svg is not published: \(watch.command.complaint)") {
            try watch.count("published", "cats/Two.svg") == 1
        }
        #expect(try watch.count("published", "cats/One.svg") == 0)
        try await watch.stop()
    }

    @Test("a build that cannot list the finished files ends with status 3 and removes no sticker")
    func unreadableAssets() async throws {
        let cli = try await built()
        let before = try cli.text("out/catalog.json")
        chmod(cli.file("drop/cats"), 0)
        chmod(cli.file("out/assets"), 0o333)
        defer {
            chmod(cli.file("drop/cats"), 0o755)
            chmod(cli.file("out/assets"), 0o755)
        }
        let build = try await cli.build(under: UnprivilegedUser.wrapper)
        #expect(build.status == 3)
        #expect(build.failure?.contains(cli.file("out/assets")) == true)
        #expect(try cli.text("out/catalog.json") == before)
    }

    @Test("a drop folder that cannot be read ends the run with status 3 and changes nothing")
    func unreadableDrop() async throws {
        let cli = try await built()
        let before = try cli.out.stamps
        chmod(cli.file("drop"), 0)
        defer { chmod(cli.file("drop"), 0o755) }
        let build = try await cli.build(under: UnprivilegedUser.wrapper)
        #expect(build.status == 3)
        #expect(build.failure?.contains(cli.file("drop")) == true)
        #expect(OutTree.differences(try cli.out.stamps, before) == [])
    }

    @Test("results that may not be written end the run with status 3, and the message names the folder")
    func unwritableOut() async throws {
        let cli = try await built()
        for name in ["out", "out/assets", "out/packs", "out/packs/cats"] { chmod(cli.file(name), 0o555) }
        defer {
            for name in ["out", "out/assets", "out/packs", "out/packs/cats"] { chmod(cli.file(name), 0o755) }
        }
        try cli.drop(Art.disc(9), as: "cats/One.svg")
        let build = try await cli.build(under: UnprivilegedUser.wrapper)
        #expect(build.status == 3)
        #expect(build.failure?.contains(cli.file("out")) == true)
        #expect(build.failure?.contains("permission denied") == true)
        #expect(try cli.out.faults() == [])
    }
}
