/// The settings of `stickerd watch` as a service, in the section `service` of `pipeline.json`.
package struct ServiceSettings: Sendable, Hashable {
    /// The format of log lines.
    package enum LogFormat: String, Sendable, Hashable, CaseIterable {
        /// `journal` if systemd reads the output, or else `text`.
        case auto
        /// Text for people at a terminal.
        case text
        /// Text with the level at the start of each line, in the format of sd-daemon(3).
        case journal
        /// One JSON object per line.
        case json
    }

    /// The minimum level of messages that are logged. The names are those of swift-log.
    package enum LogLevel: String, Sendable, Hashable, CaseIterable {
        case debug, info, notice, warning, error
    }

    /// The address of `/healthz` and `/metrics`. Nil if they are not served.
    package var address: LoopbackAddress?
    /// The time limit in seconds after which a stop is forced.
    package var stopSeconds = 20
    package var logFormat = LogFormat.auto
    package var logLevel = LogLevel.info

    package init() {}
}
