import Decisions
import Foundation
import Hummingbird
import Pipeline

/// Takes decisions from the page and keeps them.
struct ReviewDesk: Sendable {
    /// What the page sends.
    private struct Wish: Decodable {
        var sticker: String
        var pixels: String
        var verdict: Decision.Verdict
        var reviewer: String
        var comment: String
    }

    let feed: ReviewFeed
    let book: DecisionBook
    let pictures: ApprovedPictures
    let published: OutputFolder
    /// Has the manifest follow.
    let onDecision: @Sendable () async throws -> Void

    /// - Throws: `HTTPError` with a sentence for the person.
    func take(_ body: Data) async throws {
        guard let wish = try? JSONDecoder().decode(Wish.self, from: body) else { throw HTTPError(.badRequest) }
        guard let card = try await feed.card(wish.sticker) else {
            throw HTTPError(.notFound, message: "The sticker is not there any more.")
        }
        guard card.pixels == wish.pixels else {
            throw HTTPError(
                .conflict, message: "The sticker has changed while you looked. Look again, and decide then.")
        }
        let decision = Decision(
            look: Reviews.Look(pack: card.pack, sticker: card.id, pixels: card.pixels), verdict: wish.verdict,
            reviewer: wish.reviewer.trimmingCharacters(in: .whitespacesAndNewlines),
            comment: wish.comment.trimmingCharacters(in: .whitespacesAndNewlines), decided: Decision.time(Date()),
            picture: card.pictures.first { $0.scale == 3 }?.file)
        if let fault = decision.fault { throw HTTPError(.badRequest, message: fault) }
        if decision.verdict == .approved, let picture = decision.picture {
            let (pictures, published) = (pictures, published)
            try await blocking { try pictures.keep(picture, from: published) }
        }
        try await book.add([decision])
        let all = try await book.all()
        try await blocking { [pictures] in pictures.prune(all) }
        try await onDecision()
        try await feed.refresh()
    }
}
