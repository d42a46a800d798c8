import JobModel
import PNG
import Pixels
import StickerRendering
import Synchronization
import Testing

@Suite("A second renderer of SVG")
struct SecondRendererTests {
    /// A renderer that fills the canvas of a document with blue.
    private final class Painter: SecondRenderer {
        let version: String? = "1.0"
        private let failsFrom: Int
        private let asked = Mutex(0)

        var count: Int { asked.withLock { $0 } }

        /// - Parameter failsFrom: the number of the first drawing that fails.
        init(failsFrom: Int = .max) { self.failsFrom = failsFrom }

        func draw(_ document: [UInt8], options: [String], mostBytes: Int, limits: SourceLimits) -> [UInt8]? {
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            let text = String(decoding: document, as: UTF8.self)
            guard number < failsFrom,
                let sides = text.firstMatch(of: /width="([0-9]+)" height="([0-9]+)"/)?.output,
                let width = Int(sides.1), let height = Int(sides.2)
            else { return nil }
            let blue = RGBAColour(red: 0, green: 0, blue: 255, alpha: 255)
            return try? PNGEncoder.encode(
                RGBAImage(width: width, height: height, filledWith: blue), level: .fast)
        }
    }

    private static let root =
        ##"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" viewBox="0 0 90 60"><path id="p" d="M9 50h80"/>"##
    private static let textOnPath =
        root
        + ##"<circle cx="45" cy="30" r="20"/><text font-family="DejaVu Sans"><textPath href="#p">Hi</textPath></text></svg>"##

    private func run(_ svg: String, _ second: Painter?) throws -> StickerResult {
        let job = StickerJob(name: "cats/Cat.svg", recipe: .small())
        return try PipelineFixture().run(job, [.source: Array(svg.utf8)], second: second)
    }

    @Test("features that only the second renderer draws are published with a finding instead of the error")
    func drawn() throws {
        let second = Painter()
        let result = try run(Self.textOnPath, second)
        let rules = Set(result.findings.map(\.rule))
        #expect(rules.contains("drawn-by-resvg") && !rules.contains("unsupported-svg"))
        let message = try #require(result.findings.first { $0.rule == "drawn-by-resvg" }?.message)
        #expect(message.hasSuffix("was drawn by resvg. With librsvg, text on a path is not drawn."))
        #expect(result.output != nil && second.count > 3)
        #expect(result.output?.pixels != (try run(Self.textOnPath, nil)).output?.pixels)
    }

    @Test("a second renderer that fails, at any size, is treated like a missing one", arguments: 1...4)
    func failing(number: Int) throws {
        let (alone, result) = try (run(Self.textOnPath, nil), run(Self.textOnPath, Painter(failsFrom: number)))
        #expect(result.findings.map(\.rule) == alone.findings.map(\.rule))
        #expect(result.findings.contains { $0.rule == "unsupported-svg" })
        #expect(result.output?.pixels == alone.output?.pixels)
    }

    @Test("art without text that librsvg draws is not drawn by the second renderer")
    func plain() throws {
        let second = Painter()
        let result = try run(Self.root + #"<circle cx="45" cy="30" r="20"/></svg>"#, second)
        #expect(second.count == 0 && result.findings.allSatisfy { $0.rule != "drawn-by-resvg" })
    }

    @Test("if neither renderer draws a feature, the art is drawn once, and reported")
    func beyondBoth() throws {
        let second = Painter()
        let clip = #"<rect width="40" height="40" style="clip-path: circle(40%)"/></svg>"#
        let result = try run(Self.textOnPath.replacing("</svg>", with: clip), second)
        #expect(second.count == 0)
        #expect(result.findings.count { $0.rule == "unsupported-svg" } == 2)
    }
}
