import StickerManifest
import Testing

/// Creates and imports files of decisions about stickers of the pack cats, in the format that reviewers send.
extension CLIFixture {
    /// The text of a file with one decision.
    ///
    /// - Parameter more: additional keys of the decision as JSON, starting with a comma.
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

    /// Imports a decision about the current image of a sticker.
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
