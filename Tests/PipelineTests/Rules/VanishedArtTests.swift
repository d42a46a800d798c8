import JobModel
import Pixels
import StickerManifest
import StickerRendering
import Testing

@Suite("Art that vanishes on a background")
struct VanishedArtTests {
    private func loss(
        _ picture: RGBAImage, on colour: RGBAColour, ratio: Double = 1.3
    ) -> VanishedArt? {
        VanishedArt(of: PointGrid(of: picture), on: .plain(colour), visibility: Visibility(ratio: ratio))
    }

    /// The distance of a pixel from the line between two points.
    private func distance(_ x: Int, _ y: Int, from start: (Double, Double), to end: (Double, Double)) -> Double {
        let (dx, dy) = (end.0 - start.0, end.1 - start.1)
        let along = ((Double(x) - start.0) * dx + (Double(y) - start.1) * dy) / (dx * dx + dy * dy)
        let place = max(0, min(1, along))
        let (px, py) = (start.0 + place * dx - Double(x), start.1 + place * dy - Double(y))
        return (px * px + py * py).squareRoot()
    }

    /// Two red cherries on black stems that meet at the top.
    private var cherries: RGBAImage {
        TestArt.picture(300, 300) { x, y in
            for centre in [(75.0, 235.0), (225.0, 235.0)] {
                let (dx, dy) = (Double(x) - centre.0, Double(y) - centre.1)
                if (dx * dx + dy * dy).squareRoot() < 50 { return TestArt.red }
                if distance(x, y, from: centre, to: (150, 15)) < 5 { return .black }
            }
            return .clear
        }
    }

    /// A white shape with a dark outline, which is open at the bottom.
    private var bust: RGBAImage {
        TestArt.picture(300, 300) { x, y in
            guard (40..<260).contains(x), (20..<280).contains(y) else { return .clear }
            return x < 48 || x >= 252 || y < 28 ? .black : .white
        }
    }

    private func bordered(_ points: Double) -> RGBAImage {
        TestArt.picture(300, 300) { x, y in
            let distance = TestArt.distance(x, y, 300)
            return distance > 140 ? .clear : distance > 140 - points * 3 ? .white : TestArt.red
        }
    }

    @Test("stems that vanish are found by their share, and the art falls apart without them")
    func stems() throws {
        let loss = try #require(self.loss(cherries, on: .black))
        #expect((0.1...0.3).contains(loss.share))
        #expect(loss.pieces == (1, 2))
        #expect(loss.fallsApart)
        #expect(loss.contrast < 1.01)
        #expect(self.loss(cherries, on: .white) == nil)
    }

    @Test("the map shows where the art vanishes, one cell per point")
    func map() throws {
        let loss = try #require(self.loss(cherries, on: .black))
        #expect(loss.columns == 100 && loss.map.count == 10_000)
        #expect(loss.map[8 * 100 + 50])
        #expect(!loss.map[78 * 100 + 25])
        #expect(!loss.map[0])
    }

    @Test("the finding has the share, the background and the pieces")
    func message() throws {
        let recipe = Recipe.small(backgrounds: PreviewTests.colours)
        let result = try PipelineFixture().run(try cherries.png(), recipe: recipe)
        let findings = result.findings.filter { $0.rule == Rule.vanishesOnBackground.id }
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.message.contains(" % of its art on black:"))
        #expect(finding.message.contains("On black the rest falls apart into 2 pieces."))
        #expect(finding.measured == 1 && finding.limit == 1.3)
    }

    @Test("all backgrounds are in one finding, the greatest loss first")
    func severalBackgrounds() throws {
        let backgrounds = [
            Background(name: "pale", fill: .colour("#f4f4f4")), Background(name: "white", fill: .colour("#ffffff")),
            Background(name: "black", fill: .colour("#000000")),
        ]
        let disc = TestArt.picture(300, 300) { x, y in
            TestArt.distance(x, y, 300) > 140 ? .clear : y < 100 ? .black : .white
        }
        let result = try PipelineFixture().run(try disc.png(), recipe: .small(backgrounds: backgrounds))
        let message = try #require(result.finding(of: .vanishesOnBackground)?.message)
        #expect(message.contains(" on pale") && message.contains(" on white"))
        #expect(message.contains(" % of its art on black:"))
    }

    @Test("a word that vanishes next to the art is found, and the rest stays together")
    func word() throws {
        let art = TestArt.picture(300, 300) { x, y in
            if y < 200 { return abs(x - 150) + abs(y - 100) < 95 ? TestArt.yellow : .clear }
            return (230..<290).contains(y) && (x / 12) % 3 == 0 ? .black : .clear
        }
        let loss = try #require(self.loss(art, on: .black))
        #expect(loss.share > 0.1 && !loss.fallsApart)
        #expect(self.loss(art, on: .white) == nil)
    }

    @Test("vanishing outlines next to the enclosed art are not missed")
    func outlines() {
        let grid = TestArt.picture(300, 300) { x, y in
            guard (15..<285).contains(x), (15..<285).contains(y) else { return .clear }
            return (x - 15) % 66 < 6 || (y - 15) % 66 < 6 ? .black : TestArt.red
        }
        #expect(loss(grid, on: .black) == nil)
    }

    @Test("a shape in the colour of the background is seen by its outline, also if that is open at the bottom")
    func openOutline() {
        #expect(loss(bust, on: .white) == nil)
        #expect(loss(bust, on: .black) == nil)
    }

    @Test("the white border of a cut-out sticker is not missed on white", arguments: [3.0, 7, 10])
    func border(points: Double) {
        #expect(loss(bordered(points), on: .white) == nil)
    }

    @Test("a white shape around a small drawing is missed on white")
    func wideBorder() throws {
        #expect(try #require(loss(bordered(25), on: .white)).share > 0.4)
    }

    @Test("a saturated colour with little contrast is seen")
    func saturated() {
        let lemon = TestArt.disc(300, radius: 140, colour: RGBAColour(red: 252, green: 234, blue: 43))
        #expect(loss(lemon, on: .white) == nil)
        #expect(loss(lemon, on: RGBAColour(red: 255, green: 204, blue: 0))?.share == 1)
        #expect(loss(lemon, on: .white, ratio: 4) != nil)
    }

    @Test("a soft shadow on black is not art that vanishes")
    func shadow() {
        let art = TestArt.picture(300, 300) { x, y in
            if y > 240 { return (40..<260).contains(x) && y < 290 ? RGBAColour.black.withAlpha(90) : .clear }
            return TestArt.distance(x, y + 20, 300) < 120 ? TestArt.red : .clear
        }
        #expect(loss(art, on: .black) == nil)
    }

    @Test("a photo is compared place by place")
    func photo() throws {
        let fixture = try PipelineFixture()
        let halves = TestArt.picture(300, 300) { x, _ in x < 150 ? .white : .black }
        let recipe = Recipe.small(backgrounds: [fixture.background("photo", try halves.png())])
        let white = TestArt.disc(300, radius: 140, colour: .white)
        let result = try fixture.run(try white.png(), recipe: recipe)
        let finding = try #require(result.finding(of: .vanishesOnBackground))
        #expect(finding.message.contains(" % of its art on photo:"))
        let grey = TestArt.disc(300, radius: 140, colour: RGBAColour(red: 120, green: 120, blue: 120))
        #expect(try fixture.run(try grey.png(), recipe: recipe).finding(of: .vanishesOnBackground) == nil)
    }

    @Test("a cell is the average of its pixels, weighted by alpha, also at an edge that cuts it")
    func cells() {
        let picture = TestArt.picture(4, 4) { x, y in
            x == 3 ? RGBAColour.white.withAlpha(128) : y == 0 ? .white : .clear
        }
        let grid = PointGrid(of: picture)
        #expect((grid.columns, grid.rows) == (2, 2))
        #expect(grid.cells[0] == SIMD4(85, 85, 85, 85))
        #expect(grid.cells[1] == SIMD4(128, 128, 128, 128))
        #expect(grid.cells[2] == .zero)
    }
}
