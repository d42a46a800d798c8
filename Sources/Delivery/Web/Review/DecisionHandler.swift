import Decisions
import Foundation
import Hummingbird
import Publishing

/// Stores the decisions that the review page sends.
struct DecisionHandler: Sendable {
    /// The request's body.
    private struct DecisionRequest: Decodable {
        var sticker: String
        var pixels: String
        var verdict: Decision.Outcome
        var reviewer: String
        var comment: String
    }

    let stream: ReviewEventStream
    let store: DecisionStore
    let pictures: ReviewedPictures
    let published: OutputFolder
    /// Called after each decision, to publish the manifest again.
    let onDecision: @Sendable () async throws -> Void
    private let queue = SerialQueue()

    init(
        stream: ReviewEventStream, store: DecisionStore, pictures: ReviewedPictures, published: OutputFolder,
        onDecision: @escaping @Sendable () async throws -> Void
    ) {
        self.stream = stream
        self.store = store
        self.pictures = pictures
        self.published = published
        self.onDecision = onDecision
    }

    /// Stores decisions one at a time, so that of two the later one counts. A decision that was started is finished even
    /// when the browser disconnects.
    ///
    /// - Throws: `HTTPError` with a sentence for the person.
    func handle(_ body: Data) async throws {
        try await queue.run { [self] in try await store(body) }
    }

    private func store(_ body: Data) async throws {
        guard let request = try? JSONDecoder().decode(DecisionRequest.self, from: body) else {
            throw HTTPError(.badRequest)
        }
        guard let item = try await stream.item(request.sticker) else {
            throw HTTPError(.notFound, message: "This sticker no longer exists.")
        }
        guard item.pixels == request.pixels else {
            throw HTTPError(
                .conflict,
                message: "This sticker changed while you were looking at it. Check the new version, then decide.")
        }
        let decision = Decision(
            key: Reviews.Key(pack: item.pack, sticker: item.id, pixels: item.pixels), outcome: request.verdict,
            reviewer: request.reviewer.trimmingCharacters(in: .whitespacesAndNewlines),
            comment: request.comment.trimmingCharacters(in: .whitespacesAndNewlines), decided: Decision.time(Date()),
            picture: item.pictures.first { $0.scale == 3 }?.file)
        if let problem = decision.validationError { throw HTTPError(.badRequest, message: problem) }
        try await store.decide([decision]) { [pictures, published] decision in
            guard let picture = decision.picture else { return }
            do {
                try pictures.keep(picture, from: published)
            } catch {
                // The artist needs the comment even if the picture cannot be kept.
                guard decision.outcome == .sentBack else { throw error }
            }
        }
        try await store.prune(pictures)
        try await onDecision()
        try await stream.refresh()
    }
}

/// Runs operations one at a time, in the order of the calls.
private actor SerialQueue {
    private var last: Task<Void, any Error>?

    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let own = Task { [last] in
            _ = await last?.result
            try await body()
        }
        last = own
        try await own.value
    }
}
