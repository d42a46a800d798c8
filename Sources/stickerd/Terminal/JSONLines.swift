import BuildEngine
import Foundation
import JobModel

/// Events for programs: one JSON object per line on standard output.
enum JSONLines {
    static func write(_ event: EventFields) {
        guard let line = event.line else { return }
        Console.standardOutput.writeLine([UInt8](line))
    }

    /// An event about lines of standard output that were dropped.
    static func dropped(_ count: Int) -> String {
        let message =
            "\(NumberFormat.count(count, "event")) \(count == 1 ? "was" : "were") dropped: the reader was too slow."
        let event: EventFields = ["event": .text("notice"), "message": .text(message)]
        return event.line.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
