import Foundation
import ImageHeaders
import JobModel
import Pixels
import StickerManifest
import StickerRendering
import TestSupport
import Testing
import Vips

/// A separate folder for one test, which receives the files of jobs. It is removed together with this value.
final class PipelineFixture {
    /// The folder of the test. It contains the folder for the files of jobs.
    var folder: String { temporary.path }
    let output: String
    private let temporary: TemporaryFolder
    /// The bytes of background images, by their hashes.
    var pictures: [String: [UInt8]] = [:]
    private let backgrounds = BackgroundCache()

    private static let started = Result { try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases) }

    init() throws {
        try PipelineFixture.started.get()
        temporary = try TemporaryFolder()
        output = temporary.file("out")
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    }

    /// Writes a file into the folder, and returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = folder + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Creates a background with a picture.
    func background(_ name: String, _ bytes: [UInt8]) -> Background {
        let sha256 = Digest.sha256(bytes)
        pictures[sha256] = bytes
        return Background(name: name, fill: .image(sha256: sha256))
    }

    /// Runs the job for a source with these bytes, and returns its result.
    func run(_ bytes: [UInt8], name: String = "cats/Cat.png", recipe: Recipe = .small()) throws -> StickerResult {
        try run(StickerJob(name: name, recipe: recipe), [.source: bytes])
    }

    /// Runs a job with these files, and returns its result.
    func run(
        _ job: StickerJob, _ inputs: [JobInput: [UInt8]], second: (any SecondRenderer)? = nil
    ) throws -> StickerResult {
        let made = MemoryOutput()
        var inputs = inputs
        for (sha256, picture) in pictures { inputs[.background(sha256: sha256)] = picture }
        let answer = try job.run(inputs: MemoryInputs(inputs), output: made, backgrounds: backgrounds, second: second)
        try keep(made)
        return try answer.result(made.received)
    }

    /// Writes the files of a job to the output folder. Their names are derived from their content.
    private func keep(_ made: MemoryOutput) throws {
        for (file, received) in zip(made.files, made.received) {
            let finished = try #require(received.finished)
            try Data(file.bytes).write(to: URL(fileURLWithPath: output + "/" + finished.contentName))
        }
    }

    func run(_ svg: String, recipe: Recipe = .small()) throws -> StickerResult {
        try run(Array(svg.utf8), name: "cats/Cat.svg", recipe: recipe)
    }

    func icon(_ bytes: [UInt8]) throws -> IconResult {
        let made = MemoryOutput()
        let answer = try IconJob(name: "cats/icon.png", limits: SourceLimits())
            .run(inputs: MemoryInputs([.source: bytes]), output: made)
        try keep(made)
        return try answer.result(made.received)
    }

    /// Returns the bytes of a finished file, after a check of its hash and size.
    func bytes(_ file: RenderedSticker.File) throws -> [UInt8] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output + "/" + file.contentName)))
        #expect(bytes.count == file.bytes)
        #expect(Digest.sha256(bytes) == file.sha256)
        return bytes
    }

    /// Decodes a finished file with libvips, which must find no damage.
    func pixels(_ file: RenderedSticker.File) throws -> RGBAImage {
        try PipelineFixture.decode(try bytes(file))
    }

    /// Decodes the rendition of a scale with libvips. The test fails if the source was rejected.
    func rendition(_ result: StickerResult, scale: Int = 3) throws -> RGBAImage {
        let output = try #require(result.output, "\(result.findings.map(\.message))")
        return try pixels(try #require(output.scales.first { $0.scale == scale }).file)
    }

    /// Renders a source, and returns the @3x rendition.
    func art(_ bytes: [UInt8], name: String = "cats/Cat.png", recipe: Recipe = .small()) throws -> RGBAImage {
        try rendition(try run(bytes, name: name, recipe: recipe))
    }

    func art(_ svg: String, recipe: Recipe = .small()) throws -> RGBAImage {
        try rendition(try run(svg, recipe: recipe))
    }

    static func decode(_ bytes: [UInt8]) throws -> RGBAImage {
        try started.get()
        return try Image.load(bytes, strictness: .warning).convertedToSRGB().asBytes().withAlpha().rgba()
    }
}

extension StickerResult {
    /// The ids of the rules with findings, in the order of the findings.
    var rules: [String] { findings.map(\.rule) }

    /// The first finding of a rule.
    func finding(of rule: Rule) -> RuleFinding? {
        findings.first { $0.rule == rule.id }
    }
}

extension Recipe {
    /// A recipe for small stickers without padding, for tests that do not test the recipe itself.
    static func small(
        size: StickerSize = .small, render: RenderSettings = RenderSettings(padding: 0),
        encode: EncodeSettings = EncodeSettings(effort: .fast), backgrounds: [Background] = [],
        limits: SourceLimits = SourceLimits(extraFormats: ExtraFormat.allCases), ruleLimits: [String: Double] = [:],
        photoFormat: PreviewFormat = .png
    ) -> Recipe {
        Recipe(
            size: size, render: render, encode: encode, backgrounds: backgrounds, limits: limits,
            ruleLimits: ruleLimits, photoFormat: photoFormat)
    }
}
