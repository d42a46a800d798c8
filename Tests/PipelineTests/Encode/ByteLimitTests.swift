import JobModel
import Pixels
import StickerManifest
import TestSupport
import Testing

@Suite("The limit of bytes")
struct ByteLimitTests {
    private static let untrimmed = RenderSettings(trim: false, padding: 0)

    private func run(_ picture: RGBAImage, size: StickerSize = .small, _ encode: EncodeSettings) throws -> StickerResult
    {
        let recipe = Recipe.small(size: size, render: Self.untrimmed, encode: encode)
        return try PipelineFixture().run(try picture.png(), recipe: recipe)
    }

    @Test(
        "every file has fewer bytes than the limit, or the source is rejected",
        arguments: [60_000, 30_000, 12_000, 500])
    func respected(limit: Int) throws {
        for amplitude in [3, 12, 60] {
            let settings = EncodeSettings(effort: .fast, fidelityFloor: 0.5, byteLimit: limit)
            let result = try run(TestArt.noisyDisc(300, amplitude: amplitude), settings)
            if let output = result.output {
                #expect(output.scales.allSatisfy { $0.file.bytes < limit })
            } else {
                #expect(result.rules.last == "file-size")
            }
        }
    }

    @Test("a file of exactly the limit is too large")
    func strict() throws {
        let picture = PaletteFitTests.face
        let free = try #require(try run(picture, EncodeSettings(effort: .fast)).output)
        let bytes = free.scales.map(\.file.bytes).max() ?? 0
        let same = try run(picture, EncodeSettings(effort: .fast, byteLimit: bytes + 1))
        #expect(same.output == free)
        let tight = try run(picture, EncodeSettings(effort: .fast, byteLimit: bytes))
        #expect((tight.output?.scales.map(\.file.bytes).max() ?? 0) < bytes)
    }

    @Test("Apple's limit is respected by the largest size class with the worst pictures")
    func worstCase() throws {
        var noise = Noise(9)
        let picture = TestArt.picture(618, 618) { _, _ in
            RGBAColour(
                red: UInt8.random(in: 0...255, using: &noise), green: UInt8.random(in: 0...255, using: &noise),
                blue: UInt8.random(in: 0...255, using: &noise), alpha: UInt8.random(in: 1...255, using: &noise))
        }
        let result = try run(picture, size: .large, EncodeSettings(effort: .fast, fidelityFloor: 0))
        #expect(try #require(result.output).scales.allSatisfy { $0.file.bytes < 500_000 })
    }

    @Test("noise that is too complex for a palette and too large without one is rejected, with the numbers")
    func rejected() throws {
        let settings = EncodeSettings(effort: .fast, fidelityFloor: 0.999)
        let result = try run(TestArt.noisyDisc(618, amplitude: 127), size: .large, settings)
        #expect(result.output == nil)
        let finding = try #require(result.finding(of: .fileSize))
        #expect(finding.limit == 500_000)
        #expect(finding.unit == "bytes" || finding.measured == nil)
        #expect((finding.measured ?? .infinity) >= 500_000)
        #expect(finding.message.contains("500,000") && finding.message.contains("0.999"))
        #expect(!finding.fix.isEmpty)
    }

    @Test("a palette that is good enough but too large is not reported as one that was not good enough")
    func reason() throws {
        let settings = EncodeSettings(effort: .fast, fidelityTarget: 0.9, fidelityFloor: 0.5, byteLimit: 600)
        let result = try run(TestArt.noisyDisc(300, amplitude: 60), settings)
        let finding = try #require(result.finding(of: .fileSize))
        let smallest = try #require(finding.measured)
        #expect(finding.message.contains(NumberFormat.number(Int(smallest))))
        #expect(smallest < 90_000, "a palette of this picture needs at most one byte per pixel, and was not considered")
    }

    @Test("where the palette for the target is too large, a smaller one above the floor is taken")
    func smallerPalette() throws {
        let picture = TestArt.noisyDisc(300, amplitude: 30)
        let free = try #require(
            try run(picture, EncodeSettings(effort: .fast, fidelityTarget: 0.999, fidelityFloor: 0.5)).output)
        let limit = free.scales[0].file.bytes * 3 / 4
        let settings = EncodeSettings(effort: .fast, fidelityTarget: 0.999, fidelityFloor: 0.5, byteLimit: limit)
        let result = try run(picture, settings)
        let output = try #require(result.output, "\(result.findings.map(\.message))")
        #expect(output.scales[0].file.bytes < limit)
    }

    @Test("reduced colour depth is found and reported")
    func coloursReduced() throws {
        let picture = TestArt.noisyDisc(300, amplitude: 4)
        let settings = EncodeSettings(effort: .fast, fidelityFloor: 0.99, maximumColours: 2, dither: .off)
        let free = try #require(try run(picture, settings).output)
        #expect(free.fit.attempts.last?.method == "truecolour")
        let limit = free.scales[0].file.bytes
        var tight = settings
        tight.byteLimit = limit
        let result = try run(picture, tight)
        let finding = try #require(result.finding(of: .coloursReduced), "\(result.findings.map(\.message))")
        let output = try #require(result.output)
        #expect(finding.measured == Double(output.scales[0].file.bytes))
        #expect(finding.limit == Double(limit))
        #expect(finding.unit == "bytes")
        #expect(output.fit.gaveUp == "depth")
        #expect(output.scales[0].file.bytes < limit)
        #expect(try run(picture, settings).finding(of: .coloursReduced) == nil)
    }
}
