/// Limits that keep slow clients, malicious or not, from blocking a server.
package struct WebLimits: Sendable {
    /// The lifetime of a connection that is closed after its first response. Nil for persistent connections.
    package var single: Duration?
    /// The time limit for receiving a request, and for waiting for the next one on an open connection.
    package var request = Duration.seconds(10)
    /// The slowest rate at which a client may read a response: 2 KB per second.
    package var part: (bytes: Int, time: Duration) = (64 << 10, .seconds(30))
    /// The maximum number of bytes of a request's body.
    package var body = 64 << 10
    /// The maximum number of connections. More connections wait in the kernel's queue.
    package var connections = 256

    /// Bytes of a response that are passed to the kernel at a time.
    static let pieceBytes = 16 << 10

    /// The limits for many people, each with an open connection for events. A decision about many stickers has up to 2
    /// MiB. The limit is 64 KiB higher, so that larger decisions get an answer and not a closed connection.
    package static let people = WebLimits(body: (2 << 20) + (64 << 10), connections: 1024)

    /// Persistent connections.
    package init(
        request: Duration = .seconds(10), part: Duration = .seconds(30), body: Int = 64 << 10, connections: Int = 256
    ) {
        self.request = request
        self.part.time = part
        self.body = body
        self.connections = connections
    }

    /// One response per connection, which is closed after `limit` at the latest.
    package init(singleResponseWithin limit: Duration, connections: Int) {
        single = limit
        self.connections = connections
    }
}
