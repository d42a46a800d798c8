import Intake
import StickerManifest
import TextEscaping

/// The result of a build: `report.json` next to the manifest. It contains no time and no machine, so the same sources,
/// earlier state and version give the same bytes.
package struct BuildReport: Codable, Sendable, Equatable {
    /// The number of files per outcome.
    package struct Counts: Codable, Sendable, Equatable {
        /// Stickers that are published now, whether or not this build made them.
        package var published: Int
        /// Published messages. Nil without messages.
        package var messages: Int?
        /// Published game pieces. Nil without game pieces.
        package var pieces: Int?
        package var rejected: Int
        package var duplicate: Int
        package var superseded: Int
        package var waiting: Int
        package var ignored: Int
        /// Finished stickers that will be published after their approval.
        package var awaitingApproval: Int
        /// Stickers that were published before approval was required.
        package var unapproved: Int
    }

    /// The published files' bytes.
    package struct Weight: Codable, Sendable, Equatable {
        /// Every rendition of every sticker.
        package var total: Int
        /// Only the @3x renditions, which an app ships.
        package var shipped: Int
        /// The largest single file. Nil if nothing is published.
        package var largest: Largest?
        /// The largest @3x file. Nil if nothing is published.
        package var largestShipped: Largest?
    }

    /// The largest published file.
    package struct Largest: Codable, Sendable, Equatable {
        package var pack: String
        package var id: String
        /// Relative to the manifest.
        package var path: String
        package var bytes: Int
    }

    /// A sticker that has changed since the last build.
    package struct Change: Codable, Sendable, Equatable {
        package enum Kind: String, Codable, Sendable, CaseIterable {
            case added, changed, removed
        }
        package var kind: Kind
        package var pack: String
        package var id: String
        /// The source, relative to the drop folder.
        package var path: String
        /// Whether the pixels have changed; false if only texts, settings or bytes have.
        package var looksDifferent: Bool
    }

    /// A published sticker with a warning.
    package struct Warned: Codable, Sendable, Equatable {
        package var pack: String
        package var id: String
        /// The source, relative to the drop folder.
        package var path: String
        package var findings: [Finding]
        /// The text that VoiceOver reads. Nil in reports of earlier versions.
        package var label: String?
        /// The picture in lists, relative to the manifest. Nil in reports of earlier versions.
        package var image: String?
    }

    /// A sticker that a reviewer sent back.
    package struct SentBack: Codable, Sendable, Equatable {
        package var pack: String
        package var id: String
        /// The source, relative to the drop folder.
        package var path: String
        package var reviewer: String
        package var comment: String

        init(_ sticker: Sticker, in pack: String, _ review: Review) {
            self.pack = pack
            id = sticker.id
            path = sticker.source.path
            reviewer = review.reviewer
            comment = review.comment
        }
    }

    /// A source that another one replaces.
    package struct Yielded: Codable, Sendable, Equatable {
        /// Relative to the drop folder.
        package var path: String
        /// The source that is used, relative to the drop folder.
        package var to: String

        package init(path: String, to: String) {
            self.path = path
            self.to = to
        }
    }

    /// `stickerd` and its version.
    package var generator: String
    package var counts: Counts
    package var bytes: Weight
    /// The changes in the order of pack and id.
    package var changes: [Change]
    /// In the order of the paths, as in the manifest.
    package var rejected: [RejectedSource]
    /// The stickers with warnings in the order of pack and id.
    package var warnings: [Warned]
    /// Files with the same name in a less preferred format.
    package var superseded: [Yielded]
    /// Files with the same content.
    package var duplicates: [Yielded]
    /// Files that are still being written, relative to the drop folder.
    package var waiting: [String]
    package var ignored: [IgnoredEntry]
    /// Stickers whose newest version was sent back, in the order of the paths. Nil without any.
    package var sentBack: [SentBack]? = nil
}

extension BuildReport.SentBack {
    /// The decision in one line: `Ada: The ear is not round.` Unknown parts are omitted. Nil if everything is unknown.
    var reason: String? {
        let parts = [reviewer, comment].map { text in
            EscapedText.line(text).split(separator: " ").joined(separator: " ")
        }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
