import Foundation
import Testing

@Suite("Versions of a sticker with the same bytes")
struct CopiesOfVersionsTests {
    @Test("that are both broken are rejected, and the build ends, also the next one")
    func bothBroken() async throws {
        let cli = try CLIFixture()
        for name in ["cats/Star.png", "cats/Star@2x.png"] {
            try cli.put("This is not a picture.", at: "drop/" + name)
        }
        for _ in 0..<2 {
            let build = try await cli.build()
            #expect(build.status == 1)
            #expect((build.total("rejected") ?? 0) >= 1)
        }
    }
}
