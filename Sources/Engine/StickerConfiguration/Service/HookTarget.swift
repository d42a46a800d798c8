/// A program or an address that is told of events.
package enum HookTarget: Sendable, Hashable {
    /// What is posted to an address.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// The event as it is.
        case stickerd
        /// `{"text": "…"}`, which Slack and those that took over its webhooks (Mattermost, Discord's `/slack`) show.
        case slack
    }

    /// The absolute path of a program, and its arguments.
    case command([String])
    /// An http or https address.
    case post(url: String, format: Format)
}
