import Testing

extension CLIFixture {
    /// Rolls back to the oldest snapshot, ends the publish hold, builds again, and runs a rebuild that must find no
    /// difference.
    ///
    /// - Parameter first: the files of the oldest snapshot.
    func rollBackAndRebuild(first: [String: OutTree.Content]) async throws {
        let states = try await history().compactMap { $0.text("id") }
        let back = try await run("rollback", try #require(states.last))
        #expect(back.status == 0, "\(back.complaint)")
        #expect(OutTree.differences(try out.contents, first) == [])
        #expect(try await run("rollback", "--release").status == 0)
        try await build()
        let rebuild = try await run("rebuild", "--verify")
        #expect(rebuild.status == 0, "\(rebuild.output) \(rebuild.complaint)")
    }
}
