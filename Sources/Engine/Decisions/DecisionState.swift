import FileAccess
import JobModel
import Publishing
import StickerManifest

/// The valid decisions, checked against the published manifest.
package struct DecisionState: Sendable, Equatable {
    /// The decisions. For lost ones, the state in the manifest.
    package var reviews = Reviews()
    /// The images that are sent back.
    package var sentBack: [Reviews.Key: SentBackDecision] = [:]
    /// Decisions that must have existed and are lost. Nil if none are.
    package var loss: DecisionLoss?

    package init() {}

    /// Checks decisions against the manifest and the stored pictures.
    ///
    /// A manifest contains a review only for an image with a decision, and pictures are stored only with a decision.
    /// If one of them exists without a decision, decisions were lost. Until a person has responded, the manifest is
    /// used, so that nothing is unpublished.
    ///
    /// - Parameters:
    ///   - decisions: the decisions, in order.
    ///   - published: the manifest.
    ///   - pictures: the stored images of reviewed stickers.
    ///   - folder: the expected folder of the decisions, for the message.
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

    /// Reads and checks the decisions of a state folder. Without decisions, no file is created.
    ///
    /// - Throws: `DecisionError`.
    package static func read(
        folder: String, published: Catalog?, notice: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> DecisionState {
        try await check(
            try await DecisionStore.decisions(folder: folder, notice: notice), folder: folder, published: published)
    }

    /// Checks decisions that were read from a state folder.
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

/// Missing decisions.
package struct DecisionLoss: Sendable, Hashable, CustomStringConvertible {
    /// The evidence for lost decisions.
    package enum Evidence: Sendable, Hashable {
        /// The number of reviews in the manifest whose decisions are missing.
        case manifest(decisions: Int)
        /// The number of pictures that are kept although no decision is left.
        case pictures(count: Int)
    }

    package var folder: String
    package var evidence: Evidence

    /// The problem and the fix.
    package var description: String {
        let remedy =
            "Put \(DecisionStore.journalName) back from a backup, or run `stickerd review decisions import` with an export; if "
            + "there is none, run `stickerd review restore`, which takes over what is left."
        return switch evidence {
        case .manifest(let count):
            "\(folder)/\(DecisionStore.fileName): \(NumberFormat.number(count)) \(count == 1 ? "decision" : "decisions") that "
                + "catalog.json names \(count == 1 ? "is" : "are") missing. Published stickers stay as they are, and "
                + "new art waits for approval, until the decisions are restored. \(remedy)"
        case .pictures(let count):
            "\(folder)/\(DecisionStore.fileName) contains no decisions, but \(ReviewedPictures.folderName)/ keeps the "
                + "\(count == 1 ? "image" : "images") of \(NumberFormat.number(count)) reviewed "
                + "\(count == 1 ? "sticker" : "stickers"): the decisions are gone. \(remedy)"
        }
    }
}

extension [Decision] {
    /// The valid decisions of an ordered list.
    package var reviews: Reviews {
        var last: [Reviews.Key: Decision] = [:]
        for decision in self { last[decision.key] = decision }
        return Reviews(last.compactMapValues(\.review), open: Set(last.filter { $0.value.review == nil }.keys))
    }
}

extension Catalog {
    /// Stickers with a decision, published or not, with the ids of their packs.
    package var reviewedStickers: [(pack: String, sticker: Sticker)] {
        finishedPacks.flatMap { pack in pack.stickers.filter { $0.review != nil }.map { (pack.id, $0) } }
    }
}
