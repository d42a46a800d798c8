import BuildEngine
import Foundation
import JobModel

/// Writes events as JSON on standard output, one object per line.
enum JSONLines {
    static func write(_ event: EventFields) {
        guard let line = event.line else { return }
        Console.standardOutput.writeLine([UInt8](line))
    }

    /// Writes an encodable value as one line of JSON.
    static func write(value: some Encodable) {
        guard var line = try? JSONEncoder.dated.encode(value) else { return }
        line.append(UInt8(ascii: "\n"))
        Console.standardOutput.writeLine([UInt8](line))
    }

    /// The event that reports a number of dropped lines.
    static func dropped(_ count: Int) -> String {
        let message =
            "\(NumberFormat.count(count, "event")) \(count == 1 ? "was" : "were") dropped: the reader was too slow."
        let event: EventFields = ["event": .text("notice"), "message": .text(message)]
        return event.line.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
