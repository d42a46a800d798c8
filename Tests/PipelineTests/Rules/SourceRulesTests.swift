import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("Rules about the source's picture")
struct SourceRulesTests {
    private func findings(_ picture: RGBAImage, _ rule: Rule, limits: [String: Double] = [:]) throws -> RuleFinding? {
        let result = try PipelineFixture().run(try picture.png(), recipe: .small(ruleLimits: limits))
        try #require(result.output != nil)
        let finding = result.finding(of: rule)
        if let finding {
            #expect(!finding.message.isEmpty)
            #expect(!finding.fix.isEmpty)
            #expect(finding.unit == (finding.measured == nil ? nil : rule.unit))
        }
        return finding
    }

    /// A star-like shape with an antialiased edge, which is the average of 16 samples per pixel.
    private func antialiased(_ side: Int, colour: RGBAColour) -> RGBAImage {
        TestArt.picture(side, side) { x, y in
            var inside = 0
            for sample in 0..<16 {
                let (dx, dy) = (
                    Double(x) + (Double(sample % 4) + 0.5) / 4 - Double(side) / 2,
                    Double(y) + (Double(sample / 4) + 0.5) / 4 - Double(side) / 2
                )
                let edge = dx.magnitude > dy.magnitude ? 0.44 : 0.36
                if (dx * dx + dy * dy).squareRoot() < Double(side) * edge { inside += 1 }
            }
            return inside == 0 ? .clear : colour.withAlpha(UInt8(inside * 255 / 16))
        }
    }

    @Test("opaque-background: a picture without a transparent pixel, and not one with a single one")
    func opaqueBackground() throws {
        let opaque = RGBAImage(width: 300, height: 300, filledWith: TestArt.red)
        #expect(try findings(opaque, .opaqueBackground) != nil)
        let pierced = TestArt.picture(300, 300) { x, y in x == 9 && y == 9 ? .clear : TestArt.red }
        #expect(try findings(pierced, .opaqueBackground) == nil)
    }

    @Test("touches-edge: art that runs along more of an edge than the limit")
    func touchesEdge() throws {
        let cut = TestArt.block(400, x: 100, y: 0, width: 200, height: 200)
        let finding = try #require(try findings(cut, .touchesEdge))
        #expect(finding.measured == 50)
        #expect(finding.limit == 15)
        #expect(finding.unit == "percent")
        #expect(finding.message.contains("50 %") && finding.message.contains("upper"))
        #expect(try findings(cut, .touchesEdge, limits: ["touches-edge": 50]) == nil)
        #expect(try findings(TestArt.disc(400, radius: 200), .touchesEdge, limits: ["touches-edge": 20]) == nil)
        #expect(try findings(TestArt.block(400, x: 1, y: 1, width: 398, height: 398), .touchesEdge) == nil)
    }

    @Test("touches-edge: each of the four edges has its name", arguments: ["upper", "lower", "left", "right"])
    func edgeNames(side: String) throws {
        let block =
            switch side {
            case "upper": TestArt.block(400, x: 100, y: 0, width: 200, height: 150)
            case "lower": TestArt.block(400, x: 100, y: 250, width: 200, height: 150)
            case "left": TestArt.block(400, x: 0, y: 100, width: 150, height: 200)
            default: TestArt.block(400, x: 250, y: 100, width: 150, height: 200)
            }
        #expect(try findings(block, .touchesEdge)?.message.contains("the \(side) edge") == true)
    }

    /// Red art in the middle, with a black bar that reaches the right edge of the canvas.
    private func cutBar(_ height: Int = 40, from x: Int = 250, to end: Int = 400) -> RGBAImage {
        TestArt.picture(400, 400) { column, row in
            if (x..<end).contains(column), (180..<180 + height).contains(row) { return .black }
            return TestArt.distance(column, row, 400) < 120 ? TestArt.red : .clear
        }
    }

    @Test("touches-edge: a short straight cut through a shape is found below the limit")
    func cut() throws {
        let finding = try #require(try findings(cutBar(), .touchesEdge))
        #expect(finding.message.contains("straight cut at the right edge") && finding.message.contains("10 %"))
        #expect(finding.limit == 15 && finding.measured == nil)
        #expect(try findings(cutBar(), .touchesEdge, limits: ["touches-edge": 20]) == nil)
        #expect(try findings(cutBar(to: 399), .touchesEdge) == nil)
        #expect(try findings(cutBar(8), .touchesEdge) == nil)
    }

    @Test("touches-edge: a slanting stroke and a corner that are cut are found")
    func slantingCut() throws {
        let stroke = TestArt.picture(400, 400) { x, y in
            abs(x - y / 2 - 100) < 20 && y < 250 ? TestArt.red : .clear
        }
        #expect(try findings(stroke, .touchesEdge)?.message.contains("upper") == true)
        let corner = TestArt.picture(400, 400) { x, y in
            x + y < 50 || TestArt.distance(x, y, 400) < 120 ? TestArt.red : .clear
        }
        #expect(try findings(corner, .touchesEdge) != nil)
    }

    @Test("touches-edge: a round shape that only touches the edge is not cut, nor is a line along it")
    func touching() throws {
        #expect(try findings(TestArt.disc(400, radius: 200), .touchesEdge) == nil)
        #expect(try findings(TestArt.softDisc(400, radius: 200, softness: 1) { _ in TestArt.red }, .touchesEdge) == nil)
        let rounded = TestArt.picture(400, 400) { x, y in
            let (dx, dy) = (max(0, abs(Double(x) - 199.5) - 10), max(0, abs(Double(y) - 199.5) - 10))
            return (dx * dx + dy * dy).squareRoot() < 190 ? TestArt.red : .clear
        }
        #expect(try findings(rounded, .touchesEdge) == nil)
        let line = TestArt.picture(400, 400) { x, y in
            y < 3 && (180..<230).contains(x) || TestArt.distance(x, y, 400) < 120 ? TestArt.red : .clear
        }
        #expect(try findings(line, .touchesEdge) == nil)
    }

    @Test("touches-edge: a picture that is opaque all over is a matter of opaque-background alone")
    func opaqueDoesNotTouch() throws {
        #expect(try findings(RGBAImage(width: 300, height: 300, filledWith: TestArt.red), .touchesEdge) == nil)
    }

    @Test("low-resolution: art with fewer pixels than it is shown at")
    func lowResolution() throws {
        let finding = try #require(
            try findings(TestArt.block(400, x: 50, y: 50, width: 150, height: 100), .lowResolution))
        #expect(finding.measured == 150)
        #expect(finding.limit == 300)
        #expect(finding.unit == "pixels")
        #expect(finding.message.contains("enlarged 2.0"))
        #expect(try findings(TestArt.block(400, x: 50, y: 50, width: 300, height: 100), .lowResolution) == nil)
    }

    @Test("stray-pixels: faint specks apart from the art, by their number")
    func strayPixels() throws {
        let disc = TestArt.disc(400, radius: 120)
        let speckled = TestArt.picture(400, 400) { x, y in
            x >= 390 && y >= 395 ? RGBAColour.black.withAlpha(20) : disc[x, y]
        }
        let finding = try #require(try findings(speckled, .strayPixels))
        #expect(finding.measured == 50)
        #expect(finding.limit == 0)
        #expect(finding.unit == "pixels")
        #expect(try findings(speckled, .strayPixels, limits: ["stray-pixels": 50]) == nil)
        #expect(try findings(disc, .strayPixels) == nil)
    }

    @Test("stray-pixels: a solid dot next to the art, and a glow around it, are not reported")
    func noStrayPixels() throws {
        let disc = TestArt.disc(400, radius: 120)
        let dotted = TestArt.picture(400, 400) { x, y in
            (380..<386).contains(x) && (380..<386).contains(y) ? TestArt.red : disc[x, y]
        }
        #expect(try findings(dotted, .strayPixels) == nil)
        let glow = TestArt.softDisc(400, radius: 120, softness: 120) { _ in TestArt.yellow }
        #expect(try findings(glow, .strayPixels) == nil)
    }

    @Test("matte-fringe: the rest of a white background in a soft edge")
    func paleFringe() throws {
        // The art was drawn on white and then cut out, so its soft pixels are mixed with white.
        let art = TestArt.softDisc(400, radius: 150, softness: 4) { alpha in
            let mix = { (value: UInt8) in UInt8(Double(value) * alpha + 255 * (1 - alpha)) }
            return RGBAColour(red: mix(TestArt.red.red), green: mix(TestArt.red.green), blue: mix(TestArt.red.blue))
        }
        let finding = try #require(try findings(art, .matteFringe))
        #expect((finding.measured ?? 0) > 40)
        #expect(finding.limit == 40)
        #expect(finding.unit == "percent")
        #expect(finding.message.contains("paler") && finding.message.contains("white"))
    }

    @Test("matte-fringe: the rest of a black background in a soft edge")
    func darkFringe() throws {
        let art = TestArt.softDisc(400, radius: 150, softness: 4) { alpha in
            let mix = { (value: UInt8) in UInt8(Double(value) * alpha) }
            return RGBAColour(
                red: mix(TestArt.yellow.red), green: mix(TestArt.yellow.green), blue: mix(TestArt.yellow.blue))
        }
        let finding = try #require(try findings(art, .matteFringe))
        #expect(finding.message.contains("darker") && finding.message.contains("black"))
    }

    @Test("matte-fringe: proper edges have none: antialiased, soft, outlined, in any colour")
    func noFringe() throws {
        for colour in [RGBAColour.white, .black, TestArt.red, TestArt.yellow] {
            #expect(try findings(antialiased(400, colour: colour), .matteFringe) == nil, "\(colour)")
            let soft = TestArt.softDisc(400, radius: 150, softness: 30) { _ in colour }
            #expect(try findings(soft, .matteFringe) == nil, "\(colour), soft")
        }
        let edge = antialiased(400, colour: .white)
        let outlined = TestArt.picture(400, 400) { x, y in
            TestArt.distance(x, y, 400) < 120 ? TestArt.red : edge[x, y]
        }
        #expect(try findings(outlined, .matteFringe) == nil)
    }

    @Test("matte-fringe: a hard edge has nothing to judge")
    func hardEdge() throws {
        #expect(try findings(TestArt.disc(400, radius: 150), .matteFringe) == nil)
    }

    @Test("vector art is not checked by rules about pixels")
    func vector() throws {
        let result = try PipelineFixture().run(
            VectorTests.drawing("width=\"20\" height=\"20\" viewBox=\"0 0 100 100\""))
        #expect(result.rules == [])
    }
}
