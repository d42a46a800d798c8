import Foundation
import TestSupport
import Testing

/// Tests commands with a Remote Execution engine that is not available. `scripts/farm` tests real engines.
@Suite struct EngineTests {
    /// A library whose configured engine has an address at which no program listens.
    private func fixture(hasEngine: Bool = true) throws -> CLIFixture {
        let cli = try CLIFixture(startsPrograms: true)
        let json = Settings().json
        let engine = "\"engine\": { \"url\": \"unix:\(cli.file("nothing.sock"))\" }, \"size\""
        try cli.put(hasEngine ? json.replacing("\"size\"", with: engine) : json, at: "pipeline.json")
        try cli.drop(.numbered(0..<3))
        return cli
    }

    @Test("a build without a usable engine publishes the same, and says that it renders here")
    func unreachable() async throws {
        let alone = try fixture(hasEngine: false)
        #expect(try await alone.run("build").status == 0)
        let cli = try fixture()
        let build = try await cli.run("build", "--json")
        #expect(build.status == 0, "\(build.complaint)")
        #expect(build.output.contains("\"event\":\"engine\""), "\(build.output)")
        #expect(OutTree.differences(try cli.out.contents, try alone.out.contents).isEmpty)
        #expect(
            (try? FileManager.default.contentsOfDirectory(atPath: cli.file(".out.stickerd/engine")))?.isEmpty != false)
    }

    @Test("a rebuild for the cache needs an engine, and without a usable one its results are incomplete")
    func renderOnly() async throws {
        let alone = try await fixture(hasEngine: false).run("rebuild", "--render-only")
        #expect(alone.status == 2 && alone.complaint.contains("engine.url is not set"), "\(alone.complaint)")
        let shard = try await fixture().run("rebuild", "--render-only")
        #expect(shard.status == 3, "\(shard.output)\(shard.complaint)")
    }

    @Test("doctor names the reason why the engine cannot be used")
    func doctor() async throws {
        let found = try await fixture().run("doctor", "--engine")
        #expect(found.status == 3)
        #expect(found.output.contains("✗ engine: "), "\(found.output)")
        let none = try await fixture(hasEngine: false).run("doctor", "--engine")
        #expect(none.output.contains("✓ engine: none: only this machine renders"), "\(none.output)")
    }
}
