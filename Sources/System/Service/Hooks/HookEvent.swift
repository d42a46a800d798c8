import Foundation
import JobModel
import StickerConfiguration
import TextEscaping

/// An event for hooks: programs read it as JSON on standard input, webhooks receive it by POST. docs/operate/hooks.md documents its keys.
/// Keys may be added, but none is removed.
package struct HookEvent: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// Stickers have been published, new ones or new versions.
        case published
        /// Sources were rejected.
        case rejected
        /// A reviewer requested changes to stickers.
        case sentBack
        /// A problem of the environment, not of the art.
        case problem
        /// A rebuild has ended.
        case rebuilt
    }

    /// A sticker that was published.
    package struct Sticker: Codable, Sendable, Equatable {
        package var id: String
        package var label: String
        /// The path of its largest file, relative to the output folder.
        package var path: String
        /// The size of that file.
        package var bytes: Int

        package init(id: String, label: String, path: String, bytes: Int) {
            self.id = id
            self.label = label
            self.path = path
            self.bytes = bytes
        }
    }

    /// A rejected file.
    package struct Rejection: Codable, Sendable, Equatable {
        /// The path, relative to the drop folder.
        package var path: String
        /// The problem, with the measured value and the limit.
        package var reason: String
        package var fix: String

        private enum CodingKeys: String, CodingKey {
            case path, reason
            case fix = "mend"
        }

        package init(path: String, reason: String, fix: String) {
            self.path = path
            self.reason = reason
            self.fix = fix
        }
    }

    /// A sticker for which a reviewer requested changes.
    package struct SentBack: Codable, Sendable, Equatable {
        package var id: String
        /// The path of the source, relative to the drop folder.
        package var path: String
        /// The name of the person who decided. Empty if none was given.
        package var reviewer: String
        /// The requested change. Empty if the reviewer wrote nothing.
        package var comment: String
        /// The time of the decision, as ISO 8601.
        package var decided: String

        package init(id: String, path: String, reviewer: String, comment: String, decided: String) {
            self.id = id
            self.path = path
            self.reviewer = reviewer
            self.comment = comment
            self.decided = decided
        }
    }

    package var event: Kind
    /// The time of the first entry.
    package var time: Date
    /// The pack's id; nil for a problem.
    package var pack: String?
    package var stickers: [Sticker]
    package var rejected: [Rejection]
    package var sentBack: [SentBack] = []
    /// The problem as a sentence. Nil for other events.
    package var problem: String?
    /// A rebuild's summary in a few lines; nil for other events.
    package var summary: String? = nil
    /// The number of events that are not listed.
    package var more: Int
    /// The absolute path of the report.
    package var report: String

    /// Stickers of a pack that have been published.
    package static func published(
        _ stickers: [Sticker], pack: String, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .published, time: time, pack: pack, stickers: stickers, rejected: [], problem: nil, more: 0,
            report: report
        ).bounded
    }

    /// Rejected files of a pack.
    package static func rejected(
        _ rejected: [Rejection], pack: String, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .rejected, time: time, pack: pack, stickers: [], rejected: rejected, problem: nil, more: 0,
            report: report
        ).bounded
    }

    /// Stickers of a pack for which a reviewer requested changes.
    package static func sentBack(
        _ sentBack: [SentBack], pack: String, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .sentBack, time: time, pack: pack, stickers: [], rejected: [], sentBack: sentBack, problem: nil,
            more: 0, report: report
        ).bounded
    }

    /// A problem that a person has to fix before the service can continue.
    package static func problem(_ sentence: String, report: String, at time: Date = Date()) -> HookEvent {
        HookEvent(
            event: .problem, time: time, pack: nil, stickers: [], rejected: [], problem: sentence, more: 0,
            report: report)
    }

    /// A rebuild that has ended.
    ///
    /// - Parameter needsPerson: the number of items that need attention.
    package static func rebuilt(
        _ summary: String, needsPerson: Int, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .rebuilt, time: time, pack: nil, stickers: [], rejected: [], problem: nil,
            summary: summary.scalarPrefix(8_000), more: needsPerson, report: report)
    }
}

extension HookEvent {
    /// The maximum number of stickers or files that one event lists; the report has the others.
    static let maximumEntries = 100

    /// The event with at most `maximumEntries` entries.
    var bounded: HookEvent {
        var event = self
        for count in [stickers.count, rejected.count, sentBack.count] {
            event.more += max(0, count - Self.maximumEntries)
        }
        event.stickers = Array(stickers.prefix(Self.maximumEntries))
        event.rejected = Array(rejected.prefix(Self.maximumEntries))
        event.sentBack = Array(sentBack.prefix(Self.maximumEntries))
        return event
    }

    /// Coalesces the event with a later one of the same kind and pack.
    ///
    /// - Returns: false if they cannot be coalesced.
    mutating func merge(_ later: HookEvent) -> Bool {
        guard event == later.event, pack == later.pack, problem == later.problem, summary == later.summary,
            report == later.report
        else {
            return false
        }
        // A sticker or file in both events is listed once, with its latest state.
        let ids = Set(later.stickers.map(\.id))
        let paths = Set(later.rejected.map(\.path))
        let sentBackPaths = Set(later.sentBack.map(\.path))
        stickers = stickers.filter { !ids.contains($0.id) } + later.stickers
        rejected = rejected.filter { !paths.contains($0.path) } + later.rejected
        sentBack = sentBack.filter { !sentBackPaths.contains($0.path) } + later.sentBack
        more += later.more
        self = bounded
        return true
    }

    /// The number of stickers and files that are listed.
    private var entries: Int { stickers.count + rejected.count + sentBack.count }

    /// The number of stickers, files or problems, listed or not.
    var count: Int { max(1, entries + more) }
}

extension HookEvent {
    /// The maximum number of bytes of an event as JSON: as an escaped line it stays below the 100 KB that curl accepts.
    private static let maximumBytes = 48 << 10

    /// One line of JSON, with fewer entries if it would be too long.
    var json: [UInt8] {
        var event = self
        while true {
            let bytes = Self.encoded(event)
            let entries = event.entries
            guard bytes.count > Self.maximumBytes, entries > 0 else { return bytes }
            event.stickers.removeLast((event.stickers.count + 1) / 2)
            event.rejected.removeLast((event.rejected.count + 1) / 2)
            event.sentBack.removeLast((event.sentBack.count + 1) / 2)
            event.more += entries - event.entries
        }
    }

    /// The body for Slack's incoming webhooks: https://api.slack.com/messaging/webhooks.
    var slackJSON: [UInt8] { Self.encoded(["text": text]) }

    /// The body in a target's format.
    func body(_ format: HookTarget.Format) -> [UInt8] {
        switch format {
        case .stickerd: json
        case .slack: slackJSON
        }
    }

    /// The text for people, in Slack's format: https://api.slack.com/reference/surfaces/formatting.
    private var text: String {
        let place = Self.escaped(pack ?? "")
        switch event {
        case .published:
            let names = stickers.prefix(Self.maximumNames).map { Self.escaped($0.label) }.joined(separator: ", ")
            return "\(Self.counted(count, "sticker")) published in *\(place)*: \(names)\(rest(of: stickers.count))"
        case .rejected:
            let lines = rejected.prefix(Self.maximumNames).map {
                "• `\(Self.escaped($0.path))`: \(Self.escaped($0.reason)) \(Self.escaped($0.fix))"
            }
            let head = "\(Self.counted(count, "file")) rejected in *\(place)*:"
            return ([head] + lines).joined(separator: "\n") + rest(of: rejected.count)
        case .sentBack:
            let lines = sentBack.prefix(Self.maximumNames).map { sticker in
                let author = sticker.reviewer.isEmpty ? "" : " by \(Self.escaped(sticker.reviewer))"
                let comment = sticker.comment.isEmpty ? "" : ": \(Self.escaped(sticker.comment))"
                return "• `\(Self.escaped(sticker.path))`\(author)\(comment)"
            }
            let head = "\(Self.counted(count, "sticker")) sent back in *\(place)*:"
            return ([head] + lines).joined(separator: "\n") + rest(of: sentBack.count)
        case .rebuilt:
            return Self.escaped(summary ?? "", most: 3_000)
        case .problem:
            return "stickerd needs help: \(Self.escaped(problem ?? ""))"
        }
    }

    /// The maximum number of names in one message.
    private static let maximumNames = 10

    private func rest(of listed: Int) -> String {
        let unnamed = max(0, listed - Self.maximumNames) + more
        return unnamed == 0 ? "" : " … and \(NumberFormat.number(unnamed)) more"
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(NumberFormat.number(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func escaped(_ text: String, most: Int = 300) -> String {
        EscapedText.slack(text.scalarPrefix(most))
    }

    private static func encoded(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }
}
