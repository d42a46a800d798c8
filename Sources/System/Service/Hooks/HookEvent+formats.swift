import Foundation
import JobModel
import StickerConfiguration

extension HookEvent {
    /// The most bytes of an event as JSON: as an escaped line it stays under the 100 KB that curl reads.
    private static let mostBytes = 48 << 10

    /// As a line of JSON, with fewer entries where it would be too long.
    var json: [UInt8] {
        var event = self
        while true {
            let bytes = Self.encoded(event)
            let entries = event.stickers.count + event.rejected.count
            guard bytes.count > Self.mostBytes, entries > 0 else { return bytes }
            event.stickers.removeLast((event.stickers.count + 1) / 2)
            event.rejected.removeLast((event.rejected.count + 1) / 2)
            event.more += entries - event.stickers.count - event.rejected.count
        }
    }

    /// As what Slack's incoming webhooks take: https://api.slack.com/messaging/webhooks.
    var slackJSON: [UInt8] { Self.encoded(["text": text]) }

    /// What a program or an address gets.
    func body(_ format: HookTarget.Format) -> [UInt8] {
        switch format {
        case .stickerd: json
        case .slack: slackJSON
        }
    }

    /// For people, in Slack's spelling: https://api.slack.com/reference/surfaces/formatting.
    private var text: String {
        let place = Self.escaped(pack ?? "")
        switch event {
        case .published:
            let names = stickers.prefix(Self.mostNames).map { Self.escaped($0.label) }.joined(separator: ", ")
            return "\(Self.counted(count, "sticker")) published in *\(place)*: \(names)\(rest(of: stickers.count))"
        case .rejected:
            let lines = rejected.prefix(Self.mostNames).map {
                "• `\(Self.escaped($0.path))`: \(Self.escaped($0.reason)) \(Self.escaped($0.mend))"
            }
            let head = "\(Self.counted(count, "file")) rejected in *\(place)*:"
            return ([head] + lines).joined(separator: "\n") + rest(of: rejected.count)
        case .rebuilt:
            return Self.escaped(summary ?? "", most: 3_000)
        case .problem:
            return "stickerd needs help: \(Self.escaped(problem ?? ""))"
        }
    }

    /// The most that one message names.
    private static let mostNames = 10

    private func rest(of listed: Int) -> String {
        let unnamed = max(0, listed - Self.mostNames) + more
        return unnamed == 0 ? "" : " … and \(Wording.number(unnamed)) more"
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(Wording.number(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func escaped(_ text: String, most: Int = 300) -> String {
        String(text.prefix(most)).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            ">", with: "&gt;")
    }

    private static func encoded(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }
}
