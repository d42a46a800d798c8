import Foundation
import ImageHeaders
import JobModel
import Pixels
import StickerManifest
import StickerRendering
import TestSupport
import Testing
import Vips

/// A separate folder for one test, which receives the files of jobs. It is removed with the value.
final class PipelineFixture {
    /// The folder, which contains the one for the files of jobs.
    var folder: String { temporary.path }
    let output: String
    private let temporary: TemporaryFolder
    /// The bytes of backgrounds, by their digests.
    var pictures: [String: [UInt8]] = [:]
    private let backgrounds = BackgroundCache()

    private static let started = Result { try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases) }

    init() throws {
        try PipelineFixture.started.get()
        temporary = try TemporaryFolder()
        output = temporary.file("out")
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    }

    /// Writes a file into the folder and gives its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = folder + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// A background with this picture.
    func background(_ name: String, _ bytes: [UInt8]) -> Background {
        let sha256 = Digest.sha256(bytes)
        pictures[sha256] = bytes
        return Background(name: name, fill: .image(sha256: sha256))
    }

    /// The result for a source of these bytes.
    func run(_ bytes: [UInt8], name: String = "cats/Cat.png", recipe: Recipe = .small()) throws -> StickerResult {
        try run(StickerJob(name: name, recipe: recipe), [.source: bytes])
    }

    /// The result of a job with these files.
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

    /// Writes the files of a job to the output folder, named by their content.
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

    /// The bytes of a finished file, after a check of its hash and size.
    func bytes(_ file: RenderedSticker.File) throws -> [UInt8] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output + "/" + file.contentName)))
        #expect(bytes.count == file.bytes)
        #expect(Digest.sha256(bytes) == file.sha256)
        return bytes
    }

    /// A finished file as libvips decodes it, with no damage allowed.
    func pixels(_ file: RenderedSticker.File) throws -> RGBAImage {
        try PipelineFixture.decode(try bytes(file))
    }

    /// The rendition of a scale as libvips decodes it; the test fails when the source was refused.
    func rendition(_ result: StickerResult, scale: Int = 3) throws -> RGBAImage {
        let output = try #require(result.output, "\(result.findings.map(\.message))")
        return try pixels(try #require(output.scales.first { $0.scale == scale }).file)
    }

    /// The @3x rendition of a source.
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
    /// The rules that noticed something, in their order.
    var rules: [String] { findings.map(\.rule) }

    /// The first finding of a rule.
    func finding(of rule: Rule) -> RuleFinding? {
        findings.first { $0.rule == rule.id }
    }
}

extension Recipe {
    /// Small and fast, without padding, for tests of other things.
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
