/// How `stickerd watch` behaves as a service, as `service` in `pipeline.json` says.
package struct ServiceSettings: Sendable, Hashable {
    /// What a line of the log looks like.
    package enum LogFormat: String, Sendable, Hashable, CaseIterable {
        /// `journal` where systemd reads along, else `text`.
        case auto
        /// For people at a terminal.
        case text
        /// With the level in front, as `sd-daemon(3)` has it.
        case journal
        /// A JSON object a line.
        case json
    }

    /// The least serious messages that are logged, named as swift-log names them.
    package enum LogLevel: String, Sendable, Hashable, CaseIterable {
        case debug, info, notice, warning, error
    }

    /// Where `/healthz` and `/metrics` are served; nil for nowhere.
    package var address: LoopbackAddress?
    /// How long a stop may take before it is forced.
    package var stopSeconds: Int
    package var logFormat: LogFormat
    package var logLevel: LogLevel

    package init(
        address: LoopbackAddress? = nil, stopSeconds: Int = 20, logFormat: LogFormat = .auto,
        logLevel: LogLevel = .info
    ) {
        self.address = address
        self.stopSeconds = stopSeconds
        self.logFormat = logFormat
        self.logLevel = logLevel
    }
}
