import Testing

/// Tests sources whose renderings are identical.
@Suite struct LookalikeTests {
    @Test("art of different bytes and the same look is made by several workers at the same time")
    func sideBySide() async throws {
        let cli = try CLIFixture(Settings(jobs: 4), startsPrograms: true)
        for number in 0..<60 {
            try cli.drop(Art.svg("<circle cx='32' cy='32' r='28'/><!-- \(number) -->"), as: "cats/\(number).svg")
        }
        let build = try await cli.build()
        #expect(build.status == 0, "\(build.failure ?? "")")
        #expect(build.total("published") == 60)
    }
}
