import Foundation

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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var line = try? encoder.encode(event) else { return }
        line.append(UInt8(ascii: "\n"))
        try? FileHandle.standardOutput.write(contentsOf: line)
    }
}
