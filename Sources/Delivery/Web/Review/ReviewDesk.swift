import Decisions
import Foundation
import Hummingbird
import Publishing

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
    private let turns = Turns()

    init(
        feed: ReviewFeed, book: DecisionBook, pictures: ApprovedPictures, published: OutputFolder,
        onDecision: @escaping @Sendable () async throws -> Void
    ) {
        self.feed = feed
        self.book = book
        self.pictures = pictures
        self.published = published
        self.onDecision = onDecision
    }

    /// Takes decisions one after the other, so that of two the one that came later counts. What has begun is finished, also
    /// when the browser has gone.
    ///
    /// - Throws: `HTTPError` with a sentence for the person.
    func take(_ body: Data) async throws {
        try await turns.take { [self] in try await keep(body) }
    }

    private func keep(_ body: Data) async throws {
        guard let wish = try? JSONDecoder().decode(Wish.self, from: body) else { throw HTTPError(.badRequest) }
        guard let card = try await feed.card(wish.sticker) else {
            throw HTTPError(.notFound, message: "This sticker no longer exists.")
        }
        guard card.pixels == wish.pixels else {
            throw HTTPError(
                .conflict,
                message: "This sticker changed while you were looking at it. Check the new version, then decide.")
        }
        let decision = Decision(
            look: Reviews.Look(pack: card.pack, sticker: card.id, pixels: card.pixels), verdict: wish.verdict,
            reviewer: wish.reviewer.trimmingCharacters(in: .whitespacesAndNewlines),
            comment: wish.comment.trimmingCharacters(in: .whitespacesAndNewlines), decided: Decision.time(Date()),
            picture: card.pictures.first { $0.scale == 3 }?.file)
        if let fault = decision.fault { throw HTTPError(.badRequest, message: fault) }
        try await book.decide([decision]) { [pictures, published] decision in
            if let picture = decision.picture { try pictures.keep(picture, from: published) }
        }
        try await book.prune(pictures)
        try await onDecision()
        try await feed.refresh()
    }
}

/// One after the other.
private actor Turns {
    private var last: Task<Void, any Error>?

    func take(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let own = Task { [last] in
            _ = await last?.result
            try await body()
        }
        last = own
        try await own.value
    }
}
