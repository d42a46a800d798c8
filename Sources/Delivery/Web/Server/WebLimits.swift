/// Limits that prevent slow or malicious clients from blocking a server.
package struct WebLimits: Sendable {
    /// The maximum lifetime of a connection that is closed after its first response. Nil if connections are
    /// persistent.
    package var single: Duration?
    /// The time limit for receiving a request, and for waiting for the next one on an open connection.
    package var request = Duration.seconds(10)
    /// The minimum rate at which a client must read a response. The default is about 2 KB per second.
    package var part: (bytes: Int, time: Duration) = (64 << 10, .seconds(30))
    /// The maximum size of a request body in bytes.
    package var body = 64 << 10
    /// The maximum number of open connections. Further connections wait in the queue of the kernel.
    package var connections = 256

    /// The number of bytes of a response that are passed to the kernel at a time.
    static let pieceBytes = 16 << 10

    /// The limits for many reviewers, each with an open connection for events. A decision about several stickers may
    /// have 2 MiB. The limit is 64 KiB higher, so that a slightly larger decision gets an error message instead of a
    /// closed connection.
    package static let people = WebLimits(body: (2 << 20) + (64 << 10), connections: 1024)

    /// The limits for persistent connections.
    package init(
        request: Duration = .seconds(10), part: Duration = .seconds(30), body: Int = 64 << 10, connections: Int = 256
    ) {
        self.request = request
        self.part.time = part
        self.body = body
        self.connections = connections
    }

    /// The limits for connections that are closed after one response, or after `limit`.
    package init(singleResponseWithin limit: Duration, connections: Int) {
        single = limit
        self.connections = connections
    }
}
