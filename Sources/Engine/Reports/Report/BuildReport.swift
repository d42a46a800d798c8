import Intake
import StickerManifest
import TextEscaping

/// The result of a build, which is written as `report.json` next to the manifest. Contains neither a time nor the name
/// of a machine. The same sources, earlier state and version result in the same bytes.
package struct BuildReport: Codable, Sendable, Equatable {
    /// The number of files and stickers per outcome.
    package struct Counts: Codable, Sendable, Equatable {
        /// The number of published stickers, including those that this build did not render.
        package var published: Int
        /// The number of published messages. Nil if there are none.
        package var messages: Int?
        /// The number of published game pieces. Nil if there are none.
        package var pieces: Int?
        package var rejected: Int
        package var duplicate: Int
        package var superseded: Int
        package var waiting: Int
        package var ignored: Int
        /// The number of finished stickers that await approval.
        package var awaitingApproval: Int
        /// The number of stickers that were published before approval was required.
        package var unapproved: Int
    }

    /// The sizes of the published files in bytes.
    package struct Weight: Codable, Sendable, Equatable {
        /// The total size of the files of all scales.
        package var total: Int
        /// The total size of the @3x files, which an app ships.
        package var shipped: Int
        /// The largest file. Nil if nothing is published.
        package var largest: Largest?
        /// The largest @3x file. Nil if nothing is published.
        package var largestShipped: Largest?
    }

    /// The largest published file.
    package struct Largest: Codable, Sendable, Equatable {
        package var pack: String
        package var id: String
        /// The path relative to the manifest.
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
        /// The path of the source, relative to the drop folder.
        package var path: String
        /// Whether the pixels have changed. False if only texts, settings or the encoding have changed.
        package var looksDifferent: Bool
    }

    /// A published sticker with a warning.
    package struct Warned: Codable, Sendable, Equatable {
        package var pack: String
        package var id: String
        /// The path of the source, relative to the drop folder.
        package var path: String
        package var findings: [Finding]
        /// The label, which VoiceOver reads. Nil in reports of earlier versions.
        package var label: String?
        /// The path of the thumbnail, relative to the manifest. Nil in reports of earlier versions.
        package var image: String?
    }

    /// A sticker that a reviewer sent back.
    package struct SentBack: Codable, Sendable, Equatable {
        package var pack: String
        package var id: String
        /// The path of the source, relative to the drop folder.
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

    /// A source that is not used, because another source is used instead.
    package struct Yielded: Codable, Sendable, Equatable {
        /// The path relative to the drop folder.
        package var path: String
        /// The path of the source that is used, relative to the drop folder.
        package var to: String

        package init(path: String, to: String) {
            self.path = path
            self.to = to
        }
    }

    /// The program that created the report: `stickerd` and its version.
    package var generator: String
    package var counts: Counts
    package var bytes: Weight
    /// The changes, sorted by pack and id.
    package var changes: [Change]
    /// The rejected sources, sorted by path as in the manifest.
    package var rejected: [RejectedSource]
    /// The stickers with warnings, sorted by pack and id.
    package var warnings: [Warned]
    /// The sources that are not used because a preferred version exists.
    package var superseded: [Yielded]
    /// The sources that are not used because another source has the same content.
    package var duplicates: [Yielded]
    /// The paths of files that are still being written, relative to the drop folder.
    package var waiting: [String]
    package var ignored: [IgnoredEntry]
    /// The stickers whose newest version was sent back, sorted by path. Nil if there are none.
    package var sentBack: [SentBack]? = nil
}

extension BuildReport.SentBack {
    /// The decision in one line, such as `Ada: The ear is not round.` Unknown parts are left out. Nil if both parts
    /// are unknown.
    var reason: String? {
        let parts = [reviewer, comment].map { text in
            EscapedText.line(text).split(separator: " ").joined(separator: " ")
        }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
