import Dispatch
import Foundation
import Glibc
import JobModel
import Logging
import StickerConfiguration
import Synchronization

/// The log backend of the service, which formats, throttles and writes lines.
package struct ServiceLogHandler: LogHandler {
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    private let label: String
    private let format: LogFormat
    private let sink: LogSink
    private let throttle: LogThrottle
    private let metrics: Metrics?

    init(
        label: String, format: LogFormat, level: Logger.Level, sink: LogSink, throttle: LogThrottle,
        metrics: Metrics? = nil
    ) {
        self.label = label
        self.format = format
        self.logLevel = level
        self.sink = sink
        self.throttle = throttle
        self.metrics = metrics
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let metadata = self.metadata.merging(event.metadata ?? [:]) { _, own in own }
        let line = LogLine(level: event.level, label: label, message: event.message.description, metadata: metadata)
        let text = line.text(as: .text)
        switch throttle.decision(on: text, level: event.level, from: "\(event.file):\(event.line)") {
        case .write:
            sink.take(line.text(as: format))
        case .withhold:
            metrics?.count(.logLinesWithheld)
        case .withholdFirst(let key, let time):
            metrics?.count(.logLinesWithheld)
            summarise(key, like: line, after: time)
        }
    }

    /// Logs the number of suppressed lines after a given time.
    private func summarise(_ key: String, like line: LogLine, after time: Duration) {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + max(time.inSeconds, 0)) {
            [throttle, sink, format] in
            let count = throttle.takeWithheld(key)
            guard count > 0 else { return }
            var summary = line
            summary.message =
                "\(NumberFormat.number(count)) more lines were not written; the first of them: \(line.message)"
            sink.take(summary.text(as: format))
        }
    }
}

extension Logger {
    /// A logger for the service.
    ///
    /// - Parameters:
    ///   - throttle: decides which repeated lines are suppressed.
    ///   - metrics: counts the suppressed lines.
    package static func service(
        label: String = "stickerd", format: LogFormat, level: Logger.Level, sink: LogSink = .standardError,
        throttle: LogThrottle = LogThrottle(), metrics: Metrics? = nil
    ) -> Logger {
        Logger(label: label) { label in
            ServiceLogHandler(
                label: label, format: format, level: level, sink: sink, throttle: throttle, metrics: metrics)
        }
    }
}

extension ServiceSettings.LogLevel {
    /// The level as a level of swift-log.
    package var loggingLevel: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}

/// The destination of the log. It receives complete lines, one after the other, from any thread.
package final class LogSink: Sendable {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: writes a line, which already includes its newline.
    package init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Writes to standard error.
    package static let standardError = LogSink { line in
        // Each line is written with a single system call, so that the lines of several processes do not mix.
        BlockingWrite.write(Array(line.utf8), to: STDERR_FILENO)
    }

    func take(_ line: String) {
        write(line)
    }
}
