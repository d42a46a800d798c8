import Logging
import Service
import Synchronization

/// Records the lines of a log.
final class LogRecorder: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }
    var text: String { lines.joined() }

    var sink: LogSink {
        LogSink { line in self.kept.withLock { $0.append(line) } }
    }

    func logger(
        _ format: LogFormat = .text, level: Logger.Level = .debug, throttle: LogThrottle = LogThrottle(),
        metrics: Metrics? = nil
    ) -> Logger {
        .service(format: format, level: level, sink: sink, throttle: throttle, metrics: metrics)
    }
}
