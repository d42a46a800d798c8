import Foundation
import JobModel
import Publishing
import StickerManifest

/// One review decision about a sticker. Records who decided, when, and about which pixels.
package struct Decision: Codable, Sendable, Hashable {
    /// The keys in JSON and in the database, where the key of `outcome` is `verdict`.
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case pack, sticker, pixels
        case outcome = "verdict"
        case reviewer, comment, decided, picture, pins
    }

    /// The JSON keys of a decision.
    static let keys = CodingKeys.allCases.map(\.rawValue)

    package enum Outcome: String, Codable, Sendable, CaseIterable {
        case approved
        case sentBack
        /// An earlier decision was withdrawn, and the sticker awaits a new decision.
        case reopened

        package init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let text = try value.decode(String.self)
            guard let outcome = Outcome(rawValue: text) else {
                let words = Outcome.allCases.map { "\"\($0.rawValue)\"" }.joinedForPeople()
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "expected \(words), found \"\(text.prefix(40))\"")
            }
            self = outcome
        }
    }

    package var pack: String
    package var sticker: String
    /// The SHA-256 of the decoded pixels that were reviewed.
    package var pixels: String
    package var outcome: Outcome
    package var reviewer: String
    package var comment: String
    /// The time of the decision in UTC, with seconds: `2026-11-21T18:09:00Z`.
    package var decided: String
    /// The file name of the reviewed @3x picture: `<sha256>.png`. Nil if unknown.
    package var picture: String?
    /// The places in the picture to which the comment refers. Nil if there are none.
    package var pins: [Pin]?

    package init(
        key: Reviews.Key, outcome: Outcome, reviewer: String = "", comment: String = "", decided: String,
        picture: String? = nil, pins: [Pin]? = nil
    ) {
        pack = key.pack
        sticker = key.sticker
        pixels = key.pixels
        self.outcome = outcome
        self.reviewer = reviewer
        self.comment = comment
        self.decided = decided
        self.picture = picture
        self.pins = pins
    }

    package var key: Reviews.Key { Reviews.Key(pack: pack, sticker: sticker, pixels: pixels) }

    /// The review for the manifest. Nil if the decision was withdrawn.
    package var review: Review? {
        switch outcome {
        case .approved: Review(outcome: .approved, reviewer: reviewer, comment: comment)
        case .sentBack: Review(outcome: .sentBack, reviewer: reviewer, comment: comment)
        case .reopened: nil
        }
    }
}

extension Decision {
    /// The maximum length of a comment in characters.
    package static let longestComment = 2000
    /// The maximum length of a reviewer's name in characters.
    package static let longestName = 100

    /// A description of the error in an invalid decision. Nil if the decision is valid.
    package var validationError: String? {
        if !ManifestPart.isDigest(pixels) { return "pixels: expected a SHA-256 hash in lower-case hexadecimal digits." }
        if pack.isEmpty || sticker.isEmpty || pack.count > 255 || sticker.count > 255 {
            return "pack and sticker: expected the ids of a published sticker."
        }
        if comment.count > Decision.longestComment {
            return "comment: expected at most \(Decision.longestComment) characters, found \(comment.count)."
        }
        if reviewer.count > Decision.longestName {
            return "reviewer: expected at most \(Decision.longestName) characters, found \(reviewer.count)."
        }
        if !Decision.isTime(decided) {
            return "decided: expected a time in UTC like 2026-11-21T18:09:00Z, found \"\(decided.prefix(40))\"."
        }
        if let picture, !AssetName.isValid(picture) {
            return "picture: expected the name of a published file, like <sha256>.png."
        }
        if let pins, pins.count > Pin.mostPerDecision || !pins.allSatisfy(\.isValid) {
            return "pins: expected at most \(Pin.mostPerDecision) rectangles in thousandths of the picture."
        }
        return nil
    }

    /// The tolerated difference between the clocks of two machines. A decision that is further in the future is
    /// reported.
    package static let clockSkew = Duration.seconds(600)

    /// Whether the decision's time is so far after the given time that a clock must be wrong.
    func isFuture(at now: Date) -> Bool {
        decided > Decision.time(now.addingTimeInterval(Double(Decision.clockSkew.components.seconds)))
    }

    /// Whether a text is a time in the format of decisions. Foundation also parses 30 February (as 2 March) and some
    /// other formats. Formatting such a time gives a different text.
    private static func isTime(_ text: String) -> Bool {
        guard text.utf8.count == 20, let date = try? Date(text, strategy: .iso8601) else { return false }
        return time(date) == text
    }

    /// Formats a time for a decision.
    package static func time(_ date: Date) -> String {
        date.formatted(.iso8601)
    }
}

/// The names of files in the assets folder: a SHA-256 and a file extension.
package enum AssetName {
    package static func isValid(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let digest = String(parts[0]), let ending = String(parts[1]) else { return false }
        return ManifestPart.isDigest(digest) && StickerFormat.fileExtensions.contains(ending)
    }
}
