import Decisions
import Foundation
import Hummingbird
import Publishing
import Texts

/// Stores the decisions that the review page sends.
struct DecisionHandler: Sendable {
    /// The body of a request about one sticker.
    private struct DecisionRequest: Decodable {
        var sticker: String
        var pixels: String
        var verdict: Decision.Outcome
        var reviewer: String
        var comment: String
        var pins: [Pin]?
        /// The time of the decision that the page shows. Empty if the page shows no decision. Nil if the page does
        /// not send the time.
        var seen: String?
    }

    /// The body of a request about several stickers.
    private struct BulkRequest: Decodable {
        struct Subject: Decodable {
            var sticker: String
            var pixels: String
            var seen: String?
        }

        var stickers: [Subject]
        var verdict: Decision.Outcome
        var reviewer: String
        var comment: String
    }

    let stream: ReviewEventStream
    let store: DecisionStore
    let pictures: ReviewedPictures
    let published: OutputFolder
    /// Called after each decision, to publish the manifest again.
    let onDecision: @Sendable (DecisionStore) -> Void
    private let queue = SerialQueue()

    init(
        stream: ReviewEventStream, store: DecisionStore, pictures: ReviewedPictures, published: OutputFolder,
        onDecision: @escaping @Sendable (DecisionStore) -> Void
    ) {
        self.stream = stream
        self.store = store
        self.pictures = pictures
        self.published = published
        self.onDecision = onDecision
    }

    /// Stores one decision. Decisions are stored one after the other, so that the last one takes effect. Once a
    /// decision is being stored, it is stored completely even if the browser disconnects.
    ///
    /// - Parameter texts: the texts of errors, in the reviewer's language.
    /// - Throws: `HTTPError` with a message for the reviewer.
    func handle(_ body: Data, _ texts: Texts) async throws {
        try await queue.run { [self] in try await decide(body, texts) }
    }

    /// Stores one decision about several stickers in one transaction.
    ///
    /// - Returns: the keys of the stickers for which no decision was stored. Their pixels have changed, they were
    ///   removed, or another reviewer has decided since.
    /// - Throws: `HTTPError` with a message for the reviewer.
    func handleBulk(_ body: Data) async throws -> [String] {
        guard let request = try? JSONDecoder().decode(BulkRequest.self, from: body) else {
            throw HTTPError(.badRequest)
        }
        return try await queue.run { [self] in try await decideInBulk(request) }
    }

    private func decide(_ body: Data, _ texts: Texts) async throws {
        guard let request = try? JSONDecoder().decode(DecisionRequest.self, from: body) else {
            throw HTTPError(.badRequest)
        }
        guard let item = try await stream.items([request.sticker])[request.sticker] else {
            throw HTTPError(.notFound, message: texts("answer.gone"))
        }
        guard item.pixels == request.pixels else {
            throw HTTPError(.conflict, message: texts("answer.changed"))
        }
        if let other = DecisionHandler.unseen(of: item, request.seen, by: request.reviewer) {
            throw HTTPError(
                .conflict, message: texts("answer.decided.\(other.verdict)", ["name": other.reviewer]))
        }
        try await save([
            DecisionHandler.decision(
                about: item, request.verdict, reviewer: request.reviewer, comment: request.comment,
                pins: request.pins)
        ])
    }

    private func decideInBulk(_ request: BulkRequest) async throws -> [String] {
        let items = try await stream.items(request.stickers.map(\.sticker))
        let current = request.stickers.filter { subject in
            guard let item = items[subject.sticker], item.pixels == subject.pixels else { return false }
            return DecisionHandler.unseen(of: item, subject.seen, by: request.reviewer) == nil
        }.map(\.sticker)
        let decisions = Set(current).sorted().compactMap { items[$0] }.map {
            DecisionHandler.decision(
                about: $0, request.verdict, reviewer: request.reviewer, comment: request.comment)
        }
        if !decisions.isEmpty { try await save(decisions) }
        return Set(request.stickers.map(\.sticker)).subtracting(current).sorted()
    }

    /// The decision of another reviewer that the page did not show to this reviewer. Nil if there is none.
    private static func unseen(of item: ReviewItem, _ seen: String?, by reviewer: String) -> ReviewItem.ReviewState? {
        guard let seen, let review = item.review, review.decided != seen else { return nil }
        return review.reviewer == reviewer.trimmingCharacters(in: .whitespacesAndNewlines) ? nil : review
    }

    private static func decision(
        about item: ReviewItem, _ outcome: Decision.Outcome, reviewer: String, comment: String,
        pins: [Pin]? = nil
    ) -> Decision {
        Decision(
            key: Reviews.Key(pack: item.pack, sticker: item.id, pixels: item.pixels), outcome: outcome,
            reviewer: reviewer.trimmingCharacters(in: .whitespacesAndNewlines),
            comment: comment.trimmingCharacters(in: .whitespacesAndNewlines), decided: Decision.time(Date()),
            picture: item.pictures.first { $0.scale == 3 }?.file, pins: pins?.isEmpty == true ? nil : pins)
    }

    private func save(_ decisions: [Decision]) async throws {
        if let problem = decisions.lazy.compactMap(\.validationError).first {
            throw HTTPError(.badRequest, message: problem)
        }
        try await store.decide(decisions) { [pictures, published] decisions in
            try pictures.keepPictures(of: decisions, from: published)
        }
        // The decision is published when this function ends, because a publication would slow down the answer.
        defer { onDecision(store) }
        try await stream.refresh()
        // The next decision waits for the end of this task. The answer to this decision does not wait.
        Task { try? await queue.run { [store, pictures] in try await store.prune(pictures) } }
    }
}

/// Runs operations one at a time, in the order of the calls.
private actor SerialQueue {
    private var last: Task<Void, Never>?

    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let own = Task { [last] in
            _ = await last?.value
            return try await body()
        }
        last = Task { _ = await own.result }
        return try await own.value
    }
}
