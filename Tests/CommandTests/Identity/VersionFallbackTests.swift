import Foundation
import StickerCatalog
import TestSupport
import Testing

/// A broken file does not keep back a good one of the same name.
@Suite("Versions of which some are broken")
struct VersionFallbackTests {
    /// A broken SVG and a broken TIFF beside a good PNG.
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.drop("not a picture", as: "cats/Star.svg")
        try workshop.drop("not a picture either", as: "cats/Star.tiff")
        try workshop.drop(Art.png(), as: "cats/Star.png")
        return workshop
    }

    private func expectFallback(_ workshop: Workshop) throws {
        let star = try #require(try workshop.sticker("cats", "star"))
        #expect(star.source.path == "cats/Star.png")
        #expect(star.findings.map(\.rule).filter { $0 == "version-rejected" }.count == 2)
        #expect(star.findings.contains { $0.message.contains("cats/Star.svg") })
        #expect(try workshop.catalog().rejected.map(\.path) == ["cats/Star.svg", "cats/Star.tiff"])
        #expect(try workshop.catalog().rejected.allSatisfy { !$0.keepsEarlierVersion })
    }

    @Test("a build publishes the best version that works, and reports the broken ones")
    func build() async throws {
        let workshop = try workshop()
        let build = try await workshop.build()
        #expect(build.status == 1)
        #expect(
            build.states == [
                "cats/Star.svg": "rejected", "cats/Star.tiff": "rejected", "cats/Star.png": "published",
            ])
        try expectFallback(workshop)
        let before = try workshop.out.contents
        #expect(try await workshop.build("--retry-failed").total("rendered") == 0)
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
        #expect(try await workshop.run("audit").status == 0)
    }

    @Test("the better version is published as soon as it is good, and the other is superseded again")
    func repaired() async throws {
        let workshop = try workshop()
        try await workshop.build()
        try workshop.drop(Art.disc(1), as: "cats/Star.svg")
        let build = try await workshop.build()
        #expect(build.states["cats/Star.png"] == "superseded")
        #expect(try workshop.sticker("cats", "star")?.source.path == "cats/Star.svg")
        #expect(try workshop.sticker("cats", "star")?.findings.contains { $0.rule == "version-rejected" } == false)
    }

    @Test("the last good version of a better file stays while its new one is broken")
    func keepsEarlier() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/Star.svg")
        try workshop.drop(Art.png(), as: "cats/Star.png")
        try await workshop.build()
        try workshop.drop("not a picture", as: "cats/Star.svg")
        let build = try await workshop.build()
        #expect(build.states == ["cats/Star.svg": "rejected", "cats/Star.png": "superseded"])
        #expect(try workshop.sticker("cats", "star")?.source.path == "cats/Star.svg")
        #expect(try workshop.catalog().rejected.first?.keepsEarlierVersion == true)
    }

    @Test("while watching, the next version is published when the best turns out to be broken")
    func watching() async throws {
        let workshop = try Workshop()
        let command = try await workshop.watch()
        try workshop.drop(Art.png(), as: "cats/Star.png")
        try await eventually("it is not published") { try workshop.sticker("cats", "star") != nil }
        try workshop.drop("not a picture", as: "cats/Star.tiff")
        try workshop.drop("not a picture either", as: "cats/Star.svg")
        try await eventually("they are not rejected", within: 90) { try workshop.catalog().rejected.count == 2 }
        try expectFallback(workshop)
        try workshop.drop(Art.png(shade: 90), as: "cats/Star.png")
        let sha256 = try workshop.sticker("cats", "star")?.source.sha256
        try await eventually("the used version is not renewed") {
            try workshop.sticker("cats", "star")?.source.sha256 != sha256
        }
        try expectFallback(workshop)
        try await workshop.stop(command)
    }

    @Test("a rebuild checks and keeps the version that is published")
    func rebuild() async throws {
        let workshop = try workshop()
        try await workshop.build()
        let verify = try await workshop.rebuild("--verify")
        #expect(verify.renderedPaths.contains("cats/Star.png"))
        try await workshop.rebuild()
        try expectFallback(workshop)
        try workshop.remove("out")
        try workshop.remove(".out.stickerd")
        try await workshop.rebuild()
        try expectFallback(workshop)
    }

    @Test("a copy of a rejected file is a duplicate of it, and the reason is given once")
    func copyOfRejected() async throws {
        let workshop = try Workshop()
        try workshop.drop("not a picture", as: "cats/Star.svg")
        try workshop.drop("not a picture", as: "cats/Star copy.svg")
        let build = try await workshop.build()
        #expect(build.status == 1)
        #expect(build.reasons["cats/Star copy.svg"] == "the same file as cats/Star.svg, which is rejected")
        #expect(try workshop.catalog().rejected.map(\.path) == ["cats/Star.svg"])
    }
}
