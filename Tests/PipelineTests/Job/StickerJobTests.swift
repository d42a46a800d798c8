import Foundation
import JobModel
import Pixels
import StickerCatalog
import StickerRendering
import Testing

@Suite("A job")
struct StickerJobTests {
    private let png = (try? PaletteFitTests.face.png()) ?? []

    @Test("is a value: it and its result can be sent as JSON and come out the same")
    func codable() throws {
        let fixture = try PipelineFixture()
        let job = try fixture.job(png, recipe: .small(backgrounds: PreviewTests.colours))
        let copy = try JSONDecoder().decode(StickerJob.self, from: JSONEncoder().encode(job))
        #expect(copy == job)
        let result = try copy.run(backdrops: BackgroundCache())
        #expect(try JSONDecoder().decode(StickerResult.self, from: JSONEncoder().encode(result)) == result)
    }

    @Test("gives the same result wherever its source lies and whatever it is called")
    func place() throws {
        let (one, other) = (try PipelineFixture(), try PipelineFixture())
        let recipe = Recipe.small(backgrounds: PreviewTests.colours)
        #expect(
            try one.run(png, name: "cats/a.png", recipe: recipe) == other.run(png, name: "dogs/b.png", recipe: recipe))
    }

    @Test("writes each file under its digest, and nothing else")
    func files() throws {
        let fixture = try PipelineFixture()
        let output = try #require(try fixture.run(png, recipe: .small(backgrounds: PreviewTests.colours)).output)
        let files = output.scales.map(\.file) + output.previews.map(\.file)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.output)
        #expect(Set(names) == Set(files.map(\.contentName)))
        for file in files { _ = try fixture.bytes(file) }
    }

    @Test("names the pixels of its @3x rendition by what they decode to")
    func pixels() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(png)
        let output = try #require(result.output)
        #expect(output.pixels == Digest.sha256(try fixture.rendition(result).bytes))
    }

    @Test("whose source has other bytes than announced says so, and writes nothing")
    func changed() throws {
        let fixture = try PipelineFixture()
        var job = try fixture.job(png)
        job.sha256 = Digest.sha256("something else")
        #expect(throws: JobError.sourceChanged("cats/Cat.png")) { try job.run(backdrops: BackgroundCache()) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.output) == [])
    }

    @Test("whose source is gone says so")
    func gone() throws {
        var job = try PipelineFixture().job(png)
        job.sourcePath += "-gone"
        let gone = job
        #expect(throws: JobError.sourceUnreadable("cats/Cat.png")) { try gone.run(backdrops: BackgroundCache()) }
    }

    @Test("whose output folder is not there says so, with the system's reason")
    func noOutput() throws {
        let fixture = try PipelineFixture()
        var job = try fixture.job(png)
        job.outputFolder += "/nowhere"
        let lost = job
        let error = #expect(throws: JobError.self) { try lost.run(backdrops: BackgroundCache()) }
        #expect(error == .cannotWrite(path: job.outputFolder, errno: ENOENT))
        #expect(error?.description.contains("No such file") == true)
    }

    @Test("that is refused writes nothing")
    func refused() throws {
        let fixture = try PipelineFixture()
        #expect(try fixture.run(Array("hello".utf8)).output == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.output) == [])
    }

    @Test("may run beside others without a difference")
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
