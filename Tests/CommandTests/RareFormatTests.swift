import Foundation
import TestSupport
import Testing

@Suite("Formats whose decoders are loaded when a file needs them")
struct RareFormatTests {
    @Test("HEIC and AVIF are published by a confined worker that began with another format")
    func heif() async throws {
        let cli = try CLIFixture(Settings(), startsPrograms: true)
        // The largest file is rendered first, so the worker begins with this drawing.
        try cli.drop(Art.disc(1) + "<!-- \(String(repeating: "-+", count: 2000)) -->", as: "cats/Disc.svg")
        for ending in ["heic", "avif"] {
            let bytes = try Data(
                contentsOf: Repository.url.appending(path: "Tests/PipelineTests/Fixtures/art.\(ending)"))
            try cli.drop([UInt8](bytes), as: "cats/Art \(ending).\(ending)")
        }
        let build = try await cli.build("-j", "1")
        #expect(build.status == 0, "\(build.complaint)")
        let catalog = try cli.catalog()
        #expect(catalog.packs.flatMap(\.stickers).map(\.id).sorted() == ["art-avif", "art-heic", "disc"])
    }
}
