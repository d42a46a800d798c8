import ArgumentParser
import JobModel
import Logging
import Service
import StickerConfiguration

/// The options for the log format and the addresses of a service. They override the configuration.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: "The format of the log: auto, text, journal or json; by default the configured one.")
    var logFormat: ServiceSettings.LogFormat?

    @Option(
        help: ArgumentHelp(
            "The lowest level of messages that are logged: debug, info, notice, warning or error; by default the "
                + "configured one."))
    var logLevel: ServiceSettings.LogLevel?

    @Option(
        help: ArgumentHelp(
            "The address of /healthz and /metrics, such as 127.0.0.1:9818; by default the configured one.",
            valueName: "host:port"),
        transform: LoopbackAddress.parsed)
    var health: LoopbackAddress?

    /// The configured settings, overridden by the options. If `--log-level` is not given, `--quiet` and `--verbose`
    /// determine the log level.
    func settings(_ configured: ServiceSettings) -> ServiceSettings {
        var settings = configured
        settings.logFormat = logFormat ?? settings.logFormat
        let level: ServiceSettings.LogLevel? = Output.isQuiet ? .warning : Output.isVerbose ? .debug : nil
        settings.logLevel = logLevel ?? level ?? settings.logLevel
        settings.address = health ?? settings.address
        return settings
    }
}

extension Console {
    /// Writes the output in the background, so that a slow reader of the log or of the events does not delay the
    /// service.
    ///
    /// - Throws: `ThreadRefusal` if a thread cannot be started.
    static func writeInBackground(_ settings: ServiceSettings) async throws {
        let format = LogFormat(settings.logFormat)
        try await standardError.writeInBackground { count in
            format.warning(
                "\(NumberFormat.count(count, "log line")) \(count == 1 ? "was" : "were") dropped: the reader was too slow."
            )
        }
        try await standardOutput.writeInBackground { JSONLines.dropped($0) }
    }
}

extension Logger {
    /// A logger that writes the log of a service to standard error.
    static func service(_ settings: ServiceSettings, metrics: Metrics) -> Logger {
        .service(
            format: LogFormat(settings.logFormat), level: settings.logLevel.loggingLevel,
            sink: LogSink { Console.standardError.write($0) }, metrics: metrics)
    }
}

extension ServiceSettings.LogFormat: ExpressibleByArgument {}

extension ServiceSettings.LogLevel: ExpressibleByArgument {}

extension LoopbackAddress {
    /// - Throws: `ValidationError`.
    fileprivate static func parsed(_ text: String) throws -> LoopbackAddress {
        guard let address = LoopbackAddress(text) else {
            throw ValidationError("expected \(expectation), found \"\(text)\"")
        }
        return address
    }
}
