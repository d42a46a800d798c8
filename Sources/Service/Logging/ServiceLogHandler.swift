import Logging

/// swift-log's backend for a service that runs for months.
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
        var line = LogLine(level: event.level, label: label, message: event.message.description, metadata: metadata)
        switch throttle.verdict(on: line.text(as: .text), from: "\(event.file):\(event.line)") {
        case .withhold:
            metrics?.count(.logLinesWithheld)
        case .writeAfter(let withheld):
            let text = line.text(as: format)
            line.message = "… and \(withheld) more lines like the next one, in the last minutes"
            line.metadata = [:]
            sink.take(line.text(as: format) + text)
        case .write:
            sink.take(line.text(as: format))
        }
    }
}

extension Logger {
    /// A logger for the service.
    ///
    /// - Parameter metrics: counts what was withheld.
    package static func service(
        label: String = "stickerd", format: LogFormat, level: Logger.Level, sink: LogSink = .standardError,
        metrics: Metrics? = nil
    ) -> Logger {
        Logger(label: label) { label in
            ServiceLogHandler(
                label: label, format: format, level: level, sink: sink, throttle: LogThrottle(), metrics: metrics)
        }
    }
}
