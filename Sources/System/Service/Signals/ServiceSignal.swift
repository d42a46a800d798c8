/// What the service manager, or a person at the keyboard, asks of a running service.
package enum ServiceSignal: Sendable, Hashable {
    /// SIGTERM or SIGINT: come to an end.
    case stop
    /// SIGHUP: read the configuration again.
    case reload
}
