import Glibc
import NIOCore
import NIOHTTPTypes
import Service
import Synchronization

/// Closes a connection if a request does not end in time, if its body is too large, or if the client reads the
/// response too slowly. The duration of a response is not limited, so that events can be streamed.
///
/// The limit for reading is a rate. A client with a slow connection can therefore load a large manifest completely,
/// and a client that reads only a few bytes at long intervals is disconnected.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: WebLimits
    private let counter: ConnectionCounter
    private var requests = 0
    private var responses = 0
    private var bodyBytes = 0
    private var unsent = 0
    /// The number of bytes sent since the last check of progress.
    private var sentBytes = 0
    private var requestTimer: Scheduled<Void>?
    private var progressTimer: Scheduled<Void>?

    init(_ limits: WebLimits, counter: ConnectionCounter) {
        self.limits = limits
        self.counter = counter
    }

    func handlerAdded(context: ChannelHandlerContext) {
        counter.increment()
        requestTimer = closing(context, in: counter.timeout(limits.request))
        // Limits the bytes in the buffer of the kernel. Without this limit, the kernel would accept megabytes at
        // once, and then nothing until a slow client has read a third of them. The client's progress would then be
        // unknown.
        let unsent = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_NOTSENT_LOWAT))
        context.channel.setOption(unsent, value: SocketOptionValue(WebLimits.pieceBytes * 2)).whenFailure { _ in }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        counter.decrement()
        requestTimer?.cancel()
        progressTimer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: bodyBytes = 0
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            guard bodyBytes <= limits.body else { return context.close(promise: nil) }
        case .end:
            requests += 1
            requestTimer?.cancel()
            // The response ended before the request, so the timeout for the next request starts here.
            if requests == responses { requestTimer = closing(context, in: counter.timeout(limits.request)) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(var bytes) = unwrapOutboundIn(data) else {
            let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
            return write(data, bytes: 0, isEnd: isEnd, promise: promise, context: context)
        }
        while bytes.readableBytes > WebLimits.pieceBytes, let piece = bytes.readSlice(length: WebLimits.pieceBytes) {
            write(
                wrapOutboundOut(.body(piece)), bytes: piece.readableBytes, isEnd: false, promise: nil, context: context)
        }
        let count = bytes.readableBytes
        write(wrapOutboundOut(.body(bytes)), bytes: count, isEnd: false, promise: promise, context: context)
    }

    private func write(
        _ data: NIOAny, bytes: Int, isEnd: Bool, promise: EventLoopPromise<Void>?, context: ChannelHandlerContext
    ) {
        let sent = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        unsent += 1
        if unsent == 1 { checkProgress(context) }
        sent.futureResult.whenComplete { _ in
            bound.value.handler.hasSent(bytes, isEnd: isEnd, context: bound.value.context)
        }
        context.write(data, promise: sent)
    }

    /// Checks the rate after each interval while there are bytes to send.
    private func checkProgress(_ context: ChannelHandlerContext) {
        sentBytes = 0
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        progressTimer = context.eventLoop.scheduleTask(in: TimeAmount(limits.part.time)) {
            let (handler, context) = bound.value
            guard handler.sentBytes >= handler.limits.part.bytes else { return context.close(promise: nil) }
            handler.checkProgress(context)
        }
    }

    private func hasSent(_ bytes: Int, isEnd: Bool, context: ChannelHandlerContext) {
        unsent -= 1
        sentBytes += bytes
        if unsent == 0 { progressTimer?.cancel() }
        guard context.channel.isActive, isEnd else { return }
        responses += 1
        if requests == responses {
            requestTimer?.cancel()
            requestTimer = closing(context, in: counter.timeout(limits.request))
        }
    }

    private func closing(_ context: ChannelHandlerContext, in limit: Duration) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(mode: .all, promise: nil) }
    }
}

/// Counts the connections of a server. If more than half of the allowed connections are open, idle clients get a
/// shorter timeout, so that they do not keep other clients waiting.
final class ConnectionCounter: Sendable {
    private let limit: Int
    private let open = Atomic<Int>(0)

    /// - Parameter limit: the maximum number of connections.
    init(limit: Int) {
        self.limit = limit
    }

    func increment() {
        open.wrappingAdd(1, ordering: .relaxed)
    }

    func decrement() {
        open.wrappingSubtract(1, ordering: .relaxed)
    }

    /// The timeout for a request.
    ///
    /// - Parameter limit: the timeout if at most half of the allowed connections are open.
    func timeout(_ limit: Duration) -> Duration {
        open.load(ordering: .relaxed) > self.limit / 2 ? limit / 5 : limit
    }
}

/// Closes a connection after its response, or after a time limit. The idle timeout of the server restarts with each
/// byte, so a client that sends single bytes could otherwise keep a connection open.
final class SingleResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?

    /// - Parameter limit: the maximum lifetime of the connection.
    init(within limit: Duration) {
        self.limit = TimeAmount(limit)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: limit) { channel.close(mode: .all, promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        let sent = promise ?? context.eventLoop.makePromise()
        let channel = context.channel
        sent.futureResult.whenComplete { _ in channel.close(mode: .all, promise: nil) }
        context.write(data, promise: sent)
    }
}
