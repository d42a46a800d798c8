import Decisions
import StickerManifest

/// A sticker as the review page receives it.
struct ReviewItem: Encodable, Sendable, Equatable {
    /// A file of the sticker.
    struct Picture: Encodable, Sendable, Equatable {
        var scale: Int
        var file: String
        var width: Int
        var height: Int
        var bytes: Int
        var format: String
        var colours: Int?
        var fidelity: Double
    }

    /// Frames of an animation side by side.
    struct Strip: Encodable, Sendable, Equatable {
        var file: String
        var times: [Int]
    }

    /// A message's bubble as Messages shows it.
    struct Bubble: Encodable, Sendable, Equatable {
        var name: String
        var file: String
    }

    /// The decision about its current image.
    struct ReviewState: Encodable, Sendable, Equatable {
        var verdict: String
        var reviewer: String
        var comment: String
        var decided: String
        /// The places that the comment refers to.
        var pins: [Pin]?
        /// The other reviewer's decision about the same image that this one replaced. Nil if there was none, or it was the same.
        var overruled: Overruled?
    }

    /// A decision that another reviewer's decision replaced.
    struct Overruled: Encodable, Sendable, Equatable {
        var verdict: String
        var reviewer: String
    }

    /// The last approved image, if the current one differs.
    struct Before: Encodable, Sendable, Equatable {
        /// The file of its picture. Nil if it was not kept.
        var file: String?
        var reviewer: String
        var decided: String
    }

    /// The image that was sent back, if there is a new image without a decision.
    struct SentBack: Encodable, Sendable, Equatable {
        /// The file of its picture. Nil if it was not kept, as in earlier releases.
        var file: String?
        var reviewer: String
        var comment: String
        var decided: String
        /// The places that the comment refers to.
        var pins: [Pin]?
    }

    /// `pack/id`.
    var key: String
    var pack: String
    var id: String
    var label: String
    var size: String
    var source: SourceArt
    var animation: Animation?
    var pictures: [Picture]
    var strip: Strip?
    /// The bubbles of a message. Nil for a sticker.
    var bubbles: [Bubble]?
    var findings: [Finding]
    var fit: String
    var pixels: String
    var review: ReviewState?
    var before: Before?
    var sentBack: SentBack?
    /// Whether the sticker awaits approval before it is published.
    var isHeld: Bool

    /// - Parameters:
    ///   - isHeld: whether it awaits approval.
    ///   - decision: the decision about the current image.
    ///   - replaced: the previous decision about the current image.
    ///   - approved: the sticker's last approval.
    ///   - last: the last valid decision about any image of the sticker.
    ///   - kept: the names of the kept pictures of reviewed stickers.
    init(
        _ sticker: Sticker, pack: String, isHeld: Bool, decision: Decision?, replaced: Decision?, approved: Decision?,
        last: Decision?, pictures kept: Set<String>
    ) {
        key = "\(pack)/\(sticker.id)"
        self.pack = pack
        id = sticker.id
        label = sticker.label
        size = sticker.size.rawValue
        source = sticker.source
        animation = sticker.animation
        pictures = sticker.renditions.map {
            Picture(
                scale: $0.scale, file: ReviewItem.fileName($0.path), width: $0.width, height: $0.height,
                bytes: $0.bytes, format: $0.format, colours: $0.colours, fidelity: $0.fidelity)
        }
        strip = sticker.filmstrip.map { Strip(file: ReviewItem.fileName($0.path), times: $0.times) }
        if sticker.messageTexts != nil {
            bubbles = sticker.previews.map { Bubble(name: $0.background, file: ReviewItem.fileName($0.path)) }
        }
        findings = sticker.findings
        fit = sticker.fit.summary
        pixels = sticker.pixels
        review = decision.flatMap { decision in
            guard decision.outcome != .reopened else { return nil }
            return ReviewState(
                verdict: decision.outcome.rawValue, reviewer: decision.reviewer, comment: decision.comment,
                decided: decision.decided, pins: decision.pins,
                overruled: replaced.flatMap { decision.overruled($0) })
        }
        before = approved.flatMap { approved in
            guard approved.pixels != sticker.pixels else { return nil }
            return Before(
                file: approved.keptPicture(among: kept), reviewer: approved.reviewer, decided: approved.decided)
        }
        let isReviewed = review != nil
        sentBack = last.flatMap { last in
            guard !isReviewed, last.outcome == .sentBack, last.pixels != sticker.pixels else { return nil }
            return SentBack(
                file: last.keptPicture(among: kept), reviewer: last.reviewer, comment: last.comment,
                decided: last.decided,
                pins: last.pins)
        }
        self.isHeld = isHeld
    }

    /// The last part of a path.
    static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}

extension Decision {
    /// An earlier decision about the same image by another reviewer with a different outcome.
    fileprivate func overruled(_ earlier: Decision) -> ReviewItem.Overruled? {
        guard earlier.outcome != .reopened, earlier.outcome != outcome, earlier.reviewer != reviewer else { return nil }
        return ReviewItem.Overruled(verdict: earlier.outcome.rawValue, reviewer: earlier.reviewer)
    }

    /// The picture that was reviewed, if it is kept.
    fileprivate func keptPicture(among kept: Set<String>) -> String? {
        picture.flatMap { kept.contains($0) ? $0 : nil }
    }
}
