import FileAccess
import JobModel
import Publishing
import StickerManifest

/// The valid decisions, compared with the published manifest to detect lost decisions.
package struct DecisionState: Sendable, Equatable {
    /// The valid reviews. If a decision was lost, the review in the manifest is used.
    package var reviews = Reviews()
    /// The images that were sent back, with the decisions about them.
    package var sentBack: [Reviews.Key: SentBackDecision] = [:]
    /// The evidence that decisions were lost. Nil if none were lost.
    package var loss: DecisionLoss?

    package init() {}

    /// Compares decisions with the manifest and the kept pictures.
    ///
    /// The manifest contains a review only if there was a decision, and pictures are kept only with a decision. If
    /// one of them exists without a decision, decisions were lost. Until a person restores them, the reviews in the
    /// manifest are used, so that no sticker is unpublished.
    ///
    /// - Parameters:
    ///   - decisions: the decisions in order of precedence.
    ///   - published: the published manifest. Nil if nothing is published.
    ///   - pictures: the kept pictures of reviewed stickers.
    ///   - folder: the folder that should contain the decisions, for messages.
    package init(
        decisions: [Decision], published: Catalog?, pictures: ReviewedPictures, folder: String
    ) {
        reviews = decisions.reviews
        sentBack = decisions.sentBack
        var lost: [Reviews.Key: Review] = [:]
        for (pack, sticker) in published?.reviewedStickers ?? [] where !reviews.hasDecision(about: sticker, in: pack) {
            lost[Reviews.Key(pack: pack, sticker: sticker.id, pixels: sticker.pixels)] = sticker.review
        }
        if !lost.isEmpty {
            loss = DecisionLoss(folder: folder, evidence: .manifest(decisions: lost.count))
            reviews = reviews.adding(lost)
            for (key, review) in lost where review.outcome == .sentBack {
                sentBack[key] = SentBackDecision(reviewer: review.reviewer, comment: review.comment)
            }
        } else if decisions.isEmpty, !pictures.names.isEmpty {
            loss = DecisionLoss(folder: folder, evidence: .pictures(count: pictures.names.count))
        }
    }

    /// Reads the decisions of a state folder, and compares them with the manifest. Creates no files if there are no
    /// decisions.
    ///
    /// - Throws: `DecisionError`.
    package static func read(
        folder: String, published: Catalog?, notice: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> DecisionState {
        try await check(
            try await DecisionStore.decisions(folder: folder, notice: notice), folder: folder, published: published)
    }

    /// Compares decisions of a state folder with the manifest.
    package static func check(_ decisions: [Decision], folder: String, published: Catalog?) async throws
        -> DecisionState
    {
        try await BlockingExecutor.run {
            DecisionState(
                decisions: decisions, published: published, pictures: ReviewedPictures(stateFolder: folder),
                folder: folder)
        }
    }
}

/// Describes lost decisions.
package struct DecisionLoss: Sendable, Hashable, CustomStringConvertible {
    /// The evidence that decisions were lost.
    package enum Evidence: Sendable, Hashable {
        /// The number of reviews in the manifest without a decision.
        case manifest(decisions: Int)
        /// The number of kept pictures, although the decisions are missing.
        case pictures(count: Int)
    }

    package var folder: String
    package var evidence: Evidence

    /// A message with the problem and the fix.
    package var description: String {
        let remedy =
            "Restore \(DecisionStore.journalName) from a backup, or run `stickerd review decisions import` with an "
            + "export. If there is neither, run `stickerd review restore`, which restores what catalog.json still "
            + "contains."
        return switch evidence {
        case .manifest(let count):
            "\(folder)/\(DecisionStore.fileName): \(NumberFormat.number(count)) "
                + "\(count == 1 ? "decision" : "decisions") that catalog.json contains \(count == 1 ? "is" : "are") "
                + "missing. Published stickers stay as they are, and new art waits for approval, until the decisions "
                + "are restored. \(remedy)"
        case .pictures(let count):
            "\(folder)/\(DecisionStore.fileName) contains no decisions, but \(ReviewedPictures.folderName)/ keeps "
                + "the \(count == 1 ? "image" : "images") of \(NumberFormat.number(count)) reviewed "
                + "\(count == 1 ? "sticker" : "stickers"). The decisions are lost. \(remedy)"
        }
    }
}

extension [Decision] {
    /// The valid reviews of decisions in order of precedence.
    package var reviews: Reviews {
        var last: [Reviews.Key: Decision] = [:]
        for decision in self { last[decision.key] = decision }
        return Reviews(last.compactMapValues(\.review), open: Set(last.filter { $0.value.review == nil }.keys))
    }
}

extension Catalog {
    /// All finished stickers with a review in the manifest, with the ids of their packs.
    package var reviewedStickers: [(pack: String, sticker: Sticker)] {
        finishedPacks.flatMap { pack in pack.stickers.filter { $0.review != nil }.map { (pack.id, $0) } }
    }
}
