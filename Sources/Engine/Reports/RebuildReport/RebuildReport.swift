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

    /// A published sticker that looks different from its approved image. There is no decision about its current
    /// image.
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

    /// A source, and the time for which it was rendered.
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

    /// Results that cannot be derived from the manifests.
    package struct Facts: Sendable {
        /// `publish`, `verify` or `preview`.
        package var mode: String
        package var effort: String
        package var time: Date
        package var seconds: Double
        package var rendered: Int
        package var takenOver: Int
        package var remaining: Int
        package var filesChecked: Int
        package var held: String?
        package var byteLimit: Int
        package var farm: RemoteWork?
        package var sheets: SheetCacheReport?

        package init(
            mode: String, effort: String, time: Date, seconds: Double, rendered: Int, takenOver: Int, remaining: Int,
            filesChecked: Int, held: String?, byteLimit: Int, farm: RemoteWork? = nil,
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
            self.byteLimit = byteLimit
            self.farm = farm
            self.sheets = sheets
        }
    }

    package var generator: String
    /// `publish`, `verify` or `preview`.
    package var mode: String
    package var effort: String
    /// The start time.
    package var time: Date
    package var seconds: Double
    /// The numbers of sources that were rendered in this run, that an interrupted run had already rendered, and that
    /// are left for the next run.
    package var rendered: Int
    package var takenOver: Int
    package var remaining: Int
    /// The number of published files whose SHA-256 was checked.
    package var filesChecked: Int
    /// The reason why nothing was published although it should have been. Nil if there is none.
    package var held: String?
    package var stickers: Int
    /// The total size of all @3x files in bytes, before and after the rebuild.
    package var bytesBefore: Int
    package var bytesAfter: Int
    /// The number of bytes by which the files of stickers with unchanged sources have become smaller.
    package var saved: Int
    package var changes: [Change]
    package var rejected: [Rejection]
    /// The problems that need attention, besides rejected sources.
    package var concerns: [Concern]
    /// The damaged files that were repaired.
    package var repaired: [Concern]
    /// The files that cannot be read or are still being written.
    package var waiting: [Concern]
    /// The rendering times of sources, the slowest first.
    package var times: [Slow]
    package var largest: [Large]
    /// The statistics of the last thirty rebuilds, including this one, the oldest first.
    package var nights: [RebuildStatistics]
    /// The work of the Remote Execution engine. Nil if none was used.
    package var farm: RemoteWork?
    /// The sheets of large packs that were drawn. Nil if there are none.
    package var sheets: SheetCacheReport?
    /// The stickers whose newest version was sent back. Nil if there are none, and for `verify`.
    package var sentBack: [BuildReport.SentBack]?
    /// The published stickers that look different from their approved images, in the order of the manifest. Nil if
    /// there are none, and for `verify`.
    package var changedSinceApproval: [ChangedSinceApproval]?

    /// - Parameters:
    /// - before: the published manifest at the last report, or before the rebuild if there is no report.
    /// - after: the new published manifest, or the manifest that would be published.
    /// - nights: the statistics of earlier rebuilds.
    package init(
        before: Catalog?, after: Catalog, facts: Facts, changedSinceApproval: [ChangedSinceApproval] = [],
        concerns: [Concern], repaired: [Concern], waiting: [Concern], times: [Slow], nights: [RebuildStatistics]
    ) {
        generator = after.generator
        mode = facts.mode
        effort = facts.effort
        time = facts.time
        seconds = facts.seconds
        rendered = facts.rendered
        takenOver = facts.takenOver
        remaining = facts.remaining
        filesChecked = facts.filesChecked
        held = facts.held
        farm = facts.farm
        sheets = facts.sheets
        let comparison = CatalogComparison(before: before, after: after)
        stickers = after.packs.reduce(0) { $0 + $1.stickers.count }
        bytesBefore = before.map(CatalogComparison.shipped) ?? 0
        bytesAfter = CatalogComparison.shipped(after)
        saved = comparison.saved
        changes = comparison.changes
        let known = Set(before?.rejected.map { "\($0.path)\n\($0.sha256)" } ?? [])
        rejected = after.rejected.map { Rejection(source: $0, isNew: !known.contains("\($0.path)\n\($0.sha256)")) }
        let returned = facts.mode == "verify" ? [] : BuildReport.sentBack(in: after)
        sentBack = returned.isEmpty ? nil : returned
        self.changedSinceApproval = changedSinceApproval.isEmpty ? nil : changedSinceApproval
        self.concerns = concerns
        self.repaired = repaired
        self.waiting = waiting
        self.times = times.sorted { ($0.milliseconds, $1.path) > ($1.milliseconds, $0.path) }
        largest = CatalogComparison.largest(after, limit: facts.byteLimit, count: 10)
        self.nights = nights
        if facts.mode == "publish" { self.nights.append(night) }
    }

    /// The statistics of this rebuild.
    package var night: RebuildStatistics {
        func count(_ kind: BuildReport.Change.Kind) -> Int { changes.count { $0.kind == kind } }
        return RebuildStatistics(
            time: time, effort: effort, isComplete: remaining == 0, stickers: stickers, bytes: bytesAfter, saved: saved,
            added: count(.added), changed: count(.changed), removed: count(.removed), rejected: rejected.count,
            needsPerson: needsPerson, rendered: rendered, seconds: seconds)
    }

    /// The number of problems that need attention. `verify` compares only bytes, so rejected sources and waiting
    /// files are not included for it.
    package var needsPerson: Int {
        if mode == "verify" { return concerns.count }
        return concerns.count + rejected.count + waiting.count + (changedSinceApproval?.count ?? 0)
            + (held != nil && remaining == 0 ? 1 : 0)
    }

    /// The report as JSON with sorted keys, indented by two spaces, with a newline at its end.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        var data = try encoder.encode(self)
        data.append(UInt8(ascii: "\n"))
        return data
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
    /// The entries of `changedSinceApproval` as concerns.
    package var approvalConcerns: [Concern] {
        (changedSinceApproval ?? []).map { Concern(path: $0.path, sentence: $0.sentence) }
    }
}
