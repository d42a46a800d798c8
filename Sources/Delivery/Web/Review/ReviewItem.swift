import Decisions
import StickerManifest

/// The data of a sticker for the review page.
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

    /// The frames of an animation side by side in one picture.
    struct Strip: Encodable, Sendable, Equatable {
        var file: String
        var times: [Int]
    }

    /// The bubble of a message, as Messages shows it.
    struct Bubble: Encodable, Sendable, Equatable {
        var name: String
        var file: String
    }

    /// The decision about the current image.
    struct ReviewState: Encodable, Sendable, Equatable {
        var verdict: String
        var reviewer: String
        var comment: String
        var decided: String
        /// The places in the picture to which the comment refers.
        var pins: [Pin]?
        /// The other reviewer's decision that this one replaced, about the same image. Nil if there was none, or if
        /// it had the same outcome.
        var overruled: Overruled?
    }

    /// A decision that was replaced by another reviewer's decision.
    struct Overruled: Encodable, Sendable, Equatable {
        var verdict: String
        var reviewer: String
    }

    /// The last approved image, if it differs from the current one.
    struct Before: Encodable, Sendable, Equatable {
        /// The file name of its picture. Nil if the picture was not kept.
        var file: String?
        var reviewer: String
        var decided: String
    }

    /// The image that was sent back, if the current image is newer and has no decision.
    struct SentBack: Encodable, Sendable, Equatable {
        /// The file name of its picture. Nil if the picture was not kept.
        var file: String?
        var reviewer: String
        var comment: String
        var decided: String
        /// The places in the picture to which the comment refers.
        var pins: [Pin]?
    }

    /// The key of the sticker: `pack/id`.
    var key: String
    var pack: String
    var id: String
    var label: String
    var size: String
    var source: SourceArt
    var animation: Animation?
    var pictures: [Picture]
    var strip: Strip?
    /// The bubbles of a message. Nil if the item is a sticker.
    var bubbles: [Bubble]?
    var findings: [Finding]
    var fit: String
    var pixels: String
    var review: ReviewState?
    var before: Before?
    var sentBack: SentBack?
    /// Whether the sticker is not published until it is approved.
    var isHeld: Bool

    /// - Parameters:
    ///   - isHeld: whether the sticker is not published until it is approved.
    ///   - decision: the decision about the current image.
    ///   - replaced: the previous decision about the current image.
    ///   - approved: the last approval of the sticker.
    ///   - last: the last valid decision about any image of the sticker.
    ///   - kept: the file names of the kept pictures.
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
    /// The given earlier decision about the same image if another reviewer made it and its outcome differs. Nil
    /// otherwise.
    fileprivate func overruled(_ earlier: Decision) -> ReviewItem.Overruled? {
        guard earlier.outcome != .reopened, earlier.outcome != outcome, earlier.reviewer != reviewer else { return nil }
        return ReviewItem.Overruled(verdict: earlier.outcome.rawValue, reviewer: earlier.reviewer)
    }

    /// The file name of the reviewed picture. Nil if the picture was not kept.
    fileprivate func keptPicture(among kept: Set<String>) -> String? {
        picture.flatMap { kept.contains($0) ? $0 : nil }
    }
}
