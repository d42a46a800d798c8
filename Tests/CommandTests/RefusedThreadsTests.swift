import Testing

/// Tests a system that refuses every thread whose stack has the default size.
@Suite("Threads that the system refuses without an end")
struct RefusedThreadsTests {
    /// A command that sets a default stack size that is larger than the address space.
    private static let wrapper = ["prlimit", "--stack=72057594037927936"]
    private static let canRefuse = (try? Command.run(wrapper + ["true"])) == 0

    @Test(
        "a command ends with status 3 and names the limit", .enabled(if: canRefuse),
        arguments: [["build", "--json"], ["watch"]])
    func refused(arguments: [String]) async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        let ending = try await cli.start(arguments, under: Self.wrapper).ending()
        #expect(ending.status == 3)
        #expect(ending.complaint.contains("TasksMax="))
        #expect(!cli.has("out"))
    }
}
