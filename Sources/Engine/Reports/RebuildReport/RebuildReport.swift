import Foundation
import JobModel
import StickerManifest
import TextEscaping

/// The results of a rebuild, as shown to people and stored as JSON.
package struct RebuildReport: Codable, Sendable, Equatable {
    /// A sticker that was changed, or that a rebuild would change.
    package struct Change: Codable, Sendable, Equatable {
        package var kind: BuildReport.Change.Kind
        package var pack: String
        package var id: String
        /// The label, which VoiceOver reads. Nil in reports of earlier versions.
        package var label: String?
        /// The title of the pack. Nil in reports of earlier versions.
        package var packTitle: String?
        /// The path of the source, relative to the drop folder.
        package var path: String
        package var looksDifferent: Bool
        /// Whether the source is unchanged.
        package var hasSameSource: Bool
        /// The size of the @3x file in bytes, before and after the rebuild. Nil if the file does not exist.
        package var bytesBefore: Int?
        package var bytesAfter: Int?
        package var fidelityBefore: Double?
        package var fidelityAfter: Double?
    }

    /// A published sticker that looks different from its approved image, without a decision about its current image.
    package struct ChangedSinceApproval: Codable, Sendable, Equatable {
        package var pack: String
        package var id: String
        /// The label, which VoiceOver reads.
        package var label: String
        package var packTitle: String
        /// The path of the source, relative to the drop folder.
        package var path: String
        /// The name of the reviewer. Empty if unknown.
        package var reviewer: String
        /// The time of the approval in UTC, such as `2026-11-21T18:09:00Z`.
        package var approved: String
        /// The SHA-256 of the approved pixels.
        package var pixels: String
        /// The file name of the approved @3x picture: `<sha256>.png`. Nil if unknown.
        package var picture: String?

        package init(
            pack: Pack, sticker: Sticker, reviewer: String, approved: String, pixels: String, picture: String?
        ) {
            self.pack = pack.id
            id = sticker.id
            label = sticker.label
            packTitle = pack.title
            path = sticker.source.path
            self.reviewer = reviewer
            self.approved = approved
            self.pixels = pixels
            self.picture = picture
        }
    }

    /// A problem that needs attention, or that was fixed.
    package struct Concern: Codable, Sendable, Equatable {
        /// The affected file or folder.
        package var path: String
        package var sentence: String

        package init(path: String, sentence: String) {
            self.path = path
            self.sentence = sentence
        }
    }

    /// A rejected source.
    package struct Rejection: Codable, Sendable, Equatable {
        package var source: RejectedSource
        /// Whether the source was not rejected before this rebuild.
        package var isNew: Bool
    }

    /// A source, and the duration of its rendering.
    package struct Slow: Codable, Sendable, Equatable {
        package var path: String
        package var milliseconds: Int

        package init(path: String, milliseconds: Int) {
            self.path = path
            self.milliseconds = milliseconds
        }
    }

    /// A file, and its size in relation to the limit.
    package struct Large: Codable, Sendable, Equatable {
        package var pack: String
        package var id: String
        package var bytes: Int
        /// The size as a fraction of the limit, from 0 to 1.
        package var share: Double
    }

    /// The circumstances of the run and its work.
    package struct Run: Codable, Sendable, Equatable {
        /// The mode of the run: `publish`, `verify` or `preview`.
        package var mode: String
        package var effort: String
        /// The start time.
        package var time: Date
        package var seconds: Double
        /// The numbers of sources that were rendered in this run, taken over from a stopped run, and left for the next
        /// run.
        package var rendered: Int
        package var takenOver: Int
        package var remaining: Int
        /// The number of published files whose SHA-256 was checked.
        package var filesChecked: Int
        /// The reason why nothing was published although it should have been. Nil if there is none.
        package var held: String?
        /// The sources that this run rendered and their render times, the slowest first.
        package var times: [Slow]
        /// The work of the Remote Execution engine. Nil if none is used.
        package var farm: RemoteWork?
        /// The drawn sheets of large packs. Nil if there are none.
        package var sheets: SheetCacheReport?

        package init(
            mode: String, effort: String, time: Date, seconds: Double, rendered: Int, takenOver: Int, remaining: Int,
            filesChecked: Int, held: String?, times: [Slow] = [], farm: RemoteWork? = nil,
            sheets: SheetCacheReport? = nil
        ) {
            self.mode = mode
            self.effort = effort
            self.time = time
            self.seconds = seconds
            self.rendered = rendered
            self.takenOver = takenOver
            self.remaining = remaining
            self.filesChecked = filesChecked
            self.held = held
            self.times = times.sorted { ($0.milliseconds, $1.path) > ($1.milliseconds, $0.path) }
            self.farm = farm
            self.sheets = sheets
        }
    }

    /// The problems that may need a person's attention, besides rejected sources.
    package struct Problems: Codable, Sendable, Equatable {
        /// The problems that need a person's attention.
        package var concerns: [Concern]
        /// The damaged files that were repaired.
        package var repaired: [Concern]
        /// The files that cannot be read, or that are still being written.
        package var waiting: [Concern]
        /// The published stickers that look different from their approved images, in the order of the manifest. Nil if
        /// there are none, and for `verify`.
        package var changedSinceApproval: [ChangedSinceApproval]?

        package init(
            concerns: [Concern] = [], repaired: [Concern] = [], waiting: [Concern] = [],
            changedSinceApproval: [ChangedSinceApproval] = []
        ) {
            self.concerns = concerns
            self.repaired = repaired
            self.waiting = waiting
            self.changedSinceApproval = changedSinceApproval.isEmpty ? nil : changedSinceApproval
        }
    }

    // The JSON object contains the keys of these three values directly, without nested objects.
    package var run: Run
    /// The published manifest, compared with the previous one.
    package var catalog: CatalogComparison
    package var problems: Problems
    /// The statistics of the last rebuilds that published, the oldest first. Contains this rebuild if it publishes.
    package var nights: [RebuildStatistics]

    /// - Parameters:
    ///   - before: the published state in the last report, or before the rebuild.
    ///   - after: the new published state, or the one that would be published.
    ///   - byteLimit: the limit in bytes that every file must be below.
    ///   - nights: the statistics of the earlier rebuilds, the oldest first.
    package init(
        before: Catalog?, after: Catalog, run: Run, problems: Problems, byteLimit: Int, nights: [RebuildStatistics]
    ) {
        self.run = run
        catalog = CatalogComparison(before: before, after: after, byteLimit: byteLimit)
        if run.mode == "verify" { catalog.sentBack = nil }
        self.problems = problems
        self.nights = nights
        if run.mode == "publish" { self.nights.append(night) }
    }

    /// The statistics of this rebuild.
    package var night: RebuildStatistics {
        func count(_ kind: BuildReport.Change.Kind) -> Int { catalog.changes.count { $0.kind == kind } }
        return RebuildStatistics(
            time: run.time, effort: run.effort, isComplete: run.remaining == 0, stickers: catalog.stickers,
            bytes: catalog.bytesAfter, saved: catalog.saved, added: count(.added), changed: count(.changed),
            removed: count(.removed), rejected: catalog.rejected.count, needsPerson: needsPerson,
            rendered: run.rendered, seconds: run.seconds)
    }

    /// The number of problems that need attention. In the mode `verify`, only bytes are compared, so rejected sources
    /// and waiting files are not counted.
    package var needsPerson: Int {
        if run.mode == "verify" { return problems.concerns.count }
        return problems.concerns.count + catalog.rejected.count + problems.waiting.count
            + (problems.changedSinceApproval?.count ?? 0) + (run.held != nil && run.remaining == 0 ? 1 : 0)
    }

    /// The report as JSON with sorted keys, indented by two spaces, with a newline at its end.
    package func json() throws -> Data {
        let encoder = JSONEncoder.indented
        encoder.dateEncodingStrategy = .iso8601
        var data = try encoder.encode(self)
        data.append(UInt8(ascii: "\n"))
        return data
    }
}

extension RebuildReport {
    private enum CodingKeys: String, CodingKey { case nights }

    package init(from decoder: any Decoder) throws {
        run = try Run(from: decoder)
        catalog = try CatalogComparison(from: decoder)
        problems = try Problems(from: decoder)
        nights = try decoder.container(keyedBy: CodingKeys.self).decode([RebuildStatistics].self, forKey: .nights)
    }

    package func encode(to encoder: any Encoder) throws {
        for part in [run, catalog, problems] as [any Encodable] { try part.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(nights, forKey: .nights)
    }
}

extension RebuildReport.ChangedSinceApproval {
    /// The time of the approval in minutes, such as `2026-11-21 18:09 UTC`.
    var time: String { "\(approved.prefix(10)) \(approved.dropFirst(11).prefix(5)) UTC" }

    /// An English sentence for logs.
    package var sentence: String {
        let person = EscapedText.line(reviewer)
        return "\(path) looks different since it was approved\(person.isEmpty ? "" : " by \(person)"), \(time)."
    }
}

extension RebuildReport {
    /// The stickers in `problems.changedSinceApproval`, as a list of problems.
    package var approvalConcerns: [Concern] {
        (problems.changedSinceApproval ?? []).map { Concern(path: $0.path, sentence: $0.sentence) }
    }
}
