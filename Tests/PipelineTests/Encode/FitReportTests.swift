import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("The description of a fit")
struct FitReportTests {
    private func output(_ picture: RGBAImage, _ encode: EncodeSettings = EncodeSettings(effort: .fast)) throws
        -> RenderedSticker
    {
        let recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0), encode: encode)
        let result = try PipelineFixture().run(RawPNG(straight: picture).bytes, recipe: recipe)
        return try #require(result.output, "\(result.findings.map(\.message))")
    }

    @Test("the last attempt is the one that was taken, with its bytes, colours and fidelity")
    func lastAttempt() throws {
        for picture in [PaletteFitTests.face, PaletteFitTests.gradient, TestArt.noisyDisc(300, amplitude: 30)] {
            let output = try output(picture)
            let (taken, reported) = (try #require(output.fit.attempts.last), output.scales[0])
            #expect(taken.bytes == reported.file.bytes)
            #expect(taken.colours == reported.colours)
            #expect(taken.fidelity == reported.fidelity)
        }
    }

    @Test("the summary has the bytes and the colours of the file")
    func summary() throws {
        for picture in [PaletteFitTests.face, PaletteFitTests.gradient] {
            let output = try output(picture, EncodeSettings(effort: .fast, fidelityFloor: 0.5))
            #expect(output.fit.summary.contains("\(NumberFormat.number(output.scales[0].file.bytes)) bytes"))
            #expect(output.fit.summary.contains("\(output.scales[0].colours ?? 0) "))
        }
    }

    @Test("each loss is one of the manifest's values, and no value means no loss")
    func gaveUp() throws {
        let cases: [(RGBAImage, EncodeSettings)] = [
            (PaletteFitTests.face, EncodeSettings()), (PaletteFitTests.gradient, EncodeSettings()),
            (PaletteFitTests.gradient, EncodeSettings(fidelityTarget: 1, fidelityFloor: 0, maximumColours: 6)),
            (PaletteFitTests.gradient, EncodeSettings(fidelityTarget: 1, fidelityFloor: 1)),
        ]
        for (picture, settings) in cases {
            let output = try output(picture, settings)
            #expect(["nothing", "colours", "dither", "depth"].contains(output.fit.gaveUp))
            #expect((output.fit.gaveUp == "nothing") == (output.scales[0].fidelity == 1), "\(output.fit.summary)")
        }
    }

    @Test("if no palette is good enough, truecolour without loss is used, and the summary has the reason")
    func truecolour() throws {
        let picture = TestArt.noisyDisc(300, amplitude: 40)
        let output = try output(picture, EncodeSettings(effort: .fast, fidelityFloor: 0.999_99))
        let scale = output.scales[0]
        #expect(scale.colours == nil)
        #expect(scale.fidelity == 1)
        #expect(output.fit.attempts.last?.method == "truecolour")
        #expect(output.fit.summary.contains("below the floor"))
    }

    @Test("every attempt has a method that the manifest knows and a fidelity from 0 to 1")
    func attempts() throws {
        let methods: Set<String> = ["palette", "dithered-palette", "truecolour", "reduced-truecolour", "source"]
        let output = try output(PaletteFitTests.gradient, EncodeSettings(fidelityTarget: 1, fidelityFloor: 0.9999))
        #expect(output.fit.attempts.count > 1)
        for attempt in output.fit.attempts {
            #expect(methods.contains(attempt.method))
            #expect((0...1).contains(attempt.fidelity))
        }
    }
}
