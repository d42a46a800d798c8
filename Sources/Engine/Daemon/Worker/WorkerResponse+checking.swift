import JobModel
import WorkerProtocol

extension WorkerResponse {
    /// The answer to a request, if it can be true: texts are bounded, and file names are those that were asked for. What
    /// files hold is checked by `Staging.take`, where they are published.
    ///
    /// - Throws: `RejectedAnswer`.
    func checked(for request: WorkerRequest) throws -> WorkerResponse {
        do {
            switch (self, request) {
            case (.sticker(let result), .sticker(let job)):
                return .sticker(try result.checked(against: job.recipe).get())
            case (.icon(let result), .icon): return .icon(try result.checked().get())
            case (.frames(let outcome), .frames(let job)): return .frames(try outcome.checked(limits: job.limits).get())
            case (.sheet(let file), .sheet(let strip)):
                guard file.isPossible(for: strip) else {
                    throw StickerResult.Contradiction(stringLiteral: "it describes a picture that cannot be")
                }
                return self
            case (.printed(let files), .print(let job)):
                guard job.isAnswered(by: files) else {
                    throw StickerResult.Contradiction(stringLiteral: "its files are not those that were asked for")
                }
                return self
            default: return self
            }
        } catch let contradiction as StickerResult.Contradiction {
            throw RejectedAnswer("\(contradiction)")
        }
    }
}
