/// What keeps clients that are slow, on purpose or not, from holding a server.
package struct WebLimits: Sendable {
    /// How long a connection may last, whatever is done on it, when it ends with its first answer; nil when it may stay
    /// open and carry several.
    package var single: Duration?
    /// How long a request may take to come in, and how long an open connection may wait for the next.
    package var request = Duration.seconds(10)
    /// How many bytes of an answer a client has to take in which time, as long as some wait for it: 2 KB a second.
    package var part: (bytes: Int, time: Duration) = (64 << 10, .seconds(30))
    /// How many bytes a request's body may have.
    package var body = 64 << 10
    /// How many connections there may be at a time; more wait in the kernel's queue.
    package var connections = 256

    /// How much of an answer is handed to the kernel at a time.
    static let pieceBytes = 16 << 10

    /// For a server that many people look at at once, each with a connection that stays open for changes.
    package static let people = WebLimits(connections: 1024)

    /// Connections that stay open between requests.
    package init(
        request: Duration = .seconds(10), part: Duration = .seconds(30), body: Int = 64 << 10, connections: Int = 256
    ) {
        self.request = request
        self.part.time = part
        self.body = body
        self.connections = connections
    }

    /// One answer a connection, which is closed after `limit` whatever happens on it.
    package init(oneAnswerWithin limit: Duration, connections: Int) {
        single = limit
        self.connections = connections
    }
}
