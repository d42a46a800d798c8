import Foundation
import StickerManifest
import TestSupport
import Testing

/// Tests that a broken file does not prevent the publication of a good file with the same name.
@Suite("Several versions, some of them broken")
struct VersionFallbackTests {
    /// A broken SVG and a broken TIFF with the same name as a good PNG.
    private func cli() throws -> CLIFixture {
        let cli = try CLIFixture()
        try cli.drop("not a picture", as: "cats/Star.svg")
        try cli.drop("not a picture either", as: "cats/Star.tiff")
        try cli.drop(Art.png(), as: "cats/Star.png")
        return cli
    }

    private func expectFallback(_ cli: CLIFixture) throws {
        let star = try #require(try cli.sticker("cats", "star"))
        #expect(star.source.path == "cats/Star.png")
        #expect(star.findings.map(\.rule).filter { $0 == "version-rejected" }.count == 2)
        #expect(star.findings.contains { $0.message.contains("cats/Star.svg") })
        #expect(try cli.catalog().rejected.map(\.path) == ["cats/Star.svg", "cats/Star.tiff"])
        #expect(try cli.catalog().rejected.allSatisfy { !$0.keepsEarlierVersion })
    }

    @Test("a build publishes the best version that works, and reports the broken ones")
    func build() async throws {
        let cli = try cli()
        let build = try await cli.build()
        #expect(build.status == 1)
        #expect(
            build.states == [
                "cats/Star.svg": "rejected", "cats/Star.tiff": "rejected", "cats/Star.png": "published",
            ])
        try expectFallback(cli)
        let before = try cli.out.contents
        #expect(try await cli.build("--retry-failed").total("rendered") == 0)
        #expect(OutTree.differences(try cli.out.contents, before) == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("the better version is published as soon as it is good, and the other is superseded again")
    func repaired() async throws {
        let cli = try cli()
        try await cli.build()
        try cli.drop(Art.disc(1), as: "cats/Star.svg")
        let build = try await cli.build()
        #expect(build.states["cats/Star.png"] == "superseded")
        #expect(try cli.sticker("cats", "star")?.source.path == "cats/Star.svg")
        #expect(try cli.sticker("cats", "star")?.findings.contains { $0.rule == "version-rejected" } == false)
    }

    @Test("the last good version of a better file stays while its new one is broken")
    func keepsEarlier() async throws {
        let cli = try CLIFixture(discs: ["cats/Star.svg": 1])
        try cli.drop(Art.png(), as: "cats/Star.png")
        try await cli.build()
        try cli.drop("not a picture", as: "cats/Star.svg")
        let build = try await cli.build()
        #expect(build.states == ["cats/Star.svg": "rejected", "cats/Star.png": "superseded"])
        #expect(try cli.sticker("cats", "star")?.source.path == "cats/Star.svg")
        #expect(try cli.catalog().rejected.first?.keepsEarlierVersion == true)
    }

    @Test("while watching, the next version is published when the best turns out to be broken")
    func watching() async throws {
        let cli = try CLIFixture()
        let watch = try await cli.engineWatch()
        try cli.drop(Art.png(), as: "cats/Star.png")
        try await eventually("the sticker cats/star is not published") { try cli.sticker("cats", "star") != nil }
        try cli.drop("not a picture", as: "cats/Star.tiff")
        try cli.drop("not a picture either", as: "cats/Star.svg")
        try await eventually("the two broken files are not rejected", within: 90) {
            try cli.catalog().rejected.count == 2
        }
        try expectFallback(cli)
        let sha256 = try cli.sticker("cats", "star")?.source.sha256
        try cli.drop(Art.png(shade: 90), as: "cats/Star.png")
        try await eventually("the new content of the PNG is not published") {
            try cli.sticker("cats", "star")?.source.sha256 != sha256
        }
        try expectFallback(cli)
        try await watch.stop()
    }

    @Test("a rebuild checks and keeps the version that is published")
    func rebuild() async throws {
        let cli = try cli()
        try await cli.build()
        let verify = try await cli.rebuild("--verify")
        #expect(verify.renderedPaths.contains("cats/Star.png"))
        try await cli.rebuild()
        try expectFallback(cli)
        try cli.remove("out")
        try cli.remove(".out.stickerd")
        try await cli.rebuild()
        try expectFallback(cli)
    }

    @Test("a copy of a rejected file is a duplicate of it, and the reason is reported once")
    func copyOfRejected() async throws {
        let cli = try CLIFixture()
        try cli.drop("not a picture", as: "cats/Star.svg")
        try cli.drop("not a picture", as: "cats/Star copy.svg")
        let build = try await cli.build()
        #expect(build.status == 1)
        #expect(build.reasons["cats/Star copy.svg"] == "the same file as cats/Star.svg, which is rejected")
        #expect(try cli.catalog().rejected.map(\.path) == ["cats/Star.svg"])
    }
}
