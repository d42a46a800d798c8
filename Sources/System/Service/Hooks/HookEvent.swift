import Foundation
import JobModel
import StickerConfiguration
import TextEscaping

/// An event for hooks. Programs read it as JSON from standard input, and webhooks receive it by POST.
/// docs/operate/hooks.md documents its keys. Keys may be added, but are never removed.
package struct HookEvent: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// New stickers, or new versions of stickers, have been published.
        case published
        /// Sources were rejected.
        case rejected
        /// A reviewer requested changes to stickers.
        case sentBack
        /// The environment has a problem that is not caused by the art.
        case problem
        /// A rebuild has ended.
        case rebuilt
    }

    /// A sticker that was published.
    package struct Sticker: Codable, Sendable, Equatable {
        package var id: String
        package var label: String
        /// The path of the sticker's largest file, relative to the output folder.
        package var path: String
        /// The size of that file, in bytes.
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
        /// The path of the file, relative to the drop folder.
        package var path: String
        /// The problem, with the measured value and the limit of the rule.
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
        /// The name of the reviewer. Empty if it is unknown.
        package var reviewer: String
        /// The change that the reviewer requested. Empty if the reviewer wrote no comment.
        package var comment: String
        /// The time of the decision, in ISO 8601.
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
    /// The time of the first sticker or file.
    package var time: Date
    /// The id of the pack. Nil for a problem.
    package var pack: String?
    package var stickers: [Sticker]
    package var rejected: [Rejection]
    package var sentBack: [SentBack] = []
    /// The problem, as a sentence. Nil for other events.
    package var problem: String?
    /// The summary of a rebuild, in a few lines. Nil for other events.
    package var summary: String? = nil
    /// The number of further stickers or files that the event does not list.
    package var more: Int
    /// The absolute path of the report about the pack.
    package var report: String

    /// An event about stickers of a pack that were published.
    package static func published(
        _ stickers: [Sticker], pack: String, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .published, time: time, pack: pack, stickers: stickers, rejected: [], problem: nil, more: 0,
            report: report
        ).bounded
    }

    /// An event about files of a pack that were rejected.
    package static func rejected(
        _ rejected: [Rejection], pack: String, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .rejected, time: time, pack: pack, stickers: [], rejected: rejected, problem: nil, more: 0,
            report: report
        ).bounded
    }

    /// An event about stickers of a pack for which a reviewer requested changes.
    package static func sentBack(
        _ sentBack: [SentBack], pack: String, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .sentBack, time: time, pack: pack, stickers: [], rejected: [], sentBack: sentBack, problem: nil,
            more: 0, report: report
        ).bounded
    }

    /// An event about a problem that the operator must fix before the service can continue.
    package static func problem(_ sentence: String, report: String, at time: Date = Date()) -> HookEvent {
        HookEvent(
            event: .problem, time: time, pack: nil, stickers: [], rejected: [], problem: sentence, more: 0,
            report: report)
    }

    /// An event about a rebuild that has ended.
    ///
    /// - Parameter needsPerson: the number of items that need the operator's attention.
    package static func rebuilt(
        _ summary: String, needsPerson: Int, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .rebuilt, time: time, pack: nil, stickers: [], rejected: [], problem: nil,
            summary: summary.scalarPrefix(8_000), more: needsPerson, report: report)
    }
}

extension HookEvent {
    /// The maximum number of stickers or files that one event lists. The report lists all of them.
    static let maximumEntries = 100

    /// The event with at most `maximumEntries` entries of each kind.
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

    /// Adds a later event with the same kind and pack to this event.
    ///
    /// - Returns: false if the events cannot be coalesced. This event is then unchanged.
    mutating func merge(_ later: HookEvent) -> Bool {
        guard event == later.event, pack == later.pack, problem == later.problem, summary == later.summary,
            report == later.report
        else {
            return false
        }
        // A sticker or file that is in both events is listed only once, in its latest state.
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

    /// The number of stickers and files that the event lists.
    private var entries: Int { stickers.count + rejected.count + sentBack.count }

    /// The number of stickers, files or problems, including those that the event does not list.
    var count: Int { max(1, entries + more) }
}

extension HookEvent {
    /// The maximum number of bytes of an event as JSON. As an escaped line, the event then has less than the 100 KB
    /// that curl accepts.
    private static let maximumBytes = 48 << 10

    /// The event as one line of JSON. It lists fewer entries if the line would be too long.
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

    /// The body of a request, in the format of a target.
    func body(_ format: HookTarget.Format) -> [UInt8] {
        switch format {
        case .stickerd: json
        case .slack: slackJSON
        }
    }

    /// The text of the event for readers, in Slack's format: https://api.slack.com/reference/surfaces/formatting.
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

    /// The maximum number of names in a message.
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
        (try? JSONEncoder.dated.encode(value)).map { Array($0) } ?? []
    }
}
