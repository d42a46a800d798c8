/// The behaviour of `stickerd watch` as a service, from `service` in `pipeline.json`.
package struct ServiceSettings: Sendable, Hashable {
    /// The format of a line of the log.
    package enum LogFormat: String, Sendable, Hashable, CaseIterable {
        /// `journal` if systemd reads the output, else `text`.
        case auto
        /// For people at a terminal.
        case text
        /// With the level in front, as `sd-daemon(3)` has it.
        case journal
        /// One JSON object per line.
        case json
    }

    /// The least serious messages that are logged, named as swift-log names them.
    package enum LogLevel: String, Sendable, Hashable, CaseIterable {
        case debug, info, notice, warning, error
    }

    /// Where `/healthz` and `/metrics` are served; nil for nowhere.
    package var address: LoopbackAddress?
    /// The time limit of a stop before it is forced.
    package var stopSeconds = 20
    package var logFormat = LogFormat.auto
    package var logLevel = LogLevel.info

    package init() {}
}
