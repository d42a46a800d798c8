import Foundation
import Glibc
import Logging
import StickerConfiguration
import TextEscaping

/// A log message as a line.
struct LogLine {
    var level: Logger.Level
    var label: String
    var message: String
    var metadata: Logger.Metadata

    /// The line with its newline.
    func text(as format: LogFormat, at time: Date = Date()) -> String {
        switch format {
        case .text: "stickerd: \(levelWord)\(sentence)\n"
        case .journal: "<\(priority)>\(sentence)\n"
        case .json: json(at: time) + "\n"
        }
    }

    /// The message and its metadata on one line. Line breaks and control characters, which names may contain, are replaced.
    private var sentence: String {
        let pairs = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\(EscapedText.logValue("\($0.value)"))" }
        return EscapedText.line(([message] + pairs).joined(separator: " "))
    }

    /// The level as the start of a line. Empty for the usual levels.
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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(fields) else { return "{}" }
        return EscapedText.visibleJSON(String(decoding: line, as: UTF8.self))
    }
}

/// The format of log lines.
package enum LogFormat: Sendable, Hashable {
    /// For people at a terminal: `stickerd: warning: …`.
    case text
    /// For the journal: the level in front, as described in `sd-daemon(3)`; the journal adds the time and the name itself.
    case journal
    /// One JSON object per line.
    case json

    /// The log line, with its newline, of a warning without metadata.
    package func warning(_ message: String) -> String {
        LogLine(level: .warning, label: "stickerd", message: message, metadata: [:]).text(as: self)
    }

    /// - Parameters:
    ///   - environment: the variables, of which `JOURNAL_STREAM` is used.
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

    /// Whether a descriptor is the stream that systemd connected to the journal, and has not been redirected: its device and inode are
    /// those in `JOURNAL_STREAM`. See `systemd.exec(5)`.
    private static func isJournal(_ descriptor: Int32, _ stream: String?) -> Bool {
        var status = stat()
        guard let stream, fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
