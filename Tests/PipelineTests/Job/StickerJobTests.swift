import Foundation
import JobModel
import Pixels
import StickerManifest
import StickerRendering
import Testing

@Suite("A job")
struct StickerJobTests {
    private let png = (try? PaletteFitTests.face.png()) ?? []

    @Test("is a value: it and its result are unchanged after JSON")
    func codable() throws {
        let fixture = try PipelineFixture()
        let job = StickerJob(name: "cats/Cat.png", recipe: .small(backgrounds: PreviewTests.colours))
        let copy = try JSONDecoder().decode(StickerJob.self, from: JSONEncoder().encode(job))
        #expect(copy == job)
        let result = try fixture.run(copy, [.source: png])
        #expect(try JSONDecoder().decode(StickerResult.self, from: JSONEncoder().encode(result)) == result)
    }

    @Test("gives the same result for every path and name of its source")
    func place() throws {
        let (one, other) = (try PipelineFixture(), try PipelineFixture())
        let recipe = Recipe.small(backgrounds: PreviewTests.colours)
        #expect(
            try one.run(png, name: "cats/a.png", recipe: recipe) == other.run(png, name: "dogs/b.png", recipe: recipe))
    }

    @Test("sends each of its files, and nothing else")
    func files() throws {
        let fixture = try PipelineFixture()
        let output = try #require(try fixture.run(png, recipe: .small(backgrounds: PreviewTests.colours)).output)
        let files = output.scales.map(\.file) + output.previews.map(\.file)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.output)
        #expect(Set(names) == Set(files.map(\.contentName)))
        for file in files { _ = try fixture.bytes(file) }
    }

    @Test("has a hash of the decoded pixels of its @3x rendition")
    func pixels() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(png)
        let output = try #require(result.output)
        #expect(output.pixels == Digest.sha256(try fixture.rendition(result).bytes))
    }

    @Test("whose source is not sent is not done")
    func gone() throws {
        let fixture = try PipelineFixture()
        #expect(throws: JobError.withoutInput) {
            try fixture.run(StickerJob(name: "cats/Cat.png", recipe: .small()), [:])
        }
    }

    @Test("reports missing files, or other sizes, as errors")
    func otherFiles() throws {
        let made = MemoryOutput()
        let answer = try StickerJob(name: "cats/Cat.png", recipe: .small())
            .run(inputs: MemoryInputs([.source: png]), output: made, backgrounds: BackgroundCache())
        #expect(throws: StickerResult.Contradiction("it names a file that it did not send")) {
            try answer.result([])
        }
        #expect(throws: StickerResult.Contradiction("a file has a different size in pixels from the stated one")) {
            try answer.result(made.received.reversed())
        }
    }

    @Test("that is refused sends nothing")
    func refused() throws {
        let fixture = try PipelineFixture()
        #expect(try fixture.run(Array("hello".utf8)).output == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.output) == [])
    }

    @Test("can run in parallel without a difference")
    func parallel() async throws {
        let png = png
        let expected = try PipelineFixture().run(png)
        let results = try await withThrowingTaskGroup(of: StickerResult.self) { group in
            for _ in 0..<6 { group.addTask { try PipelineFixture().run(png) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0 == expected })
    }
}
