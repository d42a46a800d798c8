import JobModel
import Pixels
import Testing

@Suite("Edges have no fringe")
struct FringeTests {
    static let papers: [RGBAColour] = [
        .white, .black, RGBAColour(red: 255, green: 0, blue: 0), RGBAColour(red: 255, green: 255, blue: 0),
    ]
    static let hidden: [RGBAColour] = [.white, .black, RGBAColour(red: 0, green: 255, blue: 0)]

    /// Draws a picture on paper, and returns by how many levels any channel of a pixel is outside the range between the
    /// colour and the paper.
    private func excess(_ picture: RGBAImage, colour: RGBAColour, paper: RGBAColour) -> Int {
        let laid = picture.over(paper)
        var excess = 0
        for offset in stride(from: 0, to: laid.bytes.count, by: 4) {
            let ends = [(colour.red, paper.red), (colour.green, paper.green), (colour.blue, paper.blue)]
            for (channel, end) in ends.enumerated() {
                let value = Int(laid.bytes[offset + channel])
                excess = max(excess, Int(min(end.0, end.1)) - value, value - Int(max(end.0, end.1)))
            }
        }
        return excess
    }

    @Test(
        "a reduced or enlarged disc shows only its colour and the paper, whatever colours are hidden in transparent pixels",
        arguments: [
            (1000, 420.0, RGBAColour(red: 200, green: 60, blue: 30)),
            (120, 50.0, RGBAColour(red: 40, green: 120, blue: 190)),
        ])
    func scaled(size: Int, radius: Double, colour: RGBAColour) throws {
        for hidden in Self.hidden {
            let disc = TestArt.disc(size, radius: radius, colour: colour, hidden: hidden)
            let art = try PipelineFixture().art(RawPNG(straight: disc).bytes)
            for paper in Self.papers {
                #expect(excess(art, colour: colour, paper: paper) <= 2, "\(hidden) hidden, on \(paper)")
            }
        }
    }

    @Test("every scale is made from the source: the smallest has no fringe either", arguments: [2, 1])
    func smallScales(scale: Int) throws {
        let fixture = try PipelineFixture()
        let colour = RGBAColour(red: 200, green: 60, blue: 30)
        let disc = TestArt.disc(1000, radius: 420, colour: colour, hidden: .white)
        let art = try fixture.rendition(try fixture.run(RawPNG(straight: disc).bytes), scale: scale)
        for paper in Self.papers {
            #expect(excess(art, colour: colour, paper: paper) <= 2, "on \(paper)")
        }
    }

    @Test("a very large source, averaged while it streams in, has no fringe")
    func streamed() throws {
        let colour = RGBAColour(red: 200, green: 60, blue: 30)
        let png = try TestArt.disc(5000, radius: 2400, colour: colour).png()
        let art = try PipelineFixture().art(png)
        for paper in Self.papers {
            #expect(excess(art, colour: colour, paper: paper) <= 2, "on \(paper)")
        }
    }

    @Test("transparent pixels stay exactly transparent, and contain no colour")
    func transparentStaysTransparent() throws {
        let disc = TestArt.disc(300, radius: 100, hidden: RGBAColour(red: 0, green: 255, blue: 0))
        let recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0))
        let art = try PipelineFixture().art(RawPNG(straight: disc).bytes, recipe: recipe)
        for y in 0..<300 {
            for x in 0..<300 where TestArt.distance(x, y, 300) > 104 { #expect(art[x, y] == .clear) }
        }
    }
}
