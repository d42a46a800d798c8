extension ConfigurationSection {
    static let hooks = ConfigurationSection(
        name: "hooks",
        sentence: "Notifications of `stickerd watch`. Each list has programs, as { \"command\": [\"/path\", "
            + "\"argument\"] }, which read the event as JSON on standard input, and addresses, as { \"url\": "
            + "\"https://…\", \"format\": \"stickerd\" or \"slack\" }, to which it is posted.",
        keys: [
            .init(
                "onPublished", \.hooks.onPublished, .hooks,
                "Notified when stickers have been published."),
            .init(
                "onRejected", \.hooks.onRejected, .hooks,
                "Notified when a file is rejected, with the reason and how to fix it."),
            .init(
                "onSentBack", \.hooks.onSentBack, .hooks,
                "Notified when a reviewer sends a sticker back, with the comment."),
            .init(
                "onProblem", \.hooks.onProblem, .hooks,
                "Notified when the environment fails: a full disk, an unmounted share."),
            .init(
                "onRebuilt", \.hooks.onRebuilt, .hooks,
                "Notified when `stickerd rebuild` ends, with its result."),
            // A hook's program should be fast, because it receives the next event only after it has ended.
            .init(
                "seconds", \.hooks.seconds, .integer(1...600),
                "The time limit for one attempt, in seconds. After this time, a program is terminated."),
            // Ten retries last about a quarter of an hour.
            .init(
                "retries", \.hooks.retries, .integer(0...10),
                "The number of retries after a failure, after 1, 2, 4, … seconds."),
        ])

    static let service = ConfigurationSection(
        name: "service",
        sentence: "The settings of `stickerd watch` as a service.",
        keys: [
            .init(
                "address", \.service.address, .orNull(.address),
                "The address of /healthz and /metrics, which only this machine can reach, such as 127.0.0.1:9818. "
                    + "With null, they are not served."),
            // The systemd unit kills the service ten seconds after the default time limit.
            .init(
                "stopSeconds", \.service.stopSeconds, .integer(1...600),
                "The time limit for stopping, in seconds. After this time, the stop is forced."),
            .init(
                "logFormat", \.service.logFormat, .choice,
                "The format of the log; auto is journal under systemd, and otherwise text."),
            .init(
                "logLevel", \.service.logLevel, .choice,
                "The lowest level of messages that are logged."),
        ])
}
