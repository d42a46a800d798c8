/// The hooks: `hooks` in `pipeline.json`.
package struct HookSettings: Sendable, Hashable {
    /// Notified when stickers were published.
    package var onPublished: [HookTarget]
    /// Notified when art was rejected.
    package var onRejected: [HookTarget]
    /// Notified when a reviewer sent stickers back.
    package var onSentBack: [HookTarget]
    /// Notified of problems of the environment: a full disk, a missing share.
    package var onProblem: [HookTarget]
    /// Notified of a rebuild's result.
    package var onRebuilt: [HookTarget]
    /// The time limit of one attempt.
    package var seconds: Int
    /// The number of times that a failed attempt is repeated.
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
    /// The format of the data that is sent to an address.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// stickerd's own event format.
        case stickerd
        /// `{"text": "…"}`, which Slack and those that took over its webhooks (Mattermost, Discord's `/slack`) show.
        case slack
    }

    /// The absolute path of a program, and its arguments.
    case command([String])
    /// An http or https address.
    case post(url: String, format: Format)
}

extension HookSettings {
    /// Whether any event starts a program.
    var hasCommands: Bool {
        (onPublished + onRejected + onSentBack + onProblem + onRebuilt).contains { target in
            if case .command = target { true } else { false }
        }
    }
}
