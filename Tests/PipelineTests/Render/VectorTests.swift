import JobModel
import Pixels
import StickerManifest
import Testing
import Vips

@Suite("Vector art")
struct VectorTests {
    /// A drawing of a disc with a radius of 30 units at (50, 50).
    static func drawing(_ attributes: String) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)><circle cx=\"50\" cy=\"50\" r=\"30\" fill=\"#dc2828\"/></svg>"
    }

    static let sizes = [
        "width=\"100\" height=\"100\"", "width=\"50mm\" height=\"50mm\" viewBox=\"0 0 100 100\"",
        "viewBox=\"0 0 100 100\"", "width=\"3\" height=\"3\" viewBox=\"0 0 100 100\"",
        "width=\"1.4\" height=\"1.4\" viewBox=\"0 0 100 100\"",
        "width=\"20000\" height=\"20000\" viewBox=\"0 0 100 100\"",
        "width=\"2in\" height=\"1in\" viewBox=\"0 0 100 100\"",
        "width=\"100%\" height=\"100%\" viewBox=\"0 0 100 100\"", "width=\"100\" viewBox=\"0 0 100 100\"",
    ]

    @Test("its content fills the square, whatever its stated size", arguments: sizes)
    func fills(attributes: String) throws {
        let content = try #require(try PipelineFixture().art(Self.drawing(attributes)).content())
        #expect(content.columns.lowerBound <= 2 && content.columns.upperBound >= 297, "\(content)")
        #expect(content.rows.lowerBound <= 2 && content.rows.upperBound >= 297, "\(content)")
    }

    @Test(
        "a size of less than a pixel, or of more than libvips can draw, is drawn or refused, but never drawn wrong",
        arguments: ["0.2", "0.02mm", "3000000", "100000000"])
    func extremes(size: String) throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(Self.drawing("width=\"\(size)\" height=\"\(size)\" viewBox=\"0 0 100 100\""))
        guard result.output != nil else {
            #expect(!result.findings.isEmpty)
            return
        }
        let content = try #require(try fixture.rendition(result).content())
        #expect(content.columns.count >= 296 && content.rows.count >= 296, "\(content)")
    }

    @Test("it is drawn at the size of the sticker: its edge is sharp", arguments: StickerSize.allCases)
    func sharp(size: StickerSize) throws {
        let art = try PipelineFixture().art(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"16\"><path d=\"M1 1h14v14h-14z\"/></svg>",
            recipe: .small(size: size))
        let row = (0..<art.width).map { art[$0, art.height / 2].alpha }
        #expect(row.count { $0 > 8 && $0 < 247 } <= 2, "\(row.filter { $0 > 8 && $0 < 247 })")
        #expect(row.count { $0 >= 247 } >= art.width - 3)
    }

    @Test("every scale is drawn from the source, and its edge is sharp")
    func sharpAtEveryScale() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"16\"><path d=\"M1 1h14v14h-14z\"/></svg>")
        for scale in [3, 2, 1] {
            let art = try fixture.rendition(result, scale: scale)
            let row = (0..<art.width).map { art[$0, art.height / 2].alpha }
            #expect(row.count { $0 > 8 && $0 < 247 } <= 2)
        }
    }

    @Test("art that is not square is centred, and keeps its proportions")
    func proportions() throws {
        let art = try PipelineFixture().art(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"40\"><path d=\"M5 5h80v20h-80z\"/></svg>")
        let content = try #require(art.content())
        #expect(content.columns.count >= 298)
        #expect(abs(content.rows.count - 75) <= 2)
        #expect(abs(content.rows.lowerBound - 112) <= 2)
    }

    @Test("without trimming its own margin stays")
    func untrimmed() throws {
        let recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0))
        let art = try PipelineFixture().art(Self.drawing("width=\"100\" height=\"100\""), recipe: recipe)
        let content = try #require(art.content())
        #expect(abs(content.columns.lowerBound - 60) <= 1 && abs(content.columns.upperBound - 239) <= 1)
    }

    @Test("padding stays free", arguments: [0.02, 0.1])
    func padded(padding: Double) throws {
        let recipe = Recipe.small(render: RenderSettings(padding: padding))
        let art = try PipelineFixture().art(Self.drawing("viewBox=\"0 0 100 100\""), recipe: recipe)
        let content = try #require(art.content(alphaAbove: 0))
        let margin = Int(300 * padding)
        #expect(content.columns.lowerBound >= margin && content.columns.upperBound <= 299 - margin)
        #expect(content.columns.count >= 300 - 2 * margin - 2)
    }

    @Test("no part of it is cut off: the disc touches all four sides equally")
    func whole() throws {
        let art = try PipelineFixture().art(Self.drawing("width=\"101.3\" height=\"99.7\""))
        let alphas = (0..<300).map { $0 }
        let chords = [
            alphas.count { art[$0, 0].alpha > 127 }, alphas.count { art[$0, 299].alpha > 127 },
            alphas.count { art[0, $0].alpha > 127 }, alphas.count { art[299, $0].alpha > 127 },
        ]
        #expect(chords.allSatisfy { $0 < 40 }, "a chord of 40 pixels means that a whole pixel is missing: \(chords)")
    }

    /// A drawing of a disc that covers thousands of shapes, in a canvas of the given size.
    private func costly(canvas: Int) -> String {
        let strokes = String(repeating: "<path d=\"M45 45h10v10h-10z\"/>", count: 5_000)
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(canvas) \(canvas)\">\(strokes)"
            + "<circle cx=\"50\" cy=\"50\" r=\"30\" fill=\"#dc2828\"/></svg>"
    }

    @Test("a drawing of thousands of strokes looks like one of few", arguments: [100, 1000])
    func costlyDrawing(canvas: Int) throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(costly(canvas: canvas))
        let plain = try fixture.run(Self.drawing("viewBox=\"0 0 \(canvas) \(canvas)\""))
        for scale in [3, 2, 1] {
            let art = try fixture.rendition(result, scale: scale)
            let expected = try fixture.rendition(plain, scale: scale)
            let content = try #require(art.content())
            let expectedContent = try #require(expected.content())
            #expect(art.width == expected.width)
            #expect(abs(content.columns.count - expectedContent.columns.count) <= 1)
            #expect(abs(content.rows.count - expectedContent.rows.count) <= 1)
            #expect(art.sample(0.5, 0.5).difference(from: expected.sample(0.5, 0.5)) <= 1)
            let row = (0..<art.width).map { art[$0, art.height / 2].alpha }
            #expect(row.count { $0 > 8 && $0 < 247 } <= 6, "the edge is not sharp")
        }
    }

    @Test("a page of a PDF is drawn like an SVG", .enabled(if: VipsLibrary.canLoad("pdfload_buffer")))
    func pdf() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(RawFiles.pdf, name: "cats/Cat.pdf")
        #expect(result.art == ArtFacts(format: "pdf", width: 100, height: 100, frames: 1))
        let art = try fixture.rendition(result)
        let content = try #require(art.content())
        #expect(content.columns.count >= 298 && content.rows.count >= 298)
        #expect(art.sample(0.5, 0.5).difference(from: RGBAColour(red: 204, green: 51, blue: 51)) <= 1)
    }

    @Test("its facts are its own units")
    func facts() throws {
        let result = try PipelineFixture().run(Self.drawing("width=\"120\" height=\"80\" viewBox=\"0 0 100 100\""))
        #expect(result.art == ArtFacts(format: "svg", width: 120, height: 80, frames: 1))
        #expect(result.finding(of: .lowResolution) == nil)
    }
}
