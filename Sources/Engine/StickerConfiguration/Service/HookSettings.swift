/// The settings of hooks, in the section `hooks` of `pipeline.json`.
package struct HookSettings: Sendable, Hashable {
    /// The targets that are notified when stickers were published.
    package var onPublished: [HookTarget]
    /// The targets that are notified when art was rejected.
    package var onRejected: [HookTarget]
    /// The targets that are notified when a reviewer sent stickers back.
    package var onSentBack: [HookTarget]
    /// The targets that are notified of problems of the environment, such as a full disk or a missing share.
    package var onProblem: [HookTarget]
    /// The targets that are notified of the result of a rebuild.
    package var onRebuilt: [HookTarget]
    /// The time limit for one attempt in seconds.
    package var seconds: Int
    /// The maximum number of retries after a failed attempt.
    package var retries: Int

    package init(
        onPublished: [HookTarget] = [], onRejected: [HookTarget] = [], onSentBack: [HookTarget] = [],
        onProblem: [HookTarget] = [], onRebuilt: [HookTarget] = [], seconds: Int = 30, retries: Int = 5
    ) {
        self.onPublished = onPublished
        self.onRejected = onRejected
        self.onSentBack = onSentBack
        self.onProblem = onProblem
        self.onRebuilt = onRebuilt
        self.seconds = seconds
        self.retries = retries
    }
}

/// A program or a URL that is notified of events.
package enum HookTarget: Sendable, Hashable {
    /// The format of the data that is sent to a URL.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// The event format of stickerd.
        case stickerd
        /// `{"text": "…"}`, the format of Slack. Mattermost and the `/slack` URLs of Discord support it too.
        case slack
    }

    /// The absolute path of a program, and its arguments.
    case command([String])
    /// An http or https URL.
    case post(url: String, format: Format)
}

extension HookSettings {
    /// Whether at least one hook runs a program.
    var hasCommands: Bool {
        (onPublished + onRejected + onSentBack + onProblem + onRebuilt).contains { target in
            if case .command = target { true } else { false }
        }
    }
}
