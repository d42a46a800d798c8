import Foundation
import JobModel

/// Events for programs: one JSON object per line on standard output.
enum JSONLines {
    /// A value in an event.
    enum Value: Encodable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([String])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .flag(let flag): try container.encode(flag)
            case .list(let list): try container.encode(list)
            }
        }
    }

    static func write(_ event: [String: Value]) {
        guard let line = line(event) else { return }
        Console.standardOutput.writeLine([UInt8](line))
    }

    /// Writes a value as one line.
    static func write(_ value: some Encodable) {
        guard let line = encoded(value) else { return }
        Console.standardOutput.writeLine([UInt8](line))
    }

    /// An event about lines of standard output that were dropped.
    static func dropped(_ count: Int) -> String {
        let message =
            "\(NumberFormat.count(count, "event")) \(count == 1 ? "was" : "were") dropped: the reader was too slow."
        return line(["event": .text("notice"), "message": .text(message)]).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
    }

    private static func line(_ event: [String: Value]) -> Data? { encoded(event) }

    private static func encoded(_ value: some Encodable) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        guard var line = try? encoder.encode(value) else { return nil }
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
