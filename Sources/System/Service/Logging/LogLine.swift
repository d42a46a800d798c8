import Foundation
import Glibc
import JobModel
import Logging
import StickerConfiguration
import TextEscaping

/// A log message that can be written as a line.
struct LogLine {
    var level: Logger.Level
    var label: String
    var message: String
    var metadata: Logger.Metadata

    /// The line in a format, including its newline.
    func text(as format: LogFormat, at time: Date = Date()) -> String {
        switch format {
        case .text: "stickerd: \(levelWord)\(sentence)\n"
        case .journal: "<\(priority)>\(sentence)\n"
        case .json: json(at: time) + "\n"
        }
    }

    /// The message and its metadata on one line. Line breaks and control characters, which file names may contain,
    /// are replaced.
    private var sentence: String {
        let pairs = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\(EscapedText.logValue("\($0.value)"))" }
        return EscapedText.line(([message] + pairs).joined(separator: " "))
    }

    /// The word for the level at the start of a line. Empty for the most common levels.
    private var levelWord: String {
        switch level {
        case .info, .notice: ""
        case .trace, .debug, .warning, .error, .critical: "\(level.rawValue): "
        }
    }

    /// The number of the level in syslog.
    private var priority: Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    private func json(at time: Date) -> String {
        var fields: [String: String] = metadata.mapValues { "\($0)" }
        fields["time"] = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        fields["level"] = level.rawValue
        fields["logger"] = label
        fields["message"] = message
        guard let line = try? JSONEncoder.sorted.encode(fields) else { return "{}" }
        return EscapedText.visibleJSON(String(decoding: line, as: UTF8.self))
    }
}

/// The format of log lines.
package enum LogFormat: Sendable, Hashable {
    /// For a terminal: `stickerd: warning: …`.
    case text
    /// For the journal. The level is at the start of the line, as `sd-daemon(3)` describes. The journal adds the time
    /// and the name.
    case journal
    /// One JSON object per line.
    case json

    /// The log line for a warning without metadata, including its newline.
    package func warning(_ message: String) -> String {
        LogLine(level: .warning, label: "stickerd", message: message, metadata: [:]).text(as: self)
    }

    /// - Parameters:
    ///   - environment: the environment variables, of which `JOURNAL_STREAM` is used.
    ///   - descriptor: the descriptor to which lines are written.
    package init(
        _ setting: ServiceSettings.LogFormat, environment: [String: String] = ProcessInfo.processInfo.environment,
        descriptor: Int32 = STDERR_FILENO
    ) {
        switch setting {
        case .text: self = .text
        case .journal: self = .journal
        case .json: self = .json
        case .auto: self = Self.isJournal(descriptor, environment["JOURNAL_STREAM"]) ? .journal : .text
        }
    }

    /// Whether a descriptor is the stream that systemd connected to the journal, and has not been redirected. The
    /// device and the inode in `JOURNAL_STREAM` are then those of the descriptor. See `systemd.exec(5)`.
    private static func isJournal(_ descriptor: Int32, _ stream: String?) -> Bool {
        var status = stat()
        guard let stream, fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
