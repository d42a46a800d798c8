import StickerManifest
import Testing

/// Decisions about stickers of the pack cats, in files as reviewers send them.
extension CLIFixture {
    /// The text of a file with one decision.
    ///
    /// - Parameter more: keys of the decision as JSON, with a comma before them.
    static func decisionFile(
        _ verdict: String = "approved", sticker: String = "one", pixels: String, by reviewer: String = "Ada",
        comment: String = "", at time: String = "2026-11-21T18:00:00Z", more: String = ""
    ) -> String {
        """
        {"kind":"stickerd-decisions","version":1,"decisions":[{"pack":"cats","sticker":"\(sticker)",
        "verdict":"\(verdict)","pixels":"\(pixels)","reviewer":"\(reviewer)","comment":"\(comment)",
        "decided":"\(time)"\(more)}]}
        """
    }

    /// Imports a decision about a sticker as it looks.
    func decide(
        _ verdict: String = "approved", about sticker: Sticker, comment: String = "",
        at time: String = "2026-11-21T18:00:00Z"
    ) async throws {
        let file = Self.decisionFile(verdict, sticker: sticker.id, pixels: sticker.pixels, comment: comment, at: time)
        try put(file, at: "decisions.json")
        let ending = try await run("review", "import", "decisions.json")
        #expect(ending.status == 0, "\(ending.complaint)")
    }
}
