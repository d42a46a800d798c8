import Foundation
import Testing

/// Tests drawings by the installed resvg, which confined workers start.
@Suite("resvg as the second renderer")
struct ResvgTests {
    /// Whether resvg is installed in one of the folders in which workers search for it.
    private static let isInstalled = ["/usr/local/bin", "/usr/bin", "/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/resvg")
    }

    private static func word(_ attributes: String) -> String {
        Art.svg(
            "<circle cx='32' cy='32' r='30' fill='#fc0'/>"
                + "<text x='8 28 46' y='40' font-size='22' font-family='DejaVu Sans' \(attributes)>ABC</text>")
    }

    @Test(
        "text that librsvg sets in one line is drawn by resvg and published",
        .enabled(if: isInstalled, "resvg is not installed"))
    func drawn() async throws {
        let cli = try CLIFixture(Settings(), startsPrograms: true)
        try cli.drop(Self.word(""), as: "cats/Word.svg")
        try cli.drop(Self.word("style='clip-path: circle(40%)'"), as: "cats/Clip.svg")
        try cli.drop(Art.disc(1), as: "cats/Disc.svg")
        let build = try await cli.build()
        #expect(
            build.states == ["cats/Clip.svg": "rejected", "cats/Word.svg": "published", "cats/Disc.svg": "published"])
        let stickers = try cli.catalog().packs.flatMap(\.stickers)
        #expect(stickers.first { $0.id == "word" }?.findings.contains { $0.rule == "drawn-by-resvg" } == true)
        #expect(stickers.first { $0.id == "disc" }?.findings.contains { $0.rule == "drawn-by-resvg" } == false)
    }

    @Test("`stickerd doctor` reports whether resvg is installed")
    func doctor() async throws {
        let found = try await CLIFixture(startsPrograms: true).run("doctor").output
        #expect(found.contains("✓ second renderer for SVG: resvg"))
        #expect(found.contains("resvg is not installed") != Self.isInstalled)
    }
}
