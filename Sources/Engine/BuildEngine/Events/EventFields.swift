import Foundation
import JobModel

/// The fields of an event, which is written for programs as a JSON object on one line of standard output.
package typealias EventFields = [String: EventField]

/// A value in an event.
package enum EventField: Encodable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([String])

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        }
    }
}

extension EventFields {
    /// The event as a line of JSON, with a line feed at the end. Nil if the event cannot be encoded.
    package var line: Data? {
        guard var line = try? JSONEncoder.sorted.encode(self) else { return nil }
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
