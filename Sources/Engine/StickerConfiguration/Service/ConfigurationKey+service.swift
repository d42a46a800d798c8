import JobModel

extension ConfigurationKey {
    static let hooks: [ConfigurationKey] = [
        .init(
            path: "hooks", accepts: .section, defaultText: "",
            sentence: "Notifications of `stickerd watch`. Each list has programs, as { \"command\": [\"/path\", "
                + "\"argument\"] }, which read the event as JSON on standard input, and addresses, as { "
                + "\"url\": \"https://…\", \"format\": \"stickerd\" or \"slack\" }, to which it is posted."),
        .init(
            path: "hooks.onPublished", accepts: .hooks, defaultText: "[]",
            sentence: "Notified when stickers have been published."),
        .init(
            path: "hooks.onRejected", accepts: .hooks, defaultText: "[]",
            sentence: "Notified when a file is rejected, with the reason and how to fix it."),
        .init(
            path: "hooks.onSentBack", accepts: .hooks, defaultText: "[]",
            sentence: "Notified when a reviewer sends a sticker back, with the comment."),
        .init(
            path: "hooks.onProblem", accepts: .hooks, defaultText: "[]",
            sentence: "Notified when the environment fails: a full disk, an unmounted share."),
        .init(
            path: "hooks.onRebuilt", accepts: .hooks, defaultText: "[]",
            sentence: "Notified when `stickerd rebuild` ends, with its result."),
        .init(
            path: "hooks.seconds", accepts: .integer(ConfigurationRange.hookSeconds),
            defaultText: String(HookSettings().seconds),
            sentence: "The time limit for one attempt, in seconds. A program is then ended."),
        .init(
            path: "hooks.retries", accepts: .integer(ConfigurationRange.hookRetries),
            defaultText: String(HookSettings().retries),
            sentence: "The number of retries after a failure, after 1, 2, 4, … seconds."),
    ]

    static let service: [ConfigurationKey] = [
        .init(
            path: "service", accepts: .section, defaultText: "",
            sentence: "The settings of `stickerd watch` as a service."),
        .init(
            path: "service.address", accepts: .address, defaultText: "null",
            sentence: "The address of /healthz and /metrics, with a port that only this machine reaches, such as "
                + "127.0.0.1:9818. With null there is none."),
        .init(
            path: "service.stopSeconds", accepts: .integer(ConfigurationRange.stopSeconds),
            defaultText: String(ServiceSettings().stopSeconds),
            sentence: "The time limit for a stop, in seconds, before it is forced."),
        .init(
            path: "service.logFormat", accepts: .choice(ServiceSettings.LogFormat.allCases.map(\.rawValue)),
            defaultText: ServiceSettings().logFormat.rawValue.jsonText,
            sentence: "The format of the log; auto is journal under systemd, else text."),
        .init(
            path: "service.logLevel", accepts: .choice(ServiceSettings.LogLevel.allCases.map(\.rawValue)),
            defaultText: ServiceSettings().logLevel.rawValue.jsonText,
            sentence: "The least serious level that is logged."),
    ]
}
